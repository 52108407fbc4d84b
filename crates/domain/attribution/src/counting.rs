//! Currency of an owner's sums.

use std::collections::BTreeMap;

use kernel::{AccountNumber, Currency};
use serde::{Deserialize, Serialize};

/// Currencies of an owner's accounts. Sums use only the currency of the first account. Other money is stored and shown
/// separately, never added or converted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counting(BTreeMap<AccountNumber, Currency>);

impl Counting {
    /// Creates the map from account to currency.
    pub fn new(accounts: impl IntoIterator<Item = (AccountNumber, Currency)>) -> Self {
        Self(accounts.into_iter().collect())
    }

    /// Currency of the sums; US dollars if the owner has no account.
    pub fn currency(&self) -> Currency {
        self.0.values().next().copied().unwrap_or_default()
    }

    /// Whether money of an account is added to the sums. The money must be in the account's own currency, which must
    /// also be the currency of the sums.
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

    /// Sets the currency of an account.
    pub fn with(mut self, account: AccountNumber, currency: Currency) -> Self {
        self.0.insert(account, currency);
        self
    }

    /// Returns the accounts whose money in this currency is added to the sums.
    pub fn adding(&self, currency: Currency) -> impl Iterator<Item = AccountNumber> {
        self.0.keys().copied().filter(move |account| self.adds(*account, currency.as_str()))
    }
}

/// Owner's money in currencies other than the currency of the sums.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MoneyApart {
    /// Currency of the sums.
    pub currency: Currency,
    /// Net amount for the owner per other currency, in minor units of that currency.
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
