use crate::Result;
use crate::error::Error;
use crate::request::{Conditional, Operation, Request, Response};

/// Maximum number of attempts to apply a change to a newer version.
const ROUNDS: u32 = 8;

impl<O: Operation> Request<O> {
    /// Reads a resource, changes the result, and writes it at the version that was read. If another writer was faster,
    /// everything is repeated: `change` gets the new version.
    ///
    /// ```no_run
    /// # async fn example(client: funnel_sdk::Client) -> funnel_sdk::Result<()> {
    /// use funnel_sdk::types::ButtonOrder;
    ///
    /// let buttons = client.buttons();
    /// let reversed = buttons.list("x.example", "all").update_with(|current| {
    ///     let button_ids = current.items.iter().rev().map(|button| button.button_id.clone()).collect();
    ///     buttons.reorder("x.example", "all", &ButtonOrder { button_ids })
    /// });
    /// reversed.await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like the two calls, and with 412 if other writers were faster too often.
    pub async fn update_with<W: Conditional>(
        self,
        mut change: impl FnMut(&O::Output) -> Request<W>,
    ) -> Result<Response<W::Output>> {
        for round in 1.. {
            let current = self.clone().send().await?;
            let Some(etag) = current.etag() else {
                return Err(Error::configuration(format!("{} returns no ETag", O::ID)));
            };
            match change(&current).if_match(etag).send().await {
                Err(error) if error.status() == Some(412) && round < ROUNDS => {}
                done => return done,
            }
        }
        Err(Error::configuration("an update needs a round"))
    }
}
