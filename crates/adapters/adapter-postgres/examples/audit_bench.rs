//! Compares writes that leave an audit entry with the same writes without an actor, which leave none.
//!
//! `cargo xtask bench audit` runs the benchmark. Both sides alternate on one connection, on drafts of 20 buttons,
//! presets and members. Each case states the number of earlier entries.
//!
//! Only stores are measured: the surrounding request costs both sides the same.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use adapter_postgres::{DraftCache, PgDraftStore, PgMemberStore, PgPresetStore, Pool};
use auth_scopes::{Member, MemberEdit, MemberPatch, MemberRequest, MemberStore, Rights};
use dev_kit::report::{Report, Side};
use diesel_async::RunQueryDsl;
use kernel::fixed::{FixedClock, SeededEntropy};
use kernel::{Acting, ActingKey, Actor, Hostname, OwnerId, Precondition, UnixTime};
use landing_draft::banner::BannerContent;
use landing_draft::button::NewButton;
use landing_draft::domain::Revision;
use landing_draft::id::Ids;
use landing_draft::landing::Landing;
use landing_draft::ports::{DraftStore, PresetStore};
use landing_draft::preset::{Preset, PresetName};
use landing_draft::segment::NewSegment;
use landing_draft::target::Target;
use landing_draft::text::{Label, SegmentName};
use test_support::TestDatabase;

/// Same allocator as the program, on both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Done<T = ()> = Result<T, Box<dyn Error>>;

const OWNER: OwnerId = OwnerId::new(1);
const SERVICE: Acting = Acting::service(OWNER);
const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);
const WRITES: usize = 200;
const ROUNDS: usize = 15;
const BUTTONS: usize = 20;
/// Number of earlier entries.
const EARLIER: [usize; 3] = [10_000, 100_000, 1_000_000];

#[tokio::main]
async fn main() -> Done {
    for earlier in EARLIER {
        let database = TestDatabase::create().await?;
        let pool = adapter_postgres::pool(database.url(), 1);
        prepare(&pool, earlier).await?;
        let mut writers = Writers::new(&pool).await?;
        for kind in [Kind::Draft, Kind::Preset, Kind::Member] {
            measure(&mut writers, kind, earlier).await?;
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    Draft,
    Preset,
    Member,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Draft => "a draft",
            Self::Preset => "a preset",
            Self::Member => "a member",
        }
    }
}

async fn measure(writers: &mut Writers, kind: Kind, earlier: usize) -> Done {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let key = ActingKey { prefix: "abcdefgh".to_owned(), name: "CI".to_owned(), member: None };
        let noted = writers.write(kind, &Acting { actor: Actor::Key(key), ..SERVICE }).await?;
        let bare = writers.write(kind, &SERVICE).await?;
        // The first round is a warm-up.
        if round > 0 {
            ours.push(rate(noted));
            theirs.push(rate(bare));
        }
    }
    Report {
        bench: "audit",
        case: &format!("changes of {}, {earlier} earlier entries", kind.name()),
        limit: Side::rates("for nobody", theirs),
        ours: Side::rates("for a key, with an entry", ours),
        goal: Some(0.95),
    }
    .print();
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn rate(elapsed: Duration) -> f64 {
    WRITES as f64 / elapsed.as_secs_f64()
}

/// Stores, and their current content.
struct Writers {
    drafts: PgDraftStore,
    presets: PgPresetStore,
    members: PgMemberStore,
    domain: Hostname,
    landing: Landing,
    revision: Revision,
    preset: Preset,
    member: Member,
    written: usize,
}

impl Writers {
    async fn new(pool: &Pool) -> Done<Self> {
        let drafts = PgDraftStore::new(pool.clone(), Arc::new(DraftCache::new()));
        let (presets, members) = (PgPresetStore::new(pool.clone()), PgMemberStore::new(pool.clone()));
        let domain = Hostname::parse("a.example")?;
        let landing = landing()?;
        let revision =
            drafts.save(&SERVICE, &domain, Revision::FIRST, &Arc::new(landing.clone()), NOW).await?;
        let content = BannerContent { title: "T".to_owned(), ..BannerContent::default() };
        let preset = presets.insert(&SERVICE, &PresetName::parse("sale")?, &content, NOW).await?;
        let request = MemberRequest {
            name: "Ada".to_owned(),
            email: "ada@example.com".to_owned(),
            ..MemberRequest::default()
        };
        let member = members.insert(&SERVICE, &request.check(NOW)?).await?;
        Ok(Self { drafts, presets, members, domain, landing, revision, preset, member, written: 0 })
    }

    /// Changes a thing [`WRITES`] times, each time to a new value. Returns the total time.
    async fn write(&mut self, kind: Kind, by: &Acting) -> Done<Duration> {
        let began = Instant::now();
        for _ in 0..WRITES {
            self.written += 1;
            let text = format!("Change {}", self.written);
            match kind {
                Kind::Draft => {
                    // Every edit starts with a load, and computes its changes from it.
                    DraftStore::load(&self.drafts, OWNER, &self.domain).await?;
                    self.landing.banner.content.title = text;
                    let landing = Arc::new(self.landing.clone());
                    self.revision = self.drafts.save(by, &self.domain, self.revision, &landing, NOW).await?;
                }
                Kind::Preset => {
                    let content = BannerContent { title: text, ..self.preset.content.clone() };
                    let after = Preset { content, ..self.preset.clone() };
                    self.presets.replace(by, &self.preset, &after).await?;
                    self.preset = after;
                }
                Kind::Member => {
                    let patch = MemberPatch { name: Some(text), ..MemberPatch::default() };
                    let edit = MemberEdit { patch, rights: Rights::all(), expected: Precondition::None };
                    self.member = self.members.update(by, self.member.id, &edit).await?;
                }
            }
        }
        Ok(began.elapsed())
    }
}

fn landing() -> Done<Landing> {
    let ids = Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(1)));
    let (segment, mut landing) = (ids.segment(), Landing::empty());
    landing.create_segment(segment, NewSegment::named(SegmentName::parse("Everyone")?))?;
    for number in 0..BUTTONS {
        let target = Target::parse(&format!("https://shop.example/{number}"))?;
        let new = NewButton::leading_to(Label::parse(&format!("Button {number}"))?, target);
        landing.create_button(&segment, ids.button(), new)?;
    }
    Ok(landing)
}

async fn prepare(pool: &Pool, earlier: usize) -> Done {
    let mut connection = pool.get().await?;
    let statements = [
        "INSERT INTO owners VALUES (1, 'Ana', 'agency', now())".to_owned(),
        "INSERT INTO hostnames VALUES ('a.example', 1)".to_owned(),
        "INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state, infra_attempts, lease)
            VALUES (1, 'a.example', 'A', now(), 'active', 0, 0)".to_owned(),
        "INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
            VALUES (1, 'a.example', 1, 0, '{\"v\": 1, \"segments\": []}', now())".to_owned(),
        format!(
            "INSERT INTO audit_entries (owner_id, at, key_prefix, cli, action, subject_type, subject_id, before, after)
             SELECT 1, now() - n * interval '1 second', 'abcdefgh', false, 'landing.edit', 'domain', 'a.example',
                 '{{\"banner.title\": \"A\"}}', '{{\"banner.title\": \"B\"}}'
             FROM generate_series(1, {earlier}) n"
        ),
        "ANALYZE".to_owned(),
    ];
    for statement in statements {
        diesel::sql_query(statement).execute(&mut connection).await?;
    }
    Ok(())
}
