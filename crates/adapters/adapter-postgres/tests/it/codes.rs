use adapter_postgres::{Change, PgCodeStore, PgLive, PgSmartLinkStore, PgTouchStore};
use futures_util::future::join_all;
use kernel::fixed::SeededEntropy;
use kernel::{Acting, Currency, Hostname, OwnerId};
use landing_draft::ports::DomainStore as _;
use qr_catalog::catalog::{catalog, preset};
use qr_catalog::code::{Channel, Code, CodeId, CodePatch, LinkSlug, NewCode, Notes, ScanTarget, Slug, Title};
use qr_catalog::design::Design;
use qr_catalog::live::{CodesStamp, LiveCode};
use qr_catalog::ports::{CodeStats, CodeStore as _, CodeStoreError, CountedCode, LiveCodes as _};
use serde_json::json;
use smartlink_policy::ports::SmartLinkStore as _;
use touches::ports::TouchStore as _;
use touches::{Act, Click, Source, Touch, TouchId, VisitorDigest};

use crate::changes::Ear;
use crate::desk::{Desk, host};
use crate::links::new_link;
use crate::team::NOW;

/// Test database with the stores of codes.
struct Codes {
    desk: Desk,
    store: PgCodeStore,
    live: PgLive,
}

impl Codes {
    /// Stores money in another currency under the code's label, received about `ago` seconds before the code was
    /// created.
    async fn paid_apart(&self, code: &Code, currency: &str, cents: i64, ago: i64) {
        let sql = format!(
            "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, hostname, basis, source, transaction_id,
                transaction_kind, net_cents, purchase, currency, taken_at, apart_net_cents)
             VALUES ({}, '{currency} {cents}', 'new_transaction', 'f', now(), '{}', 'click', '{}', 't', 'tip', 0, true,
                '{currency}', to_timestamp({}), {cents})",
            self.desk.owner,
            code.domain,
            code.source,
            code.created_at.seconds() + 1 - ago,
        );
        self.desk.sql(&sql).await.unwrap();
    }

    async fn create() -> Self {
        let desk = Desk::create().await;
        let (store, live) = (PgCodeStore::new(desk.pool.clone()), PgLive::new(desk.pool.clone()));
        Self { desk, store, live }
    }

    async fn made(&self, domain: &Hostname, slug: &str) -> Code {
        self.store.insert(self.desk.by(), &new_code(domain, slug)).await.unwrap()
    }

    async fn renamed(&self, code: &Code, slug: &str) -> Result<Code, CodeStoreError> {
        let renamed = moved(code, slug);
        self.store.replace(self.desk.by(), code, &renamed).await.map(|()| renamed)
    }

    async fn stamp(&self, domain: &Hostname) -> CodesStamp {
        self.live.stamp(domain).await.unwrap().unwrap()
    }

    async fn listed(&self, domain: &Hostname) -> Vec<CountedCode> {
        self.store.list(self.desk.owner, domain, None, 999).await.unwrap().unwrap()
    }

    /// Stores touches with the label of this code.
    async fn touched(&self, code: &Code, acts: impl IntoIterator<Item = Act>, seed: u64) {
        let touches: Vec<_> = (0..)
            .zip(acts)
            .map(|(n, act)| Touch {
                id: TouchId::generate(NOW, &SeededEntropy::new(seed + n)),
                owner: self.desk.owner,
                domain: code.domain.clone(),
                at: NOW,
                act,
                source: Source::parse(code.source.as_str()),
                country: None,
                device: None,
                context: touches::Context::default(),
                visitor: VisitorDigest([u8::try_from(n).unwrap(); 16]),
                bot: false,
            })
            .collect();
        PgTouchStore::new(self.desk.pool.clone()).put(&touches).await.unwrap();
    }
}

fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

fn new_code(domain: &Hostname, text: &str) -> NewCode {
    NewCode {
        domain: domain.clone(),
        slug: slug(text),
        notes: Notes::default(),
        target: ScanTarget::Page,
        design: Design::stock(),
        created_at: NOW,
    }
}

fn moved(code: &Code, text: &str) -> Code {
    let patch = CodePatch { slug: Some(slug(text)), ..CodePatch::default() };
    code.edited(&patch, NOW.plus_seconds(60)).unwrap()
}

fn uncounted(code: Code) -> CountedCode {
    CountedCode { code, stats: CodeStats::default() }
}

#[tokio::test]
async fn codes_are_read_as_they_were_written() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    assert_eq!(codes.listed(&domain).await, []);
    let mut made = Vec::new();
    for (n, preset) in catalog().iter().enumerate() {
        let mut design = preset.design.to_json();
        if n % 2 == 0 {
            design["logo"] = json!({ "file": "0a.png", "size": 0.2 });
            design["frame"] = json!({ "text": "Zoë's 🎁 \\u0000", "font": "Lato", "color": "#102030" });
        }
        let new = NewCode {
            notes: Notes {
                title: Title::parse(&format!("Zoë's 🎁 \\u0000 '\" {n}")).unwrap(),
                channel: Channel::parse("Straßenbahn").unwrap(),
            },
            target: (n % 3 == 0).then(|| LinkSlug::parse("vip").unwrap()).into(),
            design: Design::parse(&design).unwrap(),
            ..new_code(&domain, &format!("s{n}"))
        };
        let code = codes.store.insert(by, &new).await.unwrap();
        assert_eq!(code, Code::made(code.id, &new));
        assert_eq!(codes.store.find(owner, &domain, code.id).await.unwrap(), Some(uncounted(code.clone())));
        made.push(uncounted(code));
    }
    assert_eq!(codes.listed(&domain).await, made, "in the order of creation");
}

#[tokio::test]
async fn what_belongs_to_another_owner_looks_absent() {
    let codes = Codes::create().await;
    let (owner, stranger) = (codes.desk.owner, codes.desk.stranger);
    let (domain, other) = (codes.desk.domain("a.example").await, codes.desk.domain("b.example").await);
    let code = codes.made(&domain, "flyer").await;
    let before = codes.stamp(&domain).await;
    for (owner, domain) in [(stranger, &domain), (owner, &host("c.example"))] {
        let made = codes.store.insert(&Acting::service(owner), &new_code(domain, "card")).await;
        assert!(matches!(made, Err(CodeStoreError::DomainNotFound)), "{made:?}");
        assert_eq!(codes.store.list(owner, domain, None, 9).await.unwrap(), None);
        assert!(!codes.store.has_domain(owner, domain).await.unwrap());
    }
    assert!(codes.store.has_domain(owner, &domain).await.unwrap());
    for (owner, domain, id) in
        [(stranger, &domain, code.id), (owner, &other, code.id), (owner, &domain, CodeId::new(i64::MAX))]
    {
        assert_eq!(codes.store.find(owner, domain, id).await.unwrap(), None);
    }
    let replaced = codes.store.replace(&Acting::service(stranger), &code, &moved(&code, "card")).await;
    assert!(matches!(replaced, Err(CodeStoreError::Stale)), "{replaced:?}");
    assert_eq!(codes.listed(&domain).await, [uncounted(code)]);
    assert_eq!(codes.stamp(&domain).await, before, "nothing changed");
}

#[tokio::test]
async fn a_code_is_replaced_as_a_whole_and_only_while_it_is_what_was_read() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let old = codes.made(&domain, "flyer").await;
    let patch = CodePatch {
        slug: Some(slug("poster")),
        title: Title::parse("Poster").ok(),
        target: Some(LinkSlug::parse("vip").ok().into()),
        channel: Channel::parse("tram").ok(),
        design: preset("studio-rose").map(|preset| preset.design.clone()),
        active: Some(false),
    };
    let new = old.edited(&patch, NOW.plus_seconds(60)).unwrap();
    codes.store.replace(by, &old, &new).await.unwrap();
    let again = codes.store.replace(by, &old, &moved(&old, "card")).await;
    assert!(matches!(again, Err(CodeStoreError::Stale)), "{again:?}");
    assert_eq!(codes.store.find(owner, &domain, new.id).await.unwrap(), Some(uncounted(new.clone())));
    assert_eq!(new.source, old.source);
}

#[tokio::test]
async fn a_smart_link_is_found_on_its_own_domain_alone() {
    let codes = Codes::create().await;
    let (owner, stranger) = (codes.desk.owner, codes.desk.stranger);
    let by = &Acting::service(owner);
    let (domain, other) = (codes.desk.domain("a.example").await, codes.desk.domain("b.example").await);
    let links = PgSmartLinkStore::new(codes.desk.pool.clone());
    links.insert(by, &new_link(&domain, "vip")).await.unwrap();
    for (owner, domain, slug, found) in [
        (owner, &domain, "vip", true),
        (owner, &domain, "other", false),
        (owner, &other, "vip", false),
        (stranger, &domain, "vip", false),
    ] {
        let slug = LinkSlug::parse(slug).unwrap();
        assert_eq!(
            codes.store.has_smart_link(owner, domain, &slug).await.unwrap(),
            found,
            "{owner} {domain} {slug}"
        );
    }
}

#[tokio::test]
async fn a_path_and_a_label_are_each_had_once() {
    let codes = Codes::create().await;
    let domain = codes.desk.domain("a.example").await;
    let code = codes.made(&domain, "flyer").await;
    let code = codes.renamed(&code, "poster").await.unwrap();
    let card = codes.made(&domain, "card").await;
    let main = codes.made(&domain, "").await;
    for taken in ["poster", "flyer", "card", ""] {
        let made = codes.store.insert(codes.desk.by(), &new_code(&domain, taken)).await;
        assert!(matches!(made, Err(CodeStoreError::SlugTaken)), "{taken:?}: {made:?}");
    }
    for taken in ["poster", "flyer", ""] {
        let renamed = codes.renamed(&card, taken).await;
        assert!(matches!(renamed, Err(CodeStoreError::SlugTaken)), "{taken:?}: {renamed:?}");
    }
    let all = [&code, &card, &main].map(|code| uncounted(code.clone()));
    assert_eq!(codes.listed(&domain).await, all, "what is refused changes nothing");
    let back = codes.renamed(&code, "flyer").await.unwrap();
    assert_eq!(back.path(), "/qr/flyer", "its own first slug is free to it");
    let elsewhere = codes.desk.domain("b.example").await;
    codes.made(&elsewhere, "flyer").await;
}

#[tokio::test]
async fn stats_stand_beside_each_code_and_stay_through_changes() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let (flyer, card) = (codes.made(&domain, "flyer").await, codes.made(&domain, "card").await);
    let elsewhere = codes.made(&codes.desk.domain("b.example").await, "flyer").await;
    let scan = |code: &Code| Act::Scan { code: code.id.get() };
    codes.touched(&flyer, [scan(&flyer), scan(&flyer), Act::Visit, Act::Click(Click::default())], 1).await;
    codes.touched(&elsewhere, [scan(&elsewhere)], 100).await;
    let money = "UPDATE source_totals SET subs = 3, revenue_cents = -250 WHERE hostname = 'a.example'";
    codes.desk.sql(money).await.unwrap();
    for (code, cents, ago) in [("EUR", 100, 0), ("EUR", -40, 0), ("JPY", 9_000, 0), ("CHF", 5, 86_400)] {
        codes.paid_apart(&flyer, code, cents, ago).await;
    }
    let others = [("EUR", 60), ("JPY", 9_000)].map(|(code, cents)| (Currency::parse(code).unwrap(), cents));
    let stats = CodeStats {
        scans: 2,
        visits: 1,
        clicks: 1,
        subs: 3,
        revenue_cents: -250,
        other_currencies: others.into(),
    };
    let flyer = codes.renamed(&flyer, "poster").await.unwrap();
    let flyer = CountedCode { code: flyer, stats };
    assert_eq!(codes.store.find(owner, &domain, flyer.code.id).await.unwrap(), Some(flyer.clone()));
    assert_eq!(codes.listed(&domain).await, [flyer, uncounted(card)]);
}

#[tokio::test]
async fn of_many_codes_at_one_path_at_once_one_is_made() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let new = new_code(&domain, "flyer");
    let made = join_all((0..16).map(|_| codes.store.insert(by, &new))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
    let taken = made.iter().filter(|made| matches!(made, Err(CodeStoreError::SlugTaken))).count();
    assert_eq!(taken, 15, "{made:?}");
    assert_eq!(codes.listed(&domain).await.len(), 1);
}

/// The label of one code and the path of another collide, which no unique key detects.
#[tokio::test]
async fn of_a_renaming_and_a_creation_at_once_one_holds() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    for round in 0..20 {
        let target = format!("t{round}");
        let code = codes.made(&domain, &format!("s{round}")).await;
        let (renamed, new) = (moved(&code, &target), new_code(&domain, &target));
        let (replaced, made) =
            tokio::join!(codes.store.replace(by, &code, &renamed), codes.store.insert(by, &new));
        match (&replaced, &made) {
            (Ok(()), Err(CodeStoreError::SlugTaken)) | (Err(CodeStoreError::SlugTaken), Ok(_)) => {}
            other => panic!("{round}: {other:?}"),
        }
        // Moves a code away from its label, and creates another with it: whichever wins, the label has one history.
        let Ok(()) = replaced else { continue };
        let (away, onto) = (moved(&renamed, &format!("u{round}")), new_code(&domain, &target));
        let (left, made) =
            tokio::join!(codes.store.replace(by, &renamed, &away), codes.store.insert(by, &onto));
        left.unwrap();
        assert!(matches!(made, Ok(_) | Err(CodeStoreError::SlugTaken)), "{made:?}");
    }
    let all: Vec<Code> = codes.listed(&domain).await.into_iter().map(|counted| counted.code).collect();
    for code in &all {
        let others = all.iter().filter(|other| other.id != code.id);
        assert!(qr_catalog::code::is_free(&code.slug, others), "{code:?}");
    }
}

#[tokio::test]
async fn of_changes_of_one_state_at_once_one_holds() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let code = codes.made(&domain, "flyer").await;
    let changed: Vec<_> = (0..8).map(|n| moved(&code, &format!("s{n}"))).collect();
    let all = join_all(changed.iter().map(|new| codes.store.replace(by, &code, new))).await;
    let held: Vec<_> = all.iter().zip(&changed).filter(|(held, _)| held.is_ok()).collect();
    assert_eq!(all.iter().filter(|one| matches!(one, Err(CodeStoreError::Stale))).count(), 7, "{all:?}");
    assert_eq!(codes.listed(&domain).await, [uncounted(held[0].1.clone())]);
}

#[tokio::test]
async fn the_edge_knows_codes_by_the_host_and_hears_of_every_change() {
    let codes = Codes::create().await;
    let ear = Ear::open(&codes.desk).await;
    let unknown = host("b.example");
    assert_eq!(codes.live.stamp(&unknown).await.unwrap(), None);
    assert_eq!(codes.live.load(&unknown).await.unwrap(), None);
    let domain = codes.desk.domain("a.example").await;
    let mut stamps = vec![codes.stamp(&domain).await];
    ear.catch_up(&codes.desk).await;
    assert!(codes.live.load(&domain).await.unwrap().unwrap().is_empty());
    let code = codes.made(&domain, "flyer").await;
    stamps.push(codes.stamp(&domain).await);
    ear.catch_up(&codes.desk).await;
    let code = codes.renamed(&code, "poster").await.unwrap();
    stamps.push(codes.stamp(&domain).await);
    let refused = codes.store.insert(codes.desk.by(), &new_code(&domain, "flyer")).await;
    assert!(matches!(refused, Err(CodeStoreError::SlugTaken)));
    assert_eq!(stamps.last(), Some(&codes.stamp(&domain).await), "what is refused is no change");
    let loaded = codes.live.load(&domain).await.unwrap().unwrap();
    assert_eq!(Some(&loaded.stamp), stamps.last());
    assert_eq!(loaded.stamp.owner, codes.desk.owner);
    let live = LiveCode { id: code.id, source: code.source.clone(), active: true, target: ScanTarget::Page };
    assert_eq!(loaded.printed("/qr/poster"), Some(&live));
    assert_eq!(loaded.printed("/qr/flyer"), None);
    let distinct: std::collections::HashSet<_> = stamps.iter().map(|stamp| stamp.revision).collect();
    assert_eq!(distinct.len(), 3);
    let reported = Change::Codes(domain.clone());
    ear.catch_up(&codes.desk).await;
    codes.desk.domains.delete(codes.desk.by(), &domain, None, NOW).await.unwrap();
    ear.catch_up(&codes.desk).await;
    assert_eq!(ear.heard(&reported), 4, "a registration, a creation, a renaming, the deletion");
    assert_eq!(ear.heard(&Change::Links(domain.clone())), 1, "the links' deletion");
}

#[tokio::test]
async fn after_a_deletion_and_a_new_registration_everything_begins_anew() {
    let codes = Codes::create().await;
    let (owner, domain) = (codes.desk.owner, codes.desk.domain("a.example").await);
    let by = &Acting::service(owner);
    let old = codes.made(&domain, "flyer").await;
    codes.touched(&old, [Act::Scan { code: old.id.get() }, Act::Visit], 1).await;
    let before = codes.stamp(&domain).await;
    codes.desk.domains.delete(by, &domain, None, NOW).await.unwrap();
    assert_eq!(codes.live.stamp(&domain).await.unwrap(), None);
    assert_eq!(codes.store.find(owner, &domain, old.id).await.unwrap(), None);
    assert_eq!(codes.desk.count("SELECT count(*) AS n FROM qr_codes").await, 0);
    let gone = codes.store.replace(by, &old, &moved(&old, "card")).await;
    assert!(matches!(gone, Err(CodeStoreError::Stale)), "{gone:?}");
    codes.desk.domain("a.example").await;
    assert_eq!(codes.listed(&domain).await, []);
    assert_ne!(codes.stamp(&domain).await, before);
    let new = codes.made(&domain, "flyer").await;
    assert!(new.id > old.id, "a number is never given twice");
    assert_eq!(codes.listed(&domain).await, [uncounted(new)], "another history");
}

#[tokio::test]
async fn a_deletion_of_the_domain_and_changes_of_its_codes_wait_for_each_other() {
    let codes = Codes::create().await;
    let owner = codes.desk.owner;
    let by = &Acting::service(owner);
    for round in 0..10 {
        let domain = codes.desk.domain("a.example").await;
        let code = codes.made(&domain, "one").await;
        let (renamed, new) = (moved(&code, "two"), new_code(&domain, "three"));
        let (replaced, made, gone) = tokio::join!(
            codes.store.replace(by, &code, &renamed),
            codes.store.insert(by, &new),
            codes.desk.domains.delete(by, &domain, None, NOW),
        );
        assert!(matches!(replaced, Ok(()) | Err(CodeStoreError::Stale)), "{round}: {replaced:?}");
        assert!(matches!(made, Ok(_) | Err(CodeStoreError::DomainNotFound)), "{round}: {made:?}");
        assert!(gone.unwrap());
        assert_eq!(codes.store.list(OwnerId::new(owner.get()), &domain, None, 9).await.unwrap(), None);
    }
    assert_eq!(codes.desk.count("SELECT count(*) AS n FROM qr_codes").await, 0);
}
