//! Estimates of credits, shown before work begins.

use serde::{Deserialize, Serialize};

/// Links on a page of the live lists, of which there are two.
const LINKS_A_PAGE: u64 = 100;
/// Subscribers on a page of a link.
const SUBSCRIBERS_A_PAGE: u64 = 100;
/// Fans on a page of the full list.
const FANS_A_PAGE: u64 = 20;
/// Fans on a page of the latest ones.
const LATEST_A_PAGE: u64 = 50;
/// Transactions on a page.
const TRANSACTIONS_A_PAGE: u64 = 100;
/// Items on a page of the vault.
const MEDIA_A_PAGE: u64 = 100;

/// Size of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AccountSize {
    /// Number of fans, with expired ones.
    pub fans: u64,
    /// Number of links.
    pub links: u64,
    /// Number of items in the vault.
    pub media: u64,
    /// New fans a day.
    pub new_fans: u64,
    /// Transactions a day.
    pub sales: u64,
    /// Messages of fans a day; 0 if the account does not listen to messages.
    pub messages: u64,
}

/// Prices that are not documented for certain, and what the owner switched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prices {
    /// Price of a pushed event, in hundredths of a credit.
    pub event_hundredths: u64,
    /// Price of finding a new fan's link, in hundredths of a credit. The default is what the simulated example costs.
    pub join_hundredths: u64,
    /// Whether the content of each sale is looked up.
    pub sold_content: bool,
}

impl Default for Prices {
    fn default() -> Self {
        Self { event_hundredths: 100, join_hundredths: 115, sold_content: false }
    }
}

/// Estimate of a day, in credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DayEstimate {
    /// Pushed events.
    pub events: u64,
    /// Join of fans and links.
    pub join: u64,
    /// Lists of transactions, chargebacks and earnings.
    pub money: u64,
    /// Lists of fans; the weekly full list counts a seventh.
    pub fans: u64,
    /// Live lists of links.
    pub links: u64,
    /// Vault.
    pub vault: u64,
    /// Content of sales.
    pub sold_content: u64,
}

impl DayEstimate {
    /// Sum of all parts.
    pub fn total(&self) -> u64 {
        let parts =
            [self.events, self.join, self.money, self.fans, self.links, self.vault, self.sold_content];
        parts.into_iter().fold(0, u64::saturating_add)
    }
}

/// Estimates a day of an account with the default rhythm.
pub fn day_estimate(size: AccountSize, prices: Prices) -> DayEstimate {
    let events = size.sales.saturating_add(size.new_fans).saturating_add(size.messages);
    let of = |count: u64, hundredths: u64| count.saturating_mul(hundredths).div_ceil(100);
    DayEstimate {
        events: of(events, prices.event_hundredths),
        join: of(size.new_fans, prices.join_hundredths),
        // Hourly, and once each for chargebacks and earnings.
        money: 24_u64.saturating_mul(pages(size.sales.div_ceil(24), TRANSACTIONS_A_PAGE)).saturating_add(2),
        fans: 4_u64
            .saturating_mul(pages(size.new_fans.div_ceil(4), LATEST_A_PAGE))
            .saturating_add(pages(size.fans, FANS_A_PAGE).div_ceil(7)),
        links: live_links(size.links),
        vault: pages(size.media, MEDIA_A_PAGE),
        sold_content: if prices.sold_content { size.sales } else { 0 },
    }
}

fn pages(count: u64, size: u64) -> u64 {
    count.div_ceil(size).max(1)
}

fn live_links(links: u64) -> u64 {
    // Tracking and trial links have a list each.
    1_u64.saturating_add(pages(links, LINKS_A_PAGE))
}

kernel::words! {
    /// Part of an import, in the order of the work.
    ImportPart {
        /// Links, and the subscribers of the chosen ones.
        Links = "links",
        /// Fans.
        Fans = "fans",
        /// Transactions and chargebacks.
        Transactions = "transactions",
        /// Vault.
        Content = "content",
    }
}

/// Step of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportStep {
    /// Part.
    pub part: ImportPart,
    /// Estimated number of pages.
    pub pages: u64,
    /// Estimated price in credits.
    pub credits: u64,
    /// Number of pages that were read.
    pub read: u64,
    /// Whether the part is complete.
    pub done: bool,
}

/// Import with its price, which can be resumed at every page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportPlan {
    /// Steps in the order of the work.
    pub steps: Vec<ImportStep>,
}

/// Plans an import. `subscribers` has the number of subscribers of each chosen link, `days` the days of transactions to
/// go back.
///
/// ```
/// use platform_sync::{AccountSize, ImportPart, import_plan};
///
/// let size = AccountSize { fans: 3_000, ..AccountSize::default() };
/// assert_eq!(import_plan(&[ImportPart::Fans], size, &[], 90).credits(), 150);
/// ```
pub fn import_plan(parts: &[ImportPart], size: AccountSize, subscribers: &[u64], days: u64) -> ImportPlan {
    let chosen = ImportPart::ALL.into_iter().filter(|part| parts.contains(part));
    let step = |part| {
        let pages = match part {
            ImportPart::Links => {
                let lists = subscribers.iter().map(|count| pages(*count, SUBSCRIBERS_A_PAGE));
                lists.fold(live_links(size.links), u64::saturating_add)
            }
            ImportPart::Fans => pages(size.fans, FANS_A_PAGE),
            ImportPart::Transactions => {
                pages(size.sales.saturating_mul(days), TRANSACTIONS_A_PAGE).saturating_add(1)
            }
            ImportPart::Content => pages(size.media, MEDIA_A_PAGE),
        };
        ImportStep { part, pages, credits: pages, read: 0, done: false }
    };
    ImportPlan { steps: chosen.map(step).collect() }
}

impl ImportPlan {
    /// Estimated price of all steps, in credits.
    pub fn credits(&self) -> u64 {
        self.steps.iter().map(|step| step.credits).fold(0, u64::saturating_add)
    }

    /// Estimated price of the rest, in credits.
    pub fn credits_left(&self) -> u64 {
        let left = |step: &ImportStep| if step.done { 0 } else { step.credits.saturating_sub(step.read) };
        self.steps.iter().map(left).fold(0, u64::saturating_add)
    }

    /// Step to work on; `None` if the import is complete.
    pub fn current(&self) -> Option<&ImportStep> {
        self.steps.iter().find(|step| !step.done)
    }

    /// Records a page of a part, and whether the part ended with it. Estimates do not end a part.
    pub fn page_read(&mut self, part: ImportPart, ended: bool) {
        if let Some(step) = self.steps.iter_mut().find(|step| step.part == part && !step.done) {
            step.read = step.read.saturating_add(1);
            step.done = ended;
        }
    }
}

/// Estimate of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignEstimate {
    /// Price in credits, with the reading of the fans if their list is too old.
    pub credits: u64,
    /// Credits that are missing above the floor; 0 if the balance suffices.
    pub short: u64,
}

/// Estimates a campaign: a credit a message, and a reading of all fans if their list is older than a day.
pub fn campaign_estimate(
    messages: u64,
    stale_fans: Option<u64>,
    balance: u64,
    floor: u64,
) -> CampaignEstimate {
    let reading = stale_fans.map_or(0, |fans| pages(fans, FANS_A_PAGE));
    let credits = messages.saturating_add(reading);
    CampaignEstimate { credits, short: credits.saturating_add(floor).saturating_sub(balance) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: AccountSize =
        AccountSize { fans: 3_000, links: 40, media: 1_500, new_fans: 60, sales: 250, messages: 0 };

    #[test]
    fn days_are_estimated_from_the_size() {
        let dear = day_estimate(EXAMPLE, Prices::default());
        let parts =
            [dear.events, dear.join, dear.money, dear.fans, dear.links, dear.vault, dear.sold_content];
        assert_eq!(parts, [310, 69, 26, 26, 2, 15, 0]);
        let cheap = day_estimate(EXAMPLE, Prices { event_hundredths: 1, ..Prices::default() });
        assert_eq!((dear.total(), cheap.total()), (448, 142));
        let messages = AccountSize { messages: 800, ..EXAMPLE };
        assert_eq!(day_estimate(messages, Prices::default()).events, 1_110);
        let contents = Prices { sold_content: true, ..Prices::default() };
        assert_eq!(day_estimate(EXAMPLE, contents).total(), dear.total() + 250);
        let huge = AccountSize { fans: u64::MAX, sales: u64::MAX, ..EXAMPLE };
        assert!(day_estimate(huge, Prices::default()).total() > 1 << 50);
    }

    #[test]
    fn an_import_is_priced_and_resumed_at_its_page() {
        let mut plan = import_plan(&[ImportPart::Content, ImportPart::Links], EXAMPLE, &[250, 0, 100], 90);
        let steps: Vec<_> = plan.steps.iter().map(|step| (step.part, step.pages)).collect();
        assert_eq!(steps, [(ImportPart::Links, 7), (ImportPart::Content, 15)]);
        plan.page_read(ImportPart::Links, false);
        assert_eq!((plan.current().map(|step| step.read), plan.credits_left()), (Some(1), 21));
        plan.page_read(ImportPart::Links, true);
        plan.page_read(ImportPart::Links, true);
        assert_eq!(
            (plan.current().map(|step| step.part), plan.credits_left()),
            (Some(ImportPart::Content), 15)
        );
        plan.page_read(ImportPart::Content, true);
        assert_eq!((plan.current(), plan.credits_left(), plan.credits()), (None, 0, 22));
    }

    #[test]
    fn a_campaign_needs_its_credits_above_the_floor() {
        for (messages, stale, balance, expected) in [
            (2_940, None, 18_200, (2_940, 0)),
            (2_940, Some(3_000), 18_200, (3_090, 0)),
            (2_940, None, 5_000, (2_940, 440)),
        ] {
            let estimate = campaign_estimate(messages, stale, balance, 2_500);
            assert_eq!((estimate.credits, estimate.short), expected);
        }
    }
}
