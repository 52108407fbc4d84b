//! Tests of the delivery queue: claims, lanes, turns, and endpoints that fail.

use super::*;

#[tokio::test]
async fn only_endpoints_that_are_active_and_want_an_event_are_notified_each_once() {
    let post = Post::create().await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    let by = &Acting::service(owner);
    for (number, events) in [(1, &["*"][..]), (2, &["key.created"]), (3, &["link.changed"]), (4, &["*"])] {
        post.hooks.insert(by, &endpoint(number, events)).await.unwrap();
    }
    post.switch(4, false).await;
    post.add(stranger, 1).await;
    post.key(owner).await;
    let reported =
        "SELECT owner_id || ' ' || endpoint_id AS line FROM webhook_deliveries ORDER BY endpoint_id";
    let expected = [1, 2].map(|number| format!("{owner} {}", id(number)));
    assert_eq!(post.funnel.texts(reported).await, expected);
    let tasks = post.claim(Lane::Working, 0, 9).await;
    let messages: BTreeSet<_> = tasks.iter().map(|task| (&task.message.id, &task.message.body)).collect();
    assert_eq!((tasks.len(), messages.len()), (2, 1), "the same message to both");
    assert_eq!(tasks[0].progress, Progress::begin(NOW));
}

#[tokio::test]
async fn a_delivery_is_handed_out_once_while_its_lease_runs() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 3).await;
    assert!(post.claim(Lane::Working, -1, 9).await.is_empty(), "nothing is due yet");
    let first = post.claim(Lane::Working, 0, 2).await;
    assert_eq!(first.len(), 2);
    assert_eq!(post.claim(Lane::Working, LEASE - 1, 9).await.len(), 1);
    let again = post.claim(Lane::Working, LEASE, 9).await;
    assert_eq!(again.iter().map(|task| task.id).collect::<Vec<_>>(), [first[0].id, first[1].id]);
    assert_ne!(again[0].lease, first[0].lease);
    let later = NOW.plus_seconds(LEASE);
    assert!(post.hooks.destination(&first[0], later).await.unwrap().is_none());
    assert!(!post.settle(&first[0], ok(), later).await);
    assert!(post.settle(&again[0], ok(), later).await);
    assert!(!post.settle(&again[0], broken(), later).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
}

#[tokio::test]
async fn of_many_who_claim_at_once_each_gets_others() {
    let post = Post::with(1).await;
    let owner = post.owner();
    post.keys(owner, 12).await;
    let mut workers = JoinSet::new();
    for _ in 0..6 {
        let hooks = post.hooks.clone();
        workers.spawn(async move { hooks.claim(owner, room(Lane::Working, 3), NOW, LEASE).await.unwrap() });
    }
    let mut taken: Vec<_> = workers.join_all().await.concat();
    let most = usize::try_from(Lane::Working.most_of_endpoint()).unwrap();
    taken.extend(post.claim(Lane::Working, 0, 99).await);
    let ids: BTreeSet<_> = taken.iter().map(|task| task.id).collect();
    assert_eq!((taken.len(), ids.len()), (most, most));
    assert!(post.due(Lane::Working, 0).await.is_empty(), "there is no room for more");
}

#[tokio::test]
async fn a_full_lane_leaves_less_to_one_endpoint_and_to_one_owner() {
    let post = Post::with(1).await;
    let owner = post.owner();
    for number in 2..=6 {
        post.add(owner, number).await;
    }
    post.keys(owner, 5).await;
    let narrow = Room { of_endpoint: 1, ..room(Lane::Working, 99) };
    let first = post.hooks.claim(owner, narrow, NOW, LEASE).await.unwrap();
    let endpoints: BTreeSet<_> = first.iter().map(|task| task.endpoint).collect();
    assert_eq!((first.len(), endpoints.len()), (6, 6), "each endpoint has its first place");
    assert!(post.hooks.claim(owner, narrow, NOW, LEASE).await.unwrap().is_empty());
    assert!(post.hooks.due(narrow, NOW).await.unwrap().is_empty());
    // Deliveries in progress count when the limit rises again: an owner's limit equals that of four endpoints.
    let wider = Room { of_endpoint: 2, ..narrow };
    assert_eq!(post.hooks.due(wider, NOW).await.unwrap(), [owner]);
    assert_eq!(post.hooks.claim(owner, wider, NOW, LEASE).await.unwrap().len(), 2);
    assert!(post.hooks.due(wider, NOW).await.unwrap().is_empty());
    // An endpoint without deliveries in progress is due, and gets its first place despite the limit.
    post.add(owner, 7).await;
    post.key(owner).await;
    assert_eq!(post.hooks.due(wider, NOW).await.unwrap(), [owner]);
    let one: Vec<_> = post.hooks.claim(owner, wider, NOW, LEASE).await.unwrap();
    assert_eq!(one.iter().map(|task| task.endpoint).collect::<Vec<_>>(), [id(7)]);
}

#[tokio::test]
async fn endpoints_and_owners_take_turns() {
    let post = Post::with(1).await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    post.keys(owner, 20).await;
    post.add(owner, 2).await;
    post.keys(owner, 2).await;
    let of = |tasks: &[Task], number| tasks.iter().filter(|task| task.endpoint == id(number)).count();
    let first = post.claim(Lane::Working, 0, 4).await;
    assert_eq!((of(&first, 1), of(&first, 2)), (2, 2));
    // The owner's first endpoint has capacity for six more.
    assert_eq!(post.claim(Lane::Working, 0, 99).await.len(), 6);
    // An owner with fewer deliveries in progress comes first, whatever the due times.
    post.add(stranger, 1).await;
    post.key(stranger).await;
    post.add(owner, 3).await;
    post.key(owner).await;
    assert_eq!(post.due(Lane::Working, 0).await, [stranger, owner]);
    assert_eq!(post.hooks.due(room(Lane::Working, 1), NOW).await.unwrap(), [stranger]);
}

#[tokio::test]
async fn messages_about_one_subject_are_sent_in_their_order() {
    let post = Post::with(1).await;
    let owner = post.owner();
    let by = &Acting::service(owner);
    let key = post.key(owner).await;
    post.keys.revoke(by, &key, Precondition::None, NOW).await.unwrap();
    post.key(owner).await;
    let kinds = |tasks: &[Task]| tasks.iter().map(|task| task.message.kind.clone()).collect::<Vec<_>>();
    let first = post.claim(Lane::Working, 0, 9).await;
    assert_eq!(kinds(&first), ["key.created", "key.created"]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty(), "the revocation waits for the first");
    // A failed message that waits for its retry delays no later message.
    assert!(post.settle(&first[1], ok(), NOW).await);
    assert!(post.settle(&first[0], broken(), NOW).await);
    assert_eq!(kinds(&post.claim(Lane::Failing, 0, 9).await), ["key.revoked"]);
    assert!(post.claim(Lane::Failing, 5, 9).await.is_empty(), "of one that fails one is under way");
}

#[tokio::test]
async fn an_endpoint_that_is_slow_is_in_a_lane_of_its_own_until_it_is_quick() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 12).await;
    let task = post.claim_one().await;
    assert!(post.settle_after(&task, ok(), NOW, 14).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING, "slow is not failing");
    assert!(post.due(Lane::Working, 0).await.is_empty() && post.due(Lane::Failing, 0).await.is_empty());
    assert_eq!(post.due(Lane::Slow, 0).await, [post.owner()]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let mut quick = 0;
    while post.due(Lane::Working, 0).await.is_empty() {
        let task = post.claim(Lane::Slow, 0, 9).await.remove(0);
        assert!(post.settle_after(&task, ok(), NOW, 0).await);
        quick += 1;
    }
    assert_eq!(quick, 2);
    // A failing endpoint is in the failing lane, however slow it is.
    let task = post.claim_one().await;
    assert!(post.settle_after(&task, Answer::none(NoAnswer::Timeout), NOW, 15).await);
    assert_eq!(post.due(Lane::Failing, 0).await, [post.owner()]);
    assert!(post.due(Lane::Slow, 0).await.is_empty());
    let elsewhere = EndpointChange { url: Some(url("https://e2.example/")), ..EndpointChange::default() };
    let changed = post.change(1, &elsewhere).await;
    assert_eq!(
        (changed.pace, changed.state),
        (Pace::QUICK, EndpointState::WORKING),
        "nothing is known of it"
    );
}

#[tokio::test]
async fn an_endpoint_that_fails_is_in_the_other_lane_until_it_answers() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 2).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, Answer::none(NoAnswer::Timeout), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::Active { failing_since: Some(NOW) });
    assert!(post.due(Lane::Working, 0).await.is_empty());
    assert_eq!(post.due(Lane::Failing, 0).await, [post.owner()]);
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let other = post.claim(Lane::Failing, 0, 9).await.remove(0);
    assert!(post.settle(&other, ok(), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
    // The first message is due again after five seconds.
    assert!(post.claim(Lane::Working, 4, 9).await.is_empty());
    let again = post.claim(Lane::Working, 5, 9).await.remove(0);
    assert_eq!((again.id, again.progress.attempts), (task.id, 1));
    assert_eq!(again.message, task.message);
}

#[tokio::test]
async fn an_endpoint_that_is_gone_is_switched_off_and_the_others_are_notified() {
    let post = Post::with(1).await;
    post.add(post.owner(), 2).await;
    post.keys(post.owner(), 2).await;
    let tasks = post.claim(Lane::Working, 0, 9).await;
    let task = tasks.iter().find(|task| task.endpoint == id(1)).unwrap();
    assert!(post.settle(task, Answer::new(410, b""), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::Disabled(DisabledReason::Gone));
    let reported = post.sent().await;
    let expected = format!(r#"webhook.disabled {{"id": "{}", "reason": "gone"}}"#, id(1));
    assert_eq!(reported.iter().filter(|line| **line == expected).count(), 1, "{reported:#?}");
    let to = "SELECT endpoint_id AS line FROM webhook_deliveries WHERE event_type = 'webhook.disabled'";
    assert_eq!(post.funnel.texts(to).await, [id(2).to_string()]);
    // Pending messages continue when the endpoint is enabled again; events in between are not sent.
    let left = tasks.iter().find(|other| other.endpoint == id(1) && other.id != task.id).unwrap();
    assert!(post.hooks.destination(left, NOW).await.unwrap().is_none());
    post.key(post.owner()).await;
    assert!(post.claim(Lane::Working, 0, 9).await.iter().all(|task| task.endpoint == id(2)));
    post.switch(1, true).await;
    let again = post.claim(Lane::Working, 0, 9).await;
    assert_eq!(again.iter().map(|task| task.id).collect::<Vec<_>>(), [left.id]);
}

#[tokio::test]
async fn after_five_days_of_failure_it_is_switched_off() {
    let post = Post::with(1).await;
    post.keys(post.owner(), 3).await;
    let days = |days: i64| NOW.plus_seconds(days * 86_400);
    let (one, two) = (post.claim_one().await, post.claim_one().await);
    assert!(post.settle(&one, broken(), NOW).await);
    assert!(post.settle(&two, broken(), days(5).plus_seconds(-1)).await);
    assert_eq!(post.state(1).await, EndpointState::Active { failing_since: Some(NOW) });
    let three = post.claim(Lane::Failing, 0, 1).await.remove(0);
    assert!(post.settle(&three, broken(), days(5)).await);
    assert_eq!(post.state(1).await, EndpointState::Disabled(DisabledReason::Failing));
}

#[tokio::test]
async fn what_another_address_answered_says_nothing_about_this_one() {
    let post = Post::with(1).await;
    post.key(post.owner()).await;
    let task = post.claim_one().await;
    let change = EndpointChange { url: Some(url("https://new.example")), ..EndpointChange::default() };
    post.change(1, &change).await;
    assert!(post.settle(&task, Answer::new(410, b""), NOW).await);
    assert_eq!(post.state(1).await, EndpointState::WORKING);
}
