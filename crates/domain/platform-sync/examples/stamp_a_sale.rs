//! Reads a pushed sale, and passes it on with the link of the fan's latest subscription.
use kernel::UnixTime;
use platform_sync::{Entry, FanDesk, Held, How, Pauses, onlyfans_hook};

const BODY: &str = r#"{"event": "transactions.new", "account_id": "acct_1", "payload": {"id": "ab", "amount": 12.5,
    "net_amount": 10, "created_at": "2026-11-20 10:15:00", "type": "tip", "fan": {"id": "900001"}}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (now, pauses) = (UnixTime::from_seconds(1_800_000_000), Pauses::default());
    let mut desk = FanDesk::default();
    desk.found("c123".parse()?, How::Imported, Some(UnixTime::from_seconds(0)), UnixTime::from_seconds(0));
    for movement in Entry::default().take(&onlyfans_hook(BODY)?.event, now) {
        let (id, at) = (movement.id, movement.at);
        desk.acted(Held { id, at, received_at: now, of_subscription: false });
    }
    desk.release(now, &pauses).iter().for_each(|event| println!("{event:?}"));
    Ok(())
}
