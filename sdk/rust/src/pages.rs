use std::fmt;

use futures_util::stream::{Stream, try_unfold};

use crate::Result;
use crate::request::{Operation, Paged, Request, Response};

/// Pages of a list, in order.
pub struct Pages<O: Operation> {
    first: Request<O>,
    next: Next,
}

#[derive(Debug, Clone)]
enum Next {
    First,
    After(String),
    None,
}

/// Items of all pages of a list.
pub struct Items<O: Paged> {
    pages: Pages<O>,
    page: std::vec::IntoIter<O::Item>,
}

impl<O: Operation> fmt::Debug for Pages<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Pages").field(&self.first).field(&self.next).finish()
    }
}

impl<O: Paged> fmt::Debug for Items<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Items").field(&self.pages).finish()
    }
}

impl<O: Paged> Request<O> {
    /// Returns this page and all following pages.
    #[must_use]
    pub fn pages(self) -> Pages<O> {
        Pages { first: self, next: Next::First }
    }

    /// Returns the items of this page and of all following pages.
    #[must_use]
    pub fn all(self) -> Items<O> {
        Items { pages: self.pages(), page: Vec::new().into_iter() }
    }
}

impl<O: Paged> Pages<O> {
    /// Returns the next page; `None` after the last page.
    ///
    /// # Errors
    ///
    /// Fails like the call. The next call of this method requests the same page again.
    pub async fn next(&mut self) -> Result<Option<Response<O::Output>>> {
        let request = match &self.next {
            Next::First => self.first.clone(),
            Next::After(cursor) => self.first.clone().with_query("cursor", cursor),
            Next::None => return Ok(None),
        };
        let page = request.send().await?;
        self.next = O::next_cursor(&page).map_or(Next::None, |cursor| Next::After(cursor.to_string()));
        Ok(Some(page))
    }

    /// Returns the pages as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<Response<O::Output>>> + Send {
        try_unfold(self, async |mut pages| Ok(pages.next().await?.map(|page| (page, pages))))
    }
}

impl<O: Paged> Items<O> {
    /// Returns the next item; `None` after the last item.
    ///
    /// # Errors
    ///
    /// Fails like the call of a page.
    pub async fn next(&mut self) -> Result<Option<O::Item>> {
        loop {
            if let Some(item) = self.page.next() {
                return Ok(Some(item));
            }
            match self.pages.next().await? {
                Some(page) => self.page = O::split(page.into_inner()).0.into_iter(),
                None => return Ok(None),
            }
        }
    }

    /// Collects all remaining items in memory.
    ///
    /// # Errors
    ///
    /// Fails like the call of a page.
    pub async fn collect(mut self) -> Result<Vec<O::Item>> {
        let mut items: Vec<O::Item> = self.page.by_ref().collect();
        while let Some(page) = self.pages.next().await? {
            items.extend(O::split(page.into_inner()).0);
        }
        Ok(items)
    }

    /// Returns the items as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<O::Item>> + Send {
        try_unfold(self, async |mut items| Ok(items.next().await?.map(|item| (item, items))))
    }
}
