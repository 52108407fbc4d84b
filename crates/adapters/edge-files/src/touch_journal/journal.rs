//! Append-only writer of touches to segments.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use touches::Touch;
use touches::ports::TouchSink;

use super::home::{self, Home};
use super::reserve::Reserve;
use super::segment;

/// Interval at which the buffer is written.
const TICK: Duration = Duration::from_millis(50);
/// Age at which a segment is closed.
const SEGMENT_AGE: Duration = Duration::from_millis(500);
/// Size at which a segment is closed before that age, in bytes.
const SEGMENT_BYTES: usize = 4 << 20;
/// Buffer size at which the writer does not wait for its next tick, in bytes.
const HURRY_BYTES: usize = 256 << 10;
/// Maximum buffer size while the disk can't be written, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// Journal of this process's touches. Cheap to clone.
#[derive(Clone)]
pub struct Journal {
    shared: Arc<Shared>,
    writer: Arc<Mutex<Option<JoinHandle<()>>>>,
}

struct Shared {
    buffer: Mutex<Buffer>,
    wake: Condvar,
    sealed: Arc<Notify>,
}

#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    closing: bool,
}

impl Journal {
    /// Starts to write into `home`. `sealed` is notified whenever a segment is ready to be shipped.
    pub fn start(home: Arc<Home>, sealed: Arc<Notify>) -> io::Result<Self> {
        let shared =
            Arc::new(Shared { buffer: Mutex::default(), wake: Condvar::new(), sealed: Arc::clone(&sealed) });
        let mut writer = Writer::new(home, Arc::clone(&shared));
        let thread = thread::Builder::new().name("touch-journal".to_owned()).spawn(move || writer.run())?;
        Ok(Self { shared, writer: Arc::new(Mutex::new(Some(thread))) })
    }

    /// Writes the buffer and closes the last segment. Touches taken after this call are lost, and counted as lost.
    pub fn close(&self) {
        self.shared.buffer().closing = true;
        self.shared.wake.notify_all();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if writer.is_some_and(|writer| writer.join().is_err()) {
            tracing::error!("the thread that writes touches panicked");
        }
    }
}

thread_local! {
    /// Encoding buffer of the thread, so that encoding happens outside the lock.
    static FRAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl TouchSink for Journal {
    fn take(&self, touch: Touch) {
        let taken = FRAME.with_borrow_mut(|frame| {
            frame.clear();
            segment::append(frame, &touch) && self.shared.append(frame)
        });
        if !taken {
            metrics::counter!("touches_lost_total").increment(1);
        }
    }
}

impl Shared {
    /// Appends a frame to the buffer. Returns `false` if the buffer is full or the journal is closing.
    fn append(&self, frame: &[u8]) -> bool {
        let mut buffer = self.buffer();
        if buffer.closing || buffer.bytes.len() >= MOST_BYTES {
            return false;
        }
        let waited = buffer.bytes.len() < HURRY_BYTES;
        buffer.bytes.extend_from_slice(frame);
        let hurries = waited && buffer.bytes.len() >= HURRY_BYTES;
        drop(buffer);
        // Each notification is a system call, and the writer checks the size before it waits.
        if hurries {
            self.wake.notify_one();
        }
        true
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Writer {
    home: Arc<Home>,
    shared: Arc<Shared>,
    current: Option<Segment>,
    number: u64,
    /// Whether the last attempt to write failed.
    failing: bool,
}

struct Segment {
    path: PathBuf,
    file: File,
    length: usize,
    since: Instant,
}

impl Writer {
    fn new(home: Arc<Home>, shared: Arc<Shared>) -> Self {
        Self { home, shared, current: None, number: 0, failing: false }
    }

    fn run(&mut self) {
        let (mut pending, mut reserve) = (Vec::new(), Reserve::on(self.home.path()));
        reserve.fill();
        loop {
            let closing = self.collect(&mut pending);
            if !pending.is_empty() {
                // Retried with every tick; logged when it starts to fail, and when it succeeds again.
                let outcome = reserve.back(|| self.write(&pending));
                let failed_before = std::mem::replace(&mut self.failing, outcome.is_err());
                match outcome {
                    Ok(()) => {
                        pending.clear();
                        if failed_before {
                            tracing::info!("touches are written to the disk again");
                        }
                    }
                    Err(error) => {
                        metrics::counter!("touch_journal_failures_total").increment(1);
                        if !failed_before {
                            tracing::error!(%error, bytes = pending.len(), "touches can't be written to the disk");
                        }
                    }
                }
            }
            self.seal_if(closing);
            if closing {
                if !pending.is_empty() {
                    tracing::error!(
                        bytes = pending.len(),
                        "touches were lost: they could not be written to the disk before the process stopped"
                    );
                }
                return;
            }
        }
    }

    /// Waits for the next tick, or until the buffer is large, and appends the buffer to the pending bytes. Returns
    /// whether the journal is closing.
    ///
    /// A failing disk gets only one attempt per tick, because its buffer is large all the time.
    fn collect(&self, pending: &mut Vec<u8>) -> bool {
        let waits =
            |buffer: &mut Buffer| !buffer.closing && (self.failing || buffer.bytes.len() < HURRY_BYTES);
        let waited = self.shared.wake.wait_timeout_while(self.shared.buffer(), TICK, waits);
        let mut buffer = waited.unwrap_or_else(PoisonError::into_inner).0;
        if pending.is_empty() {
            std::mem::swap(pending, &mut buffer.bytes);
        } else if pending.len() < MOST_BYTES {
            pending.append(&mut buffer.bytes);
        }
        buffer.closing
    }

    /// Appends all of `bytes`. If that fails, removes the written part, so that a segment has no partial frame in the
    /// middle.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let segment = match self.current.as_mut() {
            Some(segment) => segment,
            None => {
                // Each number is used once, even if the creation fails: a name in use must not block all later ones.
                let path = self.home.open_segment(self.number);
                self.number += 1;
                self.current.insert(Segment::create(path)?)
            }
        };
        let length = segment.length;
        if let Err(error) = segment.file.write_all(bytes) {
            let kept = u64::try_from(length).unwrap_or_default();
            let taken_back = segment.file.set_len(kept);
            // A segment that can't be truncated is closed: readers detect its incomplete end.
            self.seal_if(true);
            return taken_back.and(Err(error));
        }
        segment.length += bytes.len();
        Ok(())
    }

    fn seal_if(&mut self, must: bool) {
        let due = |segment: &Segment| {
            must || segment.length >= SEGMENT_BYTES || segment.since.elapsed() >= SEGMENT_AGE
        };
        let Some(segment) = self.current.take_if(|segment| due(segment)) else { return };
        // At most twice a second, and on this thread only. A power failure loses at most this much.
        let outcome = segment.file.sync_data().and_then(|()| self.home.seal(&segment.path));
        if let Err(error) = outcome {
            tracing::error!(%error, "a segment of touches can't be closed; the next start closes it");
        }
        self.shared.sealed.notify_one();
    }
}

impl Segment {
    fn create(path: PathBuf) -> io::Result<Self> {
        let mut file = home::private_file().create_new(true).open(&path)?;
        if let Err(error) = file.write_all(segment::HEADER) {
            // A full disk allows creating a file but not filling it. Repeated attempts would leave many empty files.
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        Ok(Self { path, file, length: segment::HEADER.len(), since: Instant::now() })
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;

    use super::*;

    #[test]
    fn a_disk_that_takes_nothing_is_tried_once_a_tick() {
        let folder = tempfile::tempdir().unwrap();
        let home = Arc::new(Home::create(folder.path(), &SeededEntropy::new(1)).unwrap());
        let full = Buffer { bytes: vec![0; HURRY_BYTES], closing: false };
        let shared = Shared { buffer: Mutex::new(full), wake: Condvar::new(), sealed: Arc::default() };
        let mut writer = Writer::new(home, Arc::new(shared));
        writer.failing = true;
        let (mut pending, began) = (vec![0; MOST_BYTES], Instant::now());
        assert!(!writer.collect(&mut pending));
        assert!(began.elapsed() >= TICK);
        assert_eq!(writer.shared.buffer().bytes.len(), HURRY_BYTES, "there is no room for more");
        writer.shared.buffer().closing = true;
        assert!(writer.collect(&mut pending));
    }
}
