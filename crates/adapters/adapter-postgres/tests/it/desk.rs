//! Two owners, the stores of landings, and a landing that uses every feature.

use std::sync::Arc;
use std::time::Duration;

use adapter_postgres::{DraftCache, PgDomainStore, PgDraftStore, PgProvisioningQueue, Pool};
use diesel_async::RunQueryDsl;
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, CountryCode, Hostname, Language, OwnerId, Rgb};
use landing_draft::appearance::{Appearance, CustomHtml, Design, Font, Sources, Ui};
use landing_draft::banner::{Banner, BannerPatch};
use landing_draft::button::{Button, LabelFile, LiveText, NewButton, Undrawn};
use landing_draft::context::Context;
use landing_draft::cpu::Cpu;
use landing_draft::domain::{Domain, NewDomain, PlanCaps, Revision};
use landing_draft::experiment::{Experiment, Variants};
use landing_draft::file::FileName;
use landing_draft::id::Ids;
use landing_draft::landing::Landing;
use landing_draft::ports::{DomainStore, DraftStore};
use landing_draft::rule::Rule;
use landing_draft::schedule::Schedule;
use landing_draft::segment::{NewSegment, Segment};
use landing_draft::settings::SettingsPatch;
use landing_draft::target::Target;
use landing_draft::text::{DisplayName, Icon, Label, SegmentName};
use serde_json::Value;
use test_support::waiting_for_locks;
use tokio::time::Instant;

use crate::team::{NOW, Team};

pub(crate) struct Desk {
    pub(crate) owner: OwnerId,
    pub(crate) stranger: OwnerId,
    pub(crate) domains: PgDomainStore,
    pub(crate) drafts: PgDraftStore,
    pub(crate) read: Arc<DraftCache>,
    pub(crate) queue: PgProvisioningQueue,
    pub(crate) pool: Pool,
    pub(crate) around: Context,
    team: Team,
}

impl Desk {
    pub(crate) async fn create() -> Self {
        let team = Team::create().await;
        let pool = adapter_postgres::pool(team.url(), 8);
        let clock = Arc::new(FixedClock::at(NOW));
        let read = Arc::new(DraftCache::new());
        Self {
            owner: team.owner,
            stranger: team.stranger,
            domains: PgDomainStore::new(pool.clone()),
            drafts: PgDraftStore::new(pool.clone(), Arc::clone(&read)),
            read,
            queue: PgProvisioningQueue::new(pool.clone()),
            pool,
            around: Context {
                clock: clock.clone(),
                ids: Ids::new(clock, Arc::new(SeededEntropy::new(7))),
                cpu: Cpu::inline(),
            },
            team,
        }
    }

    pub(crate) fn by(&self) -> &Acting {
        self.team.by()
    }

    pub(crate) fn url(&self) -> &str {
        self.team.url()
    }

    /// Registers a domain of the owner.
    pub(crate) async fn domain(&self, name: &str) -> Hostname {
        let new = new_domain(name);
        let domain: Domain = self.domains.register(self.by(), &new, &PlanCaps::default()).await.unwrap();
        domain.hostname
    }

    /// Builds a landing of one default segment with this many buttons.
    pub(crate) fn landing(&self, buttons: usize) -> Arc<Landing> {
        let (mut landing, tier) = (Landing::empty(), self.around.ids.segment());
        landing.create_segment(tier, NewSegment::named(SegmentName::parse("All").unwrap())).unwrap();
        for n in 0..buttons {
            let new = NewButton::leading_to(
                Label::parse(&format!("No. {n}")).unwrap(),
                Target::parse("https://example.com").unwrap(),
            );
            landing.create_button(&tier, self.around.ids.button(), new).unwrap();
        }
        Arc::new(landing)
    }

    /// Builds a landing that uses every feature.
    pub(crate) fn rich_landing(&self) -> Arc<Landing> {
        let ids = &self.around.ids;
        let typed = Target::parse("http://münchen.example/ü?q=\"%20'#é").unwrap();
        let button = NewButton {
            label: Label::parse("Zoë's 🎁 \\u0000 \"quoted\" שלום").unwrap(),
            url: typed,
            icon: Icon::parse("star_1.svg").unwrap(),
            hidden: true,
            rule: Some(rule()),
            variants: Some(variants()),
            schedule: Schedule::new(None, Some(1_900_000_000)).unwrap(),
            position: None,
        };
        let stamped =
            NewButton::leading_to(Label::parse("Funnel").unwrap(), Target::parse("funnel:paid").unwrap());
        let rich = NewSegment {
            name: SegmentName::parse("Ünïcode 日本").unwrap(),
            countries: ["DE", "AT"].map(|code| CountryCode::parse(code).unwrap()).to_vec(),
            is_default: false,
            rule: Some(rule()),
            experiment: Some(experiment()),
            lang: Language::parse("pt-BR"),
            schedule: Schedule::new(Some(1_700_000_000), Some(1_900_000_000)).unwrap(),
            position: None,
        };
        let buttons = vec![
            Button::restore(ids.button(), button, None, Some(label_file()), LiveText::default()),
            Button::restore(
                ids.button(),
                stamped,
                Some("https://example.com/f/1?c=2".to_owned()),
                None,
                undrawn(),
            ),
        ];
        let rest = NewSegment { is_default: true, ..NewSegment::named(SegmentName::parse("Rest").unwrap()) };
        let segments = vec![
            Segment::restore(ids.segment(), rich, buttons),
            Segment::restore(ids.segment(), rest, Vec::new()),
        ];
        let mut landing = Landing::restore(segments, appearance(), banner()).unwrap();
        let settings = serde_json::json!({
            "share": { "title": "Zoë's \u{1F381}", "description": "שלום", "picture": "upload" },
            "in_app": { "mode": "auto" },
            "utm": { "source": "{domain}", "medium": "link in bio", "campaign": "{segment}" },
        });
        landing.set(SettingsPatch::parse(&settings).unwrap());
        landing.reach.picture = FileName::parse("0a1b.webp");
        Arc::new(landing)
    }

    pub(crate) async fn save(&self, domain: &Hostname, landing: &Landing) -> Revision {
        let draft = DraftStore::load(&self.drafts, self.owner, domain).await.unwrap().unwrap();
        self.drafts.save(self.by(), domain, draft.revision, &Arc::new(landing.clone()), NOW).await.unwrap()
    }

    /// Runs SQL without the stores.
    pub(crate) async fn sql(&self, statement: &str) -> diesel::QueryResult<usize> {
        let mut connection = self.pool.get().await.unwrap();
        diesel::sql_query(statement).execute(&mut connection).await
    }

    /// Returns when this many statements wait for a lock.
    pub(crate) async fn waiting(&self, count: i64) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.count(waiting_for_locks()).await != count {
            assert!(Instant::now() < deadline, "there are never {count} that wait");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Returns the number that a query selects as `n`.
    pub(crate) async fn count(&self, query: &str) -> i64 {
        let mut connection = self.pool.get().await.unwrap();
        let found: Number = diesel::sql_query(query).get_result(&mut connection).await.unwrap();
        found.n
    }
}

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    n: i64,
}

pub(crate) fn host(name: &str) -> Hostname {
    Hostname::parse(name).unwrap()
}

pub(crate) fn new_domain(name: &str) -> NewDomain {
    let display_name = DisplayName::parse("Zoë 🎁").unwrap();
    NewDomain { hostname: host(name), display_name, created_at: NOW, is_proven: false }
}

fn leaf<V: Into<Value>>(field: &str, op: &str, values: impl IntoIterator<Item = V>) -> Value {
    Value::from_iter([("field", Value::from(field)), ("op", op.into()), ("values", Value::from_iter(values))])
}

/// Builds a rule with every kind of leaf and test, below `all`, `any` and `not`.
fn rule() -> Rule {
    let time = Value::from_iter([
        ("field", Value::from("time")),
        ("op", "between".into()),
        ("tz", "Europe/Paris".into()),
        ("days", Value::from_iter(["fri", "sat"])),
        ("from", "18:00".into()),
        ("to", "02:00".into()),
    ]);
    let date = Value::from_iter([
        ("field", Value::from("date")),
        ("op", "between".into()),
        ("from_ts", Value::from(-1)),
        ("to_ts", Value::from(4_000_000_000_i64)),
    ]);
    let not = Value::from_iter([("not", leaf("browser", "not_in", ["safari"]))]);
    let any = [
        leaf("device", "in", ["mobile", "tablet"]),
        leaf("os", "eq", ["ios"]),
        leaf("in_app", "in", ["any", "instagram", "none"]),
        leaf("lang", "in", ["pt", "de-AT"]),
        leaf("channel", "in", ["direct", "qr", "qr-poster_1"]),
        leaf("returning", "eq", [true]),
        not,
    ];
    let all = vec![
        leaf("country", "not_in", ["US"]),
        leaf("referrer_host", "suffix", ["instagram.com"]),
        leaf("referrer_host", "exists", [false]),
        leaf("utm.source", "exists", [true]),
        leaf("query.Ref.x", "in", ["", "ü \" \\ 🎁"]),
        time,
        date,
        Value::from_iter([("any", Value::Array(any.to_vec()))]),
    ];
    Rule::parse(&Value::from_iter([("v", Value::from(1)), ("all", Value::Array(all))])).unwrap()
}

fn experiment() -> Experiment {
    let arm = |id: &str, weight| Value::from_iter([("id", Value::from(id)), ("weight", Value::from(weight))]);
    let fields = [
        ("v", Value::from(1)),
        ("key", "Herbst 🍂".into()),
        ("arms", Value::Array(vec![arm("a", 0), arm("b_2", 10_000)])),
        ("winner", "a".into()),
    ];
    Experiment::parse(&Value::from_iter(fields)).unwrap()
}

fn variants() -> Variants {
    let full = [
        ("id", Value::from("a")),
        ("label", "Другой".into()),
        ("url", "funnel:ftl".into()),
        ("icon", "x.svg".into()),
        ("hidden", false.into()),
    ];
    let bare = Value::from_iter([("id", Value::from("b_2"))]);
    Variants::parse(&Value::Array(vec![Value::from_iter(full), bare])).unwrap()
}

fn undrawn() -> LiveText {
    let (font, colour) = (Font::PlayfairDisplay, Rgb::parse("#d4145a").unwrap());
    LiveText::from(Some(Undrawn { text: "party 🎉".to_owned(), font, colour }))
}

fn label_file() -> LabelFile {
    LabelFile {
        file: FileName::parse("0a1b.svg").unwrap(),
        text: "Zoë's".to_owned(),
        font: Font::PlayfairDisplay,
        colour: Rgb::parse("#d4145a").unwrap(),
    }
}

fn map(entries: Vec<(&str, Value)>) -> Value {
    Value::from_iter(entries)
}

fn appearance() -> Appearance {
    let ui = map(vec![
        (
            "buttons",
            map(vec![("shape", "pill".into()), ("font", "Bebas Neue".into()), ("color", "#00ff00".into())]),
        ),
        ("profile", map(vec![("bio", "two\nlines".into()), ("name_size", Value::from(12.5))])),
        ("gate", map(vec![("enabled", true.into()), ("mode", "birthdate".into())])),
    ]);
    let file = |name| FileName::parse(name);
    Appearance {
        canvas_color: Rgb::parse("#20123a"),
        ui: Ui::parse(&ui).unwrap(),
        design: Design::CustomHtml(CustomHtml::parse("<p>'\"\\ 🎁</p>").unwrap()),
        sources: Sources { mobile: file("a.png"), desktop: file("b.webp") },
    }
}

/// Builds a banner with every field of a preset, and a style.
pub(crate) fn banner() -> Banner {
    let patch = map(vec![
        ("enabled", true.into()),
        ("title", "New here?".into()),
        ("body", "Say hello".into()),
        ("link_text", "Open".into()),
        ("link_mode", "manual".into()),
        ("target_url", "https://example.com/ü".into()),
        ("delay_ms", Value::from(600_000)),
        ("avatar_filename", "0a.png".into()),
        ("sound_filename", "0b.mp3".into()),
        ("translations", map(vec![("pt-BR", map(vec![("title", "Novo?".into())]))])),
        (
            "variants",
            Value::from_iter([map(vec![
                ("key", "a".into()),
                ("weight", Value::from(1)),
                ("body", "Hey".into()),
            ])]),
        ),
        ("activity_source", "recent_subscribers".into()),
        (
            "style",
            map(vec![("theme", "liquid".into()), ("opacity", Value::from(0.35)), ("radius", Value::from(0))]),
        ),
    ]);
    let mut banner = Banner::default();
    banner.apply(BannerPatch::parse(&patch).unwrap());
    banner
}
