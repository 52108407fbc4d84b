use kernel::{Acting, OwnerId, SortableId, UnixTime};

use super::*;
use crate::{Description, EndpointId, EndpointState, EndpointUrl, Pace};

const KEYS: &[EventType] = &[EventType::KeyCreated, EventType::KeyRevoked];
const MONEY: &[EventType] = &[EventType::ConversionCreated];
const BOTH: &[EventType] = &[EventType::ConversionCreated, EventType::KeyCreated, EventType::KeyRevoked];

fn readable(types: &'static [EventType]) -> Readable {
    Readable::of(|kind| types.contains(&kind))
}

fn key(types: &'static [EventType]) -> MadeBy {
    MadeBy::Key(Maker { prefix: "a123456789".to_owned(), readable: readable(types) })
}

fn actor(readable: Readable) -> Actor {
    Actor {
        by: Acting::service(OwnerId::new(1)),
        key: MakerKey::new(2),
        prefix: "b123456789".to_owned(),
        readable,
    }
}

fn filter(words: &[&str]) -> EventFilter {
    EventFilter::parse(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).unwrap()
}

fn owned(words: &[&str], made_by: MadeBy) -> OwnedEndpoint {
    let endpoint = Endpoint {
        id: EndpointId::new(SortableId::from_u128(1)),
        url: EndpointUrl::parse("https://a.example").unwrap(),
        events: filter(words),
        description: Description::parse("").unwrap(),
        state: EndpointState::WORKING,
        pace: Pace::QUICK,
        made_by: Some(MakerKey::new(1)),
        rotation: None,
        created_at: UnixTime::from_seconds(1),
    };
    OwnedEndpoint { endpoint, made_by }
}

fn words(types: impl IntoIterator<Item = EventType>) -> String {
    types.into_iter().map(EventType::as_str).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_an_endpoint_asks_for_and_its_key_may_not_read_is_withheld() {
    let all = EventType::ALL.len();
    for (asked, made_by, count) in [
        (&["*"][..], MadeBy::Owner, 0),
        (&["*"], key(KEYS), all - 2),
        (&["*"], MadeBy::Nobody, all),
        (&["key.created"], key(KEYS), 0),
        (&["key.created", "conversion.created"], key(KEYS), 1),
        (&["key.created"], MadeBy::Nobody, 1),
    ] {
        let withheld = owned(asked, made_by.clone()).withheld();
        assert_eq!(withheld.len(), count, "{asked:?} {made_by:?}: {}", words(withheld));
    }
}

#[test]
fn an_endpoint_is_acted_on_by_those_who_may_read_what_it_is_sent() {
    for (asked, made_by, reads, beyond) in [
        (&["*"][..], MadeBy::Owner, readable(KEYS), Some(EventType::DomainActive)),
        (&["*"], MadeBy::Owner, Readable::all(), None),
        (&["*"], key(KEYS), readable(KEYS), None),
        (&["*"], key(BOTH), readable(KEYS), Some(EventType::ConversionCreated)),
        (&["key.created"], key(BOTH), readable(KEYS), None),
        // The key may no longer read this type, so it is not sent.
        (&["conversion.created"], key(KEYS), readable(KEYS), None),
        (&["conversion.created"], MadeBy::Nobody, readable(KEYS), Some(EventType::ConversionCreated)),
        (&["key.created"], MadeBy::Nobody, readable(KEYS), None),
    ] {
        assert_eq!(owned(asked, made_by.clone()).beyond(&actor(reads)), beyond, "{asked:?} {made_by:?}");
    }
}

#[test]
fn no_type_is_added_that_the_key_of_an_endpoint_may_not_read() {
    for (before, wanted, reads, refused) in [
        (&["key.created"][..], &["key.revoked"][..], KEYS, None),
        (&["key.created"], &["conversion.created"], KEYS, Some(EventType::ConversionCreated)),
        (&["key.created"], &["*"], KEYS, None),
        (&["*"], &["conversion.created"], KEYS, Some(EventType::ConversionCreated)),
        (&["*"], &["conversion.created"], MONEY, None),
        // The key could read this type earlier; a kept subscription is not new.
        (&["conversion.created"], &["conversion.created", "key.created"], KEYS, None),
    ] {
        let refusal = owned(before, key(reads)).not_readable(&filter(wanted));
        assert_eq!(refusal, refused, "{before:?} to {wanted:?}");
    }
}
