//! Previews an audience of 1,000,000 fans in pages of 1000, with an engine and a ledger that respond at once.
//!
//! Measures the cost of the rules themselves, and shows that memory use stays flat.
//!
//! `cargo xtask bench broadcast` runs it; `cargo xtask bench preview` measures the same through the whole service.

use std::hint::black_box;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use broadcast_gate::audience::{Audience, AudienceInput, Fan, FanStatus, FanTier};
use broadcast_gate::campaigns::{CampaignPorts, Campaigns};
use broadcast_gate::pace::PacePolicy;
use broadcast_gate::ports::{
    FanPage, MockCampaignStats, MockCampaignStore, MockFanDirectory, MockGateKeeper, MockLedger,
};
use broadcast_gate::preview::Preview;
use broadcast_gate::screening::{History, Screening};
use broadcast_gate::text::FanId;
use dev_kit::report::{Report, Side, Unit, print_figures};
use kernel::fixed::FixedClock;
use kernel::{CountryCode, OwnerId, UnixTime};

const FANS: usize = 1_000_000;
const ROUNDS: usize = 5;
const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

fn fan(n: usize) -> Option<Fan> {
    Some(Fan {
        fan_id: FanId::parse(&format!("fan{n}")).ok()?,
        tier: FanTier::ALL.get(n % 4).copied(),
        status: Some(FanStatus::Active),
        country: CountryCode::parse(if n.is_multiple_of(3) { "US" } else { "DE" }),
        last_seen_at: Some(NOW),
        total_spent_cents: 100,
        opted_out: n.is_multiple_of(20),
        blocked: false,
    })
}

/// Peak memory of the process in MiB; 0 if the system does not report it.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|kib| kib.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kib.map_or(0.0, |kib| kib / 1024.0)
}

fn campaigns() -> Campaigns {
    let mut fans = MockFanDirectory::new();
    fans.expect_page().returning(|_, _, _, cursor, limit| {
        let from: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let to = (from + limit as usize).min(FANS);
        Ok(FanPage {
            fans: (from..to).filter_map(fan).collect(),
            next_cursor: (to < FANS).then(|| to.to_string()),
        })
    });
    let mut ledger = MockLedger::new();
    ledger.expect_histories().returning(|_, _, fans| Ok(vec![History::default(); fans.len()]));
    let ports = CampaignPorts {
        campaigns: Arc::new(MockCampaignStore::new()),
        ledger: Arc::new(ledger),
        stats: Arc::new(MockCampaignStats::new()),
        fans: Arc::new(fans),
        gate: Arc::new(MockGateKeeper::new()),
        clock: Arc::new(FixedClock::at(NOW)),
    };
    Campaigns::new(ports, Screening::default(), PacePolicy::default())
}

fn main() {
    let campaigns = campaigns();
    let input = AudienceInput { last_seen_days: Some(30), ..AudienceInput::default() };
    let audience = Audience::parse(&input).unwrap_or_default();
    let before = peak();
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let began = Instant::now();
        black_box((0..FANS).filter_map(fan).filter(|fan| !fan.opted_out).count());
        bare.push(began.elapsed());
        let began = Instant::now();
        black_box(previewed(&campaigns, &audience));
        ours.push(began.elapsed());
    }
    Report {
        bench: "broadcast",
        case: "audience of 1,000,000 fans",
        limit: Side::times("making the fans and counting them", Unit::Millis, bare),
        ours: Side::times("preview", Unit::Millis, ours),
        goal: None,
    }
    .print();
    let growth = [("before_mb", before), ("after_mb", peak())];
    print_figures("broadcast", "most memory ever held", &growth);
}

/// The mocks never wait, so busy polling is harmless.
fn previewed(campaigns: &Campaigns, audience: &Audience) -> Preview {
    let mut preview = Box::pin(campaigns.preview(OwnerId::new(1), audience));
    loop {
        if let Poll::Ready(found) = preview.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return found.unwrap_or_default();
        }
    }
}
