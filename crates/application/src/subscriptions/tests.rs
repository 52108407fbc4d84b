use auth_scopes::{
    Holder, KeyName, KeyPrefix, MemberId, MockKeyStore, NewToken, Pepper, Restriction, StoredKey,
};
use kernel::UnixTime;
use kernel::fixed::{FixedClock, SeededEntropy};

use super::*;

const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);
const OWNER: OwnerId = OwnerId::new(1);

/// Every event type has a row here, with the API operation that reads the same data.
#[test]
fn each_event_type_needs_the_right_of_the_operation_that_reads_the_same() {
    let table: Vec<String> =
        EventType::ALL.map(|kind| format!("{kind} {}", right_of(kind))).into_iter().collect();
    let expected = [
        "domain.active landings.view",        // GET /domains/{domain}
        "domain.failed landings.view",        // GET /domains/{domain}
        "landing.published landings.view",    // GET /domains/{domain}/versions
        "link.changed links.view",            // GET /smartlinks/{id}, GET /smart-links
        "conversion.created stats.sources",   // GET /conversions
        "request.created vault.view",         // GET /requests
        "broadcast.finished broadcasts.view", // GET /broadcasts/{id}
        "broadcast.paused broadcasts.view",   // GET /broadcasts/{id}
        "pixel.failing links.pixels",         // GET /smart-links/{provider_id}/pixels
        "key.created keys.view",              // GET /api-keys
        "key.revoked keys.view",              // GET /api-keys
        "webhook.disabled integrations.view", // GET /webhooks/{id}
        "destination.broken links.view",      // GET /links/health
        "destination.mended links.view",      // GET /links/health
    ];
    assert_eq!(table, expected);
}

#[test]
fn events_are_read_with_the_scope_and_the_right() {
    let kind = EventType::ConversionCreated;
    let (stats, none): (Rights, _) = ([Right::StatsSources].into_iter().collect(), Rights::NONE);
    for (scopes, rights, may) in [
        (Scopes::ALL, stats, true),
        (Scopes::only(Scope::Read), stats, true),
        (Scopes::only(Scope::Write), stats, false),
        (Scopes::ALL, none, false),
    ] {
        assert_eq!(readable(scopes, rights).contains(kind), may, "{scopes:?} {rights:?}");
        assert!(!readable(scopes, rights).contains(EventType::KeyCreated));
    }
    assert_eq!(readable(Scopes::ALL, Rights::all()), Readable::all());
}

fn key(number: i64, tab: Option<&str>, holder: Holder) -> StoredKey {
    let (token, pepper) = (NewToken::generate(&SeededEntropy::new(1)), Pepper::new([7; 32]));
    let name = KeyName::parse("CI").unwrap();
    let restriction = tab.map(|tab| Restriction::parse(Some(&[tab.to_owned()]), None).unwrap().unwrap());
    let whole = StoredKey::unrestricted(OWNER, KeyId::new(number), name, &token, &pepper);
    StoredKey { restriction, holder, prefix: KeyPrefix::parse("a123456789").unwrap(), ..whole }
}

#[tokio::test]
async fn the_keys_of_webhooks_have_the_rights_that_they_have_now() {
    let restricted = |tab: &str| Restriction::parse(Some(&[tab.to_owned()]), None).unwrap();
    let stats = Restriction::parse(Some(&["stats".to_owned(), "keys".to_owned()]), None).unwrap();
    let expired = StoredKey { expires_at: Some(NOW), ..key(1, None, Holder::Owner) };
    let (conversion, created) = (EventType::ConversionCreated, EventType::KeyCreated);
    for (why, key, reads) in [
        ("the owner's", key(1, None, Holder::Owner), Some(vec![conversion, created])),
        ("restricted", key(1, Some("keys"), Holder::Owner), Some(vec![created])),
        (
            "a member's",
            key(1, None, Holder::Member(MemberId::new(1), stats)),
            Some(vec![conversion, created]),
        ),
        (
            "a member's who shrank",
            key(1, None, Holder::Member(MemberId::new(1), restricted("keys"))),
            Some(vec![created]),
        ),
        ("a removed member's", key(1, None, Holder::Removed(MemberId::new(1))), None),
        ("expired", expired, None),
    ] {
        let mut store = MockKeyStore::new();
        // Key 4 was rotated; this is its successor.
        store.expect_successors().once().returning(move |_, keys| Ok(vec![(keys[0], key.clone())]));
        let makers = KeyMakers::new(Arc::new(store), Arc::new(FixedClock::at(NOW)));
        let asked = MakerKey::new(4);
        let found = makers.find(OWNER, &[asked]).await.unwrap();
        let known = [conversion, created];
        let may = found
            .get(&asked)
            .map(|maker| known.into_iter().filter(|kind| maker.readable.contains(*kind)).collect::<Vec<_>>());
        assert_eq!(may, reads, "{why}");
    }
}
