//! Stored values are read back as they were, and no body of a vendor brings the readers down.

use std::fmt::Debug;

use kernel::{OwnerId, UnixTime};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    Account, AccountSize, CreationRow, CreationState, Entry, FanDesk, Held, How, ImportPart, Job, JobRow,
    Outcome, Proof, Purse, Signal, Urgency, fanvue_hook, fanvue_link, fanvue_row, import_plan,
    onlyfans_campaign, onlyfans_chargeback, onlyfans_fan, onlyfans_hook, onlyfans_item, onlyfans_transaction,
    onlyfans_trial,
};

const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

fn through<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn stored_values_are_read_back() {
    let called = Signal::Called { outcome: Outcome::Wait { seconds: 5 }, proof: Proof::Session };
    through(&called);
    through(&Account::connected(NOW).after(Signal::SessionEnded, NOW));
    through(&CreationRow { attempt: 3, started_at: NOW, state: CreationState::Done("t7".parse().unwrap()) });
    through(&JobRow { job: Job::FansNew, due_at: NOW, failures: 2 });
    through(&import_plan(&ImportPart::ALL, AccountSize::default(), &[5], 90));

    let mut desk = FanDesk::default();
    let _ = desk.found("c1".parse().unwrap(), How::Imported, Some(NOW), NOW);
    desk.subscribed(Held { id: "s1".to_owned(), at: NOW, received_at: NOW, of_subscription: true });
    through(&desk);

    let mut purse = Purse::new(100, Some(500), 60, NOW);
    purse.set_share(OwnerId::new(1), 2);
    purse.reserve(OwnerId::new(1), Urgency::Import, 5, NOW).unwrap();
    through(&purse);

    let body = r#"{"event": "transactions.new", "payload": {"id": "ab", "amount": 12.5, "net_amount": 10,
        "created_at": "2026-11-20 10:15:00", "status": "done", "fan": {"id": 7}}}"#;
    let hook = onlyfans_hook(body).unwrap();
    through(&hook);
    let mut entry = Entry::default();
    let moved = entry.take(&hook.event, NOW);
    through(&entry);
    through(&moved);
}

fn read_by_all(body: &str) {
    let hooks = [onlyfans_hook(body), fanvue_hook(body)].map(|hook| hook.is_ok());
    let events = [onlyfans_transaction, onlyfans_chargeback, fanvue_row].map(|read| read(body).is_ok());
    let links = [onlyfans_trial, fanvue_link].map(|read| read(body).is_ok());
    let _ = (
        hooks,
        events,
        links,
        onlyfans_campaign(body, Some("maya")),
        onlyfans_fan(body),
        onlyfans_item(body),
    );
}

proptest! {
    #[test]
    fn no_body_brings_a_reader_down(
        event in prop_oneof![Just("transactions.new"), Just("subscriptions.new"), Just("users.online"), Just("creator.payment.succeeded")],
        field in "id|amount|net|created_at|createdAt|fan|user|replacePairs|gross|uuid|type|data",
        value in prop_oneof!["[0-9eE.+-]{1,30}", Just("[]".to_owned()), Just("{}".to_owned()), Just("null".to_owned()), "\"[^\"\\\\]{0,40}\""],
        text in ".{0,60}",
    ) {
        read_by_all(&text);
        read_by_all(&format!("{{\"{field}\": {value}, \"id\": 1}}"));
        let payload = format!("{{\"{field}\": {value}}}");
        read_by_all(&format!("{{\"event\": \"{event}\", \"payload\": {payload}}}"));
        read_by_all(&format!("{{\"id\": \"e\", \"type\": \"{event}\", \"data\": {payload}}}"));
    }
}
