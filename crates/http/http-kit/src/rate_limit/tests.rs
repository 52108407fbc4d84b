use governor::clock::FakeRelativeClock;

use super::*;

const OFF: RateLimits = RateLimits { per_minute: 0, burst: 0 };

const ANNA: OwnerId = OwnerId::new(1);
const BERT: OwnerId = OwnerId::new(2);

fn few(per_minute: u32, burst: u32) -> RateLimits {
    RateLimits { per_minute, burst }
}

fn headers(verdict: &Verdict) -> [String; 2] {
    let mut headers = HeaderMap::new();
    verdict.write(&mut headers);
    ["ratelimit-policy", "ratelimit"]
        .map(|name| headers.get(name).map_or_else(String::new, |value| value.to_str().unwrap().to_owned()))
}

#[test]
fn a_burst_is_followed_by_an_even_flow() {
    let clock = FakeRelativeClock::default();
    let limit = RateLimit::with_clock(few(60, 2), OFF, &clock);
    let take = |key| {
        let verdict = limit.take(ANNA, KeyId::new(key));
        (headers(&verdict)[1].clone(), verdict.refusal())
    };
    let left = |left, ends| format!("\"key\";r={left};t={ends}");
    assert_eq!(take(1), (left(59, 60), None));
    assert_eq!(take(1).1, None);
    assert_eq!(take(1), (left(58, 60), Some((LimitScope::Key, 1))));
    assert_eq!(take(2).1, None, "another key has a share of its own");
    clock.advance(Duration::from_millis(1500));
    assert_eq!(take(1), (left(57, 59), None));
    clock.advance(Duration::from_secs(60));
    assert_eq!(take(1), (left(59, 60), None), "a new minute");
}

#[test]
fn all_keys_of_an_owner_share_one_limit() {
    let clock = FakeRelativeClock::default();
    let limit = RateLimit::with_clock(few(60, 4), few(10, 5), &clock);
    let take = |owner, key| limit.take(owner, KeyId::new(key));
    let first = take(ANNA, 1);
    assert_eq!(
        headers(&first),
        ["\"key\";q=60;w=60, \"owner\";q=10;w=60", "\"key\";r=59;t=60, \"owner\";r=9;t=60"]
    );
    for key in 2..=5 {
        assert_eq!(take(ANNA, key).refusal(), None);
    }
    let refused = take(ANNA, 6);
    assert_eq!(refused.refusal(), Some((LimitScope::Owner, 6)), "a new key has no new share");
    assert_eq!(headers(&refused)[1], "\"key\";r=59;t=60, \"owner\";r=5;t=60");
    assert_eq!(take(BERT, 7).refusal(), None, "another owner has");
    clock.advance(Duration::from_secs(6));
    assert_eq!(take(ANNA, 6).refusal(), None);
}

#[test]
fn what_a_key_is_refused_takes_nothing_from_the_other_keys_of_its_owner() {
    let limit = RateLimit::with_clock(few(60, 1), few(60, 3), &FakeRelativeClock::default());
    assert_eq!(limit.take(ANNA, KeyId::new(1)).refusal(), None);
    for _ in 0..100 {
        let refused = limit.take(ANNA, KeyId::new(1));
        assert_eq!(refused.refusal(), Some((LimitScope::Key, 1)));
        assert_eq!(headers(&refused)[0], "\"key\";q=60;w=60");
    }
    assert_eq!(limit.take(ANNA, KeyId::new(2)).refusal(), None);
}

#[test]
fn the_limit_of_the_owner_is_reported_once_it_is_the_nearer_one() {
    let limit = RateLimit::with_clock(few(10, 10), few(100, 100), &FakeRelativeClock::default());
    for key in 0..9 {
        for _ in 0..10 {
            assert_eq!(headers(&limit.take(ANNA, KeyId::new(key)))[0], "\"key\";q=10;w=60");
        }
    }
    for left in (0..10).rev() {
        let state = headers(&limit.take(ANNA, KeyId::new(9)))[1].clone();
        assert_eq!(state, format!("\"key\";r={left};t=60"));
    }
    assert_eq!(headers(&limit.take(ANNA, KeyId::new(10)))[1], "\"key\";r=9;t=60, \"owner\";r=0;t=60");
}

#[test]
fn zero_switches_it_off() {
    for off in [few(0, 100), few(600, 0)] {
        let limit = RateLimit::new(off, off);
        let verdict = limit.take(ANNA, KeyId::new(1));
        assert_eq!((verdict.refusal(), headers(&verdict)), (None, [String::new(), String::new()]));
    }
    let limit = RateLimit::new(OFF, few(60, 1));
    assert_eq!(headers(&limit.take(ANNA, KeyId::new(1)))[1], "\"owner\";r=59;t=60");
    assert_eq!(limit.take(ANNA, KeyId::new(2)).refusal(), Some((LimitScope::Owner, 1)));
}

#[test]
fn many_busy_keys_are_not_looked_through_with_each_request() {
    let mut windows = Windows { of: HashMap::new(), room: REMEMBERED };
    let clock = FakeRelativeClock::default();
    let now = clock.now();
    let mut looks = 0;
    for key in 0..1_000_000 {
        looks += usize::from(windows.make_room(now)) * windows.of.len();
        windows.count(key, now, true);
    }
    assert!(looks < 2_000_000, "{looks} looks at others for a million requests");
    clock.advance(WINDOW);
    windows.room = REMEMBERED;
    assert!(windows.make_room(clock.now()));
    assert_eq!((windows.of.len(), windows.room), (0, REMEMBERED));
}
