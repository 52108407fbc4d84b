//! Values shared by the tests of this crate.

use std::sync::Arc;

use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{OwnerId, UnixTime};
use proptest::prelude::*;

use crate::{
    Caller, CapWords, Context, Email, Holder, KeyId, KeyName, KeyPrefix, Member, MemberId, MemberName,
    MintRequest, Pepper, Restriction, Right, Rights, Scopes, StoredKey, Tab, TokenHash,
};

pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

pub(crate) fn tab_words(tabs: &[&str]) -> Vec<String> {
    tabs.iter().map(|&tab| tab.to_owned()).collect()
}

pub(crate) fn cap_words(caps: &[(&str, &[&str])]) -> CapWords {
    caps.iter().map(|&(tab, functions)| (tab.to_owned(), tab_words(functions))).collect()
}

pub(crate) fn restriction(tabs: Option<&[&str]>, caps: Option<&[(&str, &[&str])]>) -> Option<Restriction> {
    Restriction::parse(tabs.map(tab_words).as_deref(), caps.map(cap_words).as_deref()).unwrap()
}

pub(crate) fn pepper() -> Arc<Pepper> {
    Arc::new(Pepper::new([7; 32]))
}

pub(crate) fn context() -> Context {
    Context {
        clock: Arc::new(FixedClock::at(NOW)),
        entropy: Arc::new(SeededEntropy::new(11)),
        pepper: pepper(),
    }
}

/// Key of the owner with every scope, without restriction or expiry.
pub(crate) fn stored_key() -> StoredKey {
    StoredKey {
        owner: OwnerId::new(1),
        key_id: KeyId::new(1),
        prefix: KeyPrefix::parse("a123456789").unwrap(),
        hash: TokenHash::from_bytes([1; 32]),
        pepper: None,
        name: KeyName::parse("CI").unwrap(),
        scopes: Scopes::ALL,
        restriction: None,
        holder: Holder::Owner,
        expires_at: None,
    }
}

/// Caller with [`stored_key`].
pub(crate) fn caller() -> Caller {
    stored_key().into_caller(NOW).unwrap()
}

pub(crate) fn member() -> Member {
    Member {
        id: MemberId::new(1),
        name: MemberName::parse("Ana").unwrap(),
        email: Email::parse("ana@example.com").unwrap(),
        restriction: None,
        created_at: NOW,
    }
}

pub(crate) fn any_rights() -> impl Strategy<Value = Rights> {
    proptest::collection::vec(proptest::sample::select(Right::ALL), 0..20).prop_map(Rights::from_iter)
}

fn any_tabs() -> impl Strategy<Value = Vec<String>> {
    proptest::sample::subsequence(Tab::ALL, 1..=3)
        .prop_map(|tabs| tabs.iter().map(|tab| tab.as_str().to_owned()).collect())
}

fn any_caps() -> impl Strategy<Value = CapWords> {
    any_rights().prop_map(|rights| {
        let words = |rights: &[Right]| rights.iter().map(|right| right.function().to_owned()).collect();
        rights.by_tab().map(|(tab, rights)| (tab.as_str().to_owned(), words(&rights))).collect()
    })
}

fn any_restriction() -> impl Strategy<Value = Option<Restriction>> {
    let caps = any_caps().prop_filter("caps name a tab", |caps| !caps.is_empty());
    prop_oneof![
        Just(None),
        any_tabs().prop_map(|tabs| Restriction::parse(Some(&tabs), None).unwrap()),
        caps.prop_map(|caps| Restriction::parse(None, Some(&caps)).unwrap()),
    ]
}

fn any_end() -> impl Strategy<Value = Option<UnixTime>> {
    proptest::option::of((1_i64..100).prop_map(|seconds| NOW.plus_seconds(seconds)))
}

pub(crate) fn any_caller() -> impl Strategy<Value = Caller> {
    let holder = prop_oneof![
        Just(Holder::Owner),
        any_restriction().prop_map(|restriction| Holder::Member(MemberId::new(1), restriction)),
    ];
    (1_u8..=3, any_restriction(), holder, any_end()).prop_map(|(bits, restriction, holder, expires_at)| {
        let scopes = Scopes::from_bits(bits).unwrap();
        StoredKey { scopes, restriction, holder, expires_at, ..stored_key() }.into_caller(NOW).unwrap()
    })
}

pub(crate) fn any_mint_request() -> impl Strategy<Value = MintRequest> {
    let scope = proptest::sample::select(vec!["read".to_owned(), "write".to_owned()]);
    let scopes = proptest::option::of(proptest::collection::vec(scope, 1..3));
    let option = proptest::option::of::<Just<MemberId>>;
    (
        scopes,
        proptest::option::of(any_tabs()),
        proptest::option::of(any_caps()),
        any_end(),
        option(Just(MemberId::new(2))),
    )
        .prop_map(|(scopes, tabs, caps, end, member_id)| MintRequest {
            name: "CI".to_owned(),
            scopes,
            tabs,
            caps,
            expires_at: end.map(UnixTime::seconds),
            member_id,
        })
}
