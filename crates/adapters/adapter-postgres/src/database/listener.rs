//! Listener for the change notifications of other processes.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::{Either, select, try_join};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, Interval};
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Client, SimpleQueryMessage, Statement};

use crate::ConnectError;
use crate::database::changes::{AT_ONCE, CHANNEL, Change, send_statement};
use crate::database::note::ANNOUNCED;

/// Interval of the heartbeat that the listener sends to itself.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// Maximum silence of the channel before dependent caches become invalid.
const SILENCE: Duration = Duration::from_millis(1500);
/// Pause before the listener reconnects.
const RECONNECT: Duration = Duration::from_millis(250);
/// Minimum interval between two sends, so that many changes at once need few statements. The first announcement after a
/// pause is sent at once.
const GATHER: Duration = Duration::from_millis(5);
/// Selects the id of the server process behind the session.
const SESSION: &str = "SELECT pg_backend_pid()";

/// Listens on a separate connection until dropped, and reconnects after each loss.
///
/// The address must lead to the server itself: a pooler in transaction mode does not carry notifications.
pub struct ChangeListener {
    alive: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl ChangeListener {
    /// Starts to listen, and calls `on_change` for every notification.
    ///
    /// `alive` is true while notifications arrive. While `alive` is false, callers must check cached values before use.
    /// After a silence, `on_change` gets [`Change::Anything`] before `alive` turns true.
    pub fn start(
        database_url: String,
        alive: Arc<AtomicBool>,
        on_change: impl Fn(Change) + Send + Sync + 'static,
    ) -> Self {
        let task = tokio::spawn(listen_forever(database_url, Arc::clone(&alive), on_change));
        Self { alive, task }
    }
}

impl Drop for ChangeListener {
    fn drop(&mut self) {
        self.task.abort();
        self.alive.store(false, Ordering::Release);
    }
}

async fn listen_forever(database_url: String, alive: Arc<AtomicBool>, on_change: impl Fn(Change)) {
    loop {
        let ended = listen(&database_url, &alive, &on_change).await;
        alive.store(false, Ordering::Release);
        match ended {
            Ok(()) => tracing::warn!("the channel for changes went silent"),
            Err(error) => tracing::warn!(error = %error, "the channel for changes is down"),
        }
        tokio::time::sleep(RECONNECT).await;
    }
}

/// Listens until the channel is silent for too long. Returns an error if the channel can't be opened.
async fn listen(
    database_url: &str,
    alive: &AtomicBool,
    on_change: &impl Fn(Change),
) -> Result<(), ConnectError> {
    let opening = tokio::time::timeout(SILENCE, open(database_url)).await;
    let Ok(opened) = opening else { return Ok(()) };
    let (mut inbox, _tasks) = opened?;
    while let Ok(Some(payload)) = tokio::time::timeout(SILENCE, inbox.recv()).await {
        if !alive.load(Ordering::Acquire) {
            on_change(Change::Anything);
            alive.store(true, Ordering::Release);
        }
        if let Some(change) = Change::parse(&payload) {
            on_change(change);
        }
    }
    Ok(())
}

type Inbox = mpsc::UnboundedReceiver<String>;

/// Opens a listening connection, with the tasks that drive it. Dropping the tasks ends the connection.
async fn open(database_url: &str) -> Result<(Inbox, [AbortOnDrop; 2]), ConnectError> {
    // In parallel, because a busy server accepts connections slowly.
    let connecting = try_join(crate::connect(database_url), crate::connect(database_url));
    let ((client, mut messages), (beside, others)) = connecting.await?;
    let (notifications, inbox) = mpsc::unbounded_channel();
    let driver = AbortOnDrop(tokio::spawn(async move {
        while let Some(Ok(message)) = messages.next().await {
            if let AsyncMessage::Notification(notification) = message
                && notifications.send(notification.payload().to_owned()).is_err()
            {
                break;
            }
        }
    }));
    let ours = session(&client, SESSION).await.map_err(ConnectError::Unreachable)?;
    let _others = AbortOnDrop(tokio::spawn(async move {
        // The query on the lost connection reports the error.
        let _ = others.await;
    }));
    // A pooler in transaction mode gives a free session to the next client. Heartbeats would pass through it, as they
    // answer our own statements, but notifications from other sessions would not.
    if session(&beside, SESSION).await.map_err(ConnectError::Unreachable)? == ours {
        return Err(ConnectError::Pooled);
    }
    // No other open connection shares this channel.
    let own_channel = format!("{CHANNEL}_{ours}");
    client
        .batch_execute(&format!("LISTEN {CHANNEL}; LISTEN {own_channel}"))
        .await
        .map_err(ConnectError::Unreachable)?;
    let heart = AbortOnDrop(tokio::spawn(beat(client, own_channel, ours)));
    Ok((inbox, [driver, heart]))
}

/// Sends this process's announcements at once, and other processes' leftover announcements with each heartbeat.
///
/// A heartbeat takes the whole path of a notification, through the server back to this connection, and wakes no other
/// process. The function returns if the session has changed.
async fn beat(client: Client, own_channel: String, at_first: i32) {
    let statement = format!("NOTIFY {own_channel}, 'beat'; {SESSION}");
    let mut send = None;
    let mut turns = Turns::new(ANNOUNCED.subscribe());
    loop {
        let is_time = turns.next().await;
        let beat = if is_time { session(&client, &statement).await } else { Ok(at_first) };
        let sent = match beat {
            Ok(session) if session == at_first => send_announcements(&client, &mut send).await,
            Ok(_) => return,
            Err(error) => Err(error),
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "the heartbeat of the channel for changes could not be sent");
            return;
        }
    }
}

/// Schedule of sends: with each heartbeat, and after an announcement, but at least [`GATHER`] after the last send.
struct Turns {
    signs: Interval,
    announced: watch::Receiver<()>,
    earliest: Instant,
}

impl Turns {
    fn new(announced: watch::Receiver<()>) -> Self {
        Self { signs: tokio::time::interval(HEARTBEAT), announced, earliest: Instant::now() }
    }

    /// Waits for the next send. Returns whether a heartbeat is due.
    async fn next(&mut self) -> bool {
        let is_sign =
            matches!(select(pin!(self.signs.tick()), pin!(self.announced.changed())).await, Either::Left(_));
        tokio::time::sleep_until(self.earliest).await;
        // The send covers all announcements so far.
        self.announced.mark_unchanged();
        self.earliest = Instant::now() + GATHER;
        is_sign
    }
}

/// Sends all announcements by a statement that is prepared once. A database before its migrations has no announcements
/// table, but still carries notifications.
async fn send_announcements(
    client: &Client,
    prepared: &mut Option<Statement>,
) -> Result<(), tokio_postgres::Error> {
    let statement = match prepared {
        Some(statement) => statement,
        None => match client.prepare(&send_statement()).await {
            Ok(statement) => prepared.insert(statement),
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => return Ok(()),
            Err(error) => return Err(error),
        },
    };
    while client.query_one(statement, &[]).await?.try_get::<_, i64>(0)? == AT_ONCE {}
    Ok(())
}

/// Returns the id of the server process from a statement that ends with [`SESSION`].
async fn session(client: &Client, statement: &str) -> Result<i32, tokio_postgres::Error> {
    let answer = client.simple_query(statement).await?;
    let process = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    // The server always sends the id; no process has the id 0.
    Ok(process.unwrap_or_default())
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_announcement_is_sent_at_once_and_those_behind_it_together() {
        let (announced, started) = (watch::Sender::default(), Instant::now());
        let mut turns = Turns::new(announced.subscribe());
        assert!(turns.next().await, "a sign of life is the first");
        tokio::time::advance(GATHER).await;

        announced.send_replace(());
        assert!(!turns.next().await);
        assert_eq!(started.elapsed(), GATHER);
        for _ in 0..100 {
            announced.send_replace(());
        }
        assert!(!turns.next().await);
        assert_eq!(started.elapsed(), 2 * GATHER);
        assert!(turns.next().await, "nothing is left to send");
        assert_eq!(started.elapsed(), HEARTBEAT);
    }
}
