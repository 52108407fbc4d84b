//! Tests of the log of deliveries: reading, redriving, deleting.

use super::*;

#[tokio::test]
async fn the_log_shows_what_came_of_each_newest_first() {
    let post = Post::with(1).await;
    let (owner, stranger) = (post.owner(), post.funnel.desk.stranger);
    let by = &Acting::service(owner);
    post.add(owner, 2).await;
    post.keys(owner, 3).await;
    let task = post.claim_one().await;
    assert!(post.settle(&task, broken(), NOW).await);
    let list = async |before, limit| {
        post.hooks.deliveries(owner, task.endpoint, before, limit).await.unwrap().unwrap()
    };
    let whole = list(None, 9).await;
    assert_eq!(whole.len(), 3);
    let one = whole.iter().find(|delivery| delivery.id == task.id).unwrap();
    assert_eq!((one.message_id.as_str(), one.kind.as_str()), (task.message.id.as_str(), "key.created"));
    assert_eq!(one.progress, task.progress.after(broken().verdict(), NOW));
    assert_eq!((one.last_answer.as_ref(), one.created_at), (Some(&broken()), NOW));
    assert_eq!(
        (one.body.as_str(), one.attempt_log.as_slice()),
        (task.message.body.as_str(), &[Attempt::of(&broken(), NOW, 0)][..])
    );
    assert!(whole[0].id > whole[1].id && whole[0].last_answer.is_none());
    assert_eq!(list(Some(whole[0].id), 1).await, [whole[1].clone()]);
    for (owner, endpoint) in [(stranger, task.endpoint), (owner, id(9))] {
        let by = &Acting::service(owner);
        assert_eq!(post.hooks.deliveries(owner, endpoint, None, 9).await.unwrap(), None);
        assert_eq!(post.hooks.redrive(by, endpoint, NOW, NOW).await.unwrap(), None);
        assert_eq!(post.hooks.redeliver(by, endpoint, task.id, NOW).await.unwrap(), None);
    }
    let other = if task.endpoint == id(1) { id(2) } else { id(1) };
    assert_eq!(post.hooks.redeliver(by, other, task.id, NOW).await.unwrap(), None, "another endpoint's");
}

#[tokio::test]
async fn the_log_of_a_delivery_keeps_its_last_attempts() {
    let post = Post::with(1).await;
    post.key(post.owner()).await;
    let mut expected = Vec::new();
    for n in 0..20 {
        let (now, lane) = (NOW.plus_seconds(n), if n == 0 { Lane::Working } else { Lane::Failing });
        let task = post.claim(lane, n, 1).await.remove(0);
        let answer = if n % 2 == 0 { Answer::none(NoAnswer::Tls) } else { broken() };
        expected.push(Attempt::of(&answer, now, 1_000));
        assert!(post.settle_after(&task, answer, now, 1).await);
        post.hooks.redeliver(post.by(), id(1), task.id, now.plus_seconds(1)).await.unwrap();
    }
    let shown = post.hooks.deliveries(post.owner(), id(1), None, 1).await.unwrap().unwrap();
    assert_eq!(shown[0].attempt_log, expected[20 - usize::try_from(ATTEMPTS_KEPT).unwrap()..]);
}

#[tokio::test]
async fn a_redrive_takes_what_waits_for_its_next_try() {
    let post = Post::with(1).await;
    let owner = post.owner();
    let by = &Acting::service(owner);
    post.keys(owner, 3).await;
    let tasks = post.claim(Lane::Working, 0, 2).await;
    assert!(tasks.iter().all(|task| task.begun_at == NOW));
    assert!(post.settle(&tasks[0], broken(), NOW).await);
    let now = NOW.plus_seconds(1);
    // One waits for a retry, one is in progress, and one is due.
    assert_eq!(post.hooks.redrive(by, id(1), NOW, now).await.unwrap(), Some(1));
    assert_eq!(post.hooks.redrive(by, id(1), NOW, now).await.unwrap(), Some(0));
    assert!(post.settle(&tasks[1], ok(), now).await);
    let again = post.claim(Lane::Working, 1, 9).await;
    let waited = again.iter().find(|task| task.id == tasks[0].id).unwrap();
    assert_eq!((waited.progress, waited.begun_at), (Progress::begin(now), now));
}

#[tokio::test]
async fn what_is_asked_for_is_tried_again_as_if_for_the_first_time() {
    let post = Post::with(1).await;
    let owner = post.owner();
    post.keys(owner, 3).await;
    let tasks = post.claim(Lane::Working, 0, 9).await;
    for (task, state) in tasks.iter().zip(["failed", "failed", "delivered"]) {
        let set = format!(
            "UPDATE webhook_deliveries SET state = '{state}', attempts = 8, locked_until = NULL, last_answer = 'x'
             WHERE delivery_id = {}",
            task.id
        );
        post.funnel.desk.sql(&set).await.unwrap();
    }
    let early = format!(
        "UPDATE webhook_deliveries SET created_at = to_timestamp({}) WHERE delivery_id = {}",
        NOW.plus_seconds(-3_600).seconds(),
        tasks[0].id
    );
    post.funnel.desk.sql(&early).await.unwrap();
    assert!(post.claim(Lane::Working, 0, 9).await.is_empty());
    let now = NOW.plus_seconds(100);
    let operator = Acting::operator(owner);
    let redrive = async || post.hooks.redrive(&operator, id(1), NOW, now).await.unwrap();
    assert_eq!(redrive().await, Some(1));
    assert_eq!(redrive().await, Some(0));
    for (task, last) in [(&tasks[0], "x"), (&tasks[2], "x")] {
        let again = post.hooks.redeliver(&operator, id(1), task.id, now).await.unwrap().unwrap();
        assert_eq!(again.progress, Progress::begin(now));
        assert_eq!(again.last_answer.unwrap().text(), last);
    }
    let again: BTreeSet<_> = post.claim(Lane::Working, 100, 9).await.iter().map(|task| task.id).collect();
    assert_eq!(again, tasks.iter().map(|task| task.id).collect());
    let logged = logged(&post.funnel.desk).await;
    let done = ["webhook.redeliver", "webhook.redeliver", "webhook.redrive"];
    assert_eq!(
        logged,
        done.map(|action| format!("{action} webhook:{}", id(1))),
        "nothing redriven is no entry"
    );
}

#[tokio::test]
async fn what_is_old_is_deleted_in_steps_and_an_endpoint_takes_its_deliveries_along() {
    let post = Post::with(1).await;
    let stranger = post.funnel.desk.stranger;
    post.add(stranger, 1).await;
    post.keys(post.owner(), 5).await;
    post.keys(stranger, 2).await;
    assert_eq!(post.hooks.purge(NOW, 9).await.unwrap(), 0);
    assert_eq!(post.hooks.purge(NOW.plus_seconds(1), 4).await.unwrap(), 4);
    assert_eq!(post.hooks.purge(NOW.plus_seconds(1), 9).await.unwrap(), 3);
    post.key(post.owner()).await;
    assert!(post.hooks.delete(post.by(), id(1), Precondition::None).await.unwrap());
    assert_eq!(post.sent().await, [""; 0]);
}
