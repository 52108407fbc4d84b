//! In which currency an owner's money is counted.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Currency};
use serde::{Deserialize, Serialize};

/// The currencies of an owner's accounts. Sums are in one currency, that of the first account; all other money is kept and shown
/// apart, never added and never converted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counting(BTreeMap<AccountNumber, Currency>);

impl Counting {
    /// The accounts with their currencies.
    pub fn new(accounts: impl IntoIterator<Item = (AccountNumber, Currency)>) -> Self {
        Self(accounts.into_iter().collect())
    }

    /// The currency of the sums; US dollars before there is an account.
    pub fn currency(&self) -> Currency {
        self.0.values().next().copied().unwrap_or_default()
    }

    /// Whether money that an account reports is added to the sums: it is in the account's own currency, and that is the one of the
    /// sums.
    ///
    /// ```
    /// use attribution::Counting;
    /// use kernel::{AccountNumber, Currency};
    ///
    /// let euro = Currency::parse("EUR").unwrap();
    /// let (first, second) = (AccountNumber::FIRST, AccountNumber::new(1));
    /// let counting = Counting::new([(first, Currency::USD), (second, euro)]);
    /// assert!(counting.adds(first, "USD"));
    /// assert!(!counting.adds(first, "EUR"));
    /// assert!(!counting.adds(second, "EUR") && !counting.adds(second, "USD"));
    /// ```
    pub fn adds(&self, account: AccountNumber, currency: &str) -> bool {
        let own = self.0.get(&account).copied().unwrap_or_default();
        own == self.currency() && own.as_str() == currency
    }

    /// The same accounts, of which one has this currency.
    pub fn with(mut self, account: AccountNumber, currency: Currency) -> Self {
        self.0.insert(account, currency);
        self
    }

    /// Accounts whose money in this currency is added to the sums.
    pub fn adding(&self, currency: Currency) -> impl Iterator<Item = AccountNumber> {
        self.0.keys().copied().filter(move |account| self.adds(*account, currency.as_str()))
    }
}

/// An owner's money in other currencies than that of their sums.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoneyApart {
    /// The currency of the sums.
    pub currency: Currency,
    /// The owner's net in each other currency, in its minor units.
    pub others: BTreeMap<Currency, i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_currency_adds_the_money_of_accounts_that_share_it_with_the_sums() {
        let euro = Currency::parse("EUR").unwrap();
        let [one, two, three] = [0, 1, 2].map(AccountNumber::new);
        let counting = Counting::new([(one, Currency::USD), (two, euro), (three, Currency::USD)]);
        for (account, currency, adding) in [
            (one, euro, vec![one, two]),
            (two, euro, vec![]),
            (three, euro, vec![]),
            (two, Currency::USD, vec![one, two, three]),
        ] {
            let after = counting.clone().with(account, currency);
            assert_eq!(after.adding(currency).collect::<Vec<_>>(), adding, "{account} {currency}");
        }
    }
}
