use std::fmt;

use futures_util::stream::{Stream, try_unfold};

use crate::Result;
use crate::request::{Operation, Paged, Request, Response};

/// The pages of a list, one after the other.
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

/// The items of a list, over all its pages.
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
    /// All pages from here on.
    #[must_use]
    pub fn pages(self) -> Pages<O> {
        Pages { first: self, next: Next::First }
    }

    /// All items from here on, whatever the number of pages.
    #[must_use]
    pub fn all(self) -> Items<O> {
        Items { pages: self.pages(), page: Vec::new().into_iter() }
    }
}

impl<O: Paged> Pages<O> {
    /// The next page; `None` after the last one.
    ///
    /// # Errors
    ///
    /// Fails as the call does. The same page is asked for again the next time.
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

    /// The pages as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<Response<O::Output>>> + Send {
        try_unfold(self, async |mut pages| Ok(pages.next().await?.map(|page| (page, pages))))
    }
}

impl<O: Paged> Items<O> {
    /// The next item; `None` after the last one.
    ///
    /// # Errors
    ///
    /// Fails as the call of its page does.
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

    /// All that are left, in memory.
    ///
    /// # Errors
    ///
    /// Fails as the call of a page does.
    pub async fn collect(mut self) -> Result<Vec<O::Item>> {
        let mut items: Vec<O::Item> = self.page.by_ref().collect();
        while let Some(page) = self.pages.next().await? {
            items.extend(O::split(page.into_inner()).0);
        }
        Ok(items)
    }

    /// The items as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Result<O::Item>> + Send {
        try_unfold(self, async |mut items| Ok(items.next().await?.map(|item| (item, items))))
    }
}
