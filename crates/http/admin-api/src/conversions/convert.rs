use crate::conversions::wire::{ConversionOut, ConversionType};
use attribution::assign::LinkId;
use attribution::conversions::{ConversionCursor, ConversionKind, ListedConversion};
use kernel::{AccountId, UnixTime};

use crate::convert::rfc3339;

/// Converts a type of the filter.
pub fn conversion_kind(word: ConversionType) -> ConversionKind {
    match word {
        ConversionType::NewSubscriber => ConversionKind::NewSubscriber,
        ConversionType::NewTransaction => ConversionKind::NewTransaction,
        ConversionType::MessageReceived => ConversionKind::MessageReceived,
        ConversionType::FanSent3Messages => ConversionKind::FanSent3Messages,
    }
}

/// Converts a conversion. Omits the fan's name, because readers of the list know fans only by id.
pub fn conversion_out(conversion: ListedConversion) -> ConversionOut {
    let ListedConversion { id, kind, occurred_at, fan_id, attribution, source, money, account } = conversion;
    let (transaction_kind, gross_cents, net_cents, currency) = match money {
        Some(money) => {
            let kind = money.kind.as_str().to_owned();
            (Some(kind), Some(money.gross_cents), Some(money.net_cents), money.currency)
        }
        None => (None, None, None, None),
    };
    ConversionOut {
        conversion_id: id,
        occurred_at: rfc3339(occurred_at),
        kind: kind.as_str().to_owned(),
        transaction_kind,
        gross_cents,
        net_cents,
        currency,
        fan_id,
        link_id: attribution.as_ref().and_then(|found| found.link).map(LinkId::get),
        basis: attribution.as_ref().map(|found| found.basis.as_str().to_owned()),
        domain: attribution.map(|found| found.domain.as_str().to_owned()),
        source,
        platform_account_id: account.as_ref().map(AccountId::as_str).map(str::to_owned),
    }
}

/// Formats the cursor position after a conversion.
pub fn conversion_place(last: &ListedConversion) -> String {
    format!("{}.{}", last.occurred_at.millis(), last.id)
}

/// Parses a cursor position; `None` if invalid.
pub fn conversion_cursor(text: &str) -> Option<ConversionCursor> {
    let (millis, id) = text.split_once('.')?;
    let (millis, id) = (millis.parse().ok()?, id.parse().ok()?);
    Some(ConversionCursor { occurred_at: UnixTime::from_millis(millis), id })
}

#[cfg(test)]
mod tests {
    use attribution::{Attribution, Basis, TransactionKind, conversions::ListedMoney};
    use kernel::Hostname;
    use serde_json::{Value, json};

    use super::*;

    fn conversion(millis: i64, id: i64) -> ListedConversion {
        ListedConversion {
            id,
            kind: ConversionKind::MessageReceived,
            occurred_at: UnixTime::from_millis(millis),
            fan_id: "f".to_owned(),
            attribution: None,
            source: String::new(),
            money: None,
            account: None,
        }
    }

    #[test]
    fn a_place_is_read_back() {
        for (millis, id) in [(0, 1), (-5, 7), (1_795_176_000_123, i64::MAX), (i64::MIN, i64::MIN)] {
            let place = ConversionCursor { occurred_at: UnixTime::from_millis(millis), id };
            assert_eq!(conversion_cursor(&conversion_place(&conversion(millis, id))), Some(place));
        }
        for wrong in ["", ".", "1", "1.", ".1", "x.1", "1.x", "1.2.3", "1 .2", "99999999999999999999.1"] {
            assert_eq!(conversion_cursor(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn words_are_those_of_the_domain() {
        for kind in ConversionKind::ALL {
            let word = deserr::deserialize::<_, _, http_kit::extract::Faults>(json!(kind.as_str())).unwrap();
            assert_eq!(conversion_kind(word), kind);
        }
    }

    #[test]
    fn what_is_shown_is_ids_and_money() {
        let tip = ListedConversion {
            kind: ConversionKind::NewTransaction,
            attribution: Some(Attribution {
                domain: Hostname::parse("a.example").unwrap(),
                link: Some(LinkId::new(7)),
                basis: Basis::Click("secret".to_owned()),
            }),
            source: "qr-flyer".to_owned(),
            money: Some(ListedMoney {
                kind: TransactionKind::Tip,
                gross_cents: 500,
                net_cents: 400,
                currency: Some("USD".to_owned()),
            }),
            account: Some(AccountId::parse("acct_1").unwrap()),
            ..conversion(1_795_176_000_120, 9)
        };
        let shown = serde_json::to_value(conversion_out(tip)).unwrap();
        let expected = json!({
            "conversion_id": 9, "occurred_at": "2026-11-20T12:00:00Z", "type": "new_transaction",
            "transaction_kind": "tip", "gross_cents": 500, "net_cents": 400, "currency": "USD", "fan_id": "f",
            "domain": "a.example", "link_id": 7, "basis": "click", "source": "qr-flyer",
            "platform_account_id": "acct_1",
        });
        assert_eq!(shown, expected);
        let unattributed = serde_json::to_value(conversion_out(conversion(0, 1))).unwrap();
        for field in ["net_cents", "currency", "domain", "link_id", "basis", "platform_account_id"] {
            assert_eq!(unattributed[field], Value::Null, "{field}");
        }
    }
}
