use serde_json::json;

use crate::crashes::{HOST, LINK};
use crate::journey::only;
use crate::program::{Account, FIRST, PIXEL, Program, Tenant};

/// An owner with a published page, a smart link and pixels.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) owner: i64,
    pub(crate) token: String,
    pub(crate) host: String,
    /// The page's segment.
    pub(crate) tier: String,
    pub(crate) account: Account,
    /// Id of the site's pixels on both platforms.
    pub(crate) pixel: String,
}

impl Site {
    /// Creates the site of the first owner.
    pub(crate) async fn first(program: &Program) -> Self {
        let tenant = Tenant { owner: program.owner, token: program.token().to_owned() };
        Self::of(program, tenant, HOST, FIRST, PIXEL).await
    }

    pub(crate) async fn of(
        program: &Program,
        tenant: Tenant,
        host: &str,
        account: Account,
        pixel: &str,
    ) -> Self {
        program.funnel_of(&tenant, host, LINK, pixel).await;
        let Tenant { owner, token } = tenant;
        let post = async |path: String, body| program.post_as(&token, &path, &body).await;
        let everyone = post(format!("/segments/{host}"), json!({ "name": "Everyone" })).await;
        let tier = everyone.expect(201).text_at("segment_id");
        let link = json!({ "domain": host, "slug": "vip", "policy": only("paid") });
        post("/smartlinks".to_owned(), link).await.expect(201);
        post(format!("/domains/{host}/publish"), json!({})).await.expect(200);
        Self { owner, token, host: host.to_owned(), tier, account, pixel: pixel.to_owned() }
    }
}
