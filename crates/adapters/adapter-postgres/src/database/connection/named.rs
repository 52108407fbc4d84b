//! Server errors with their SQLSTATE in the message.
//!
//! diesel keeps an error's message but not its code, and servers write messages in any language. So this stream writes
//! the code before the message: `ERROR: duplicate key ...` becomes `23505: duplicate key ...`.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Separator between code and message.
const SEPARATOR: &str = ": ";
/// Length of a SQLSTATE, in bytes.
const CODE: usize = 5;
/// Length of a message header: one byte for the kind and four for the length, which includes itself.
const HEADER: usize = 5;
/// Kind byte of an error message.
const ERROR: u8 = b'E';
/// SQLSTATEs that Citus reports for transient conditions too: an internal error, and a missing table.
const INTERNAL: &[u8] = b"XX000";
const UNDEFINED_TABLE: &[u8] = b"42P01";
/// Replacement SQLSTATEs: 08006 connection lost, 40001 retryable.
const LOST: &[u8] = b"08006";
const AGAIN: &[u8] = b"40001";
/// Transient conditions that a Citus coordinator reports: its SQLSTATE, the Citus source file, and the replacement
/// SQLSTATE.
const PASSING: [(&[u8], &[u8], &[u8]); 5] = [
    // A node was lost in the middle of a statement.
    (INTERNAL, b"remote_commands.c", LOST),
    (INTERNAL, b"remote_transaction.c", LOST),
    // A shard was split or moved between the planning and the execution of a statement.
    (INTERNAL, b"metadata_cache.c", AGAIN),
    (INTERNAL, b"metadata_utility.c", AGAIN),
    (UNDEFINED_TABLE, b"remote_commands.c", AGAIN),
];

/// Returns the SQLSTATE before a message, if there is one.
pub(crate) fn code_of(message: &str) -> Option<&str> {
    let (code, rest) = message.split_at_checked(CODE)?;
    (rest.starts_with(SEPARATOR) && is_code(code.as_bytes())).then_some(code)
}

fn is_code(code: &[u8]) -> bool {
    code.len() == CODE && code.iter().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

/// Decrypted stream from a server. All messages except errors pass unchanged.
pub(crate) struct Named<S> {
    stream: S,
    messages: Messages,
    /// Bytes that are read and not yet handed to the reader.
    ready: Vec<u8>,
    handed: usize,
}

impl<S> Named<S> {
    /// Wraps a stream before the server's first message.
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, messages: Messages::default(), ready: Vec::new(), handed: 0 }
    }

    pub(crate) fn stream(&self) -> &S {
        &self.stream
    }

    /// Hands ready bytes to the reader. Returns whether there were any.
    fn hand_on(&mut self, into: &mut ReadBuf<'_>) -> bool {
        let left = self.ready.get(self.handed..).unwrap_or_default();
        let fits = left.get(..into.remaining().min(left.len())).unwrap_or_default();
        into.put_slice(fits);
        self.handed += fits.len();
        let any = !fits.is_empty();
        if self.handed >= self.ready.len() {
            self.ready.clear();
            self.handed = 0;
        }
        any
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Named<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = into.filled().len();
        while into.remaining() > 0 && !this.hand_on(into) {
            ready!(Pin::new(&mut this.stream).poll_read(context, into))?;
            let fresh = into.filled().get(before..).unwrap_or_default();
            if fresh.is_empty() {
                // The stream ended in the middle of an error: hand over the partial error, and then the end.
                this.ready = this.messages.give_up();
                if this.ready.is_empty() {
                    break;
                }
                continue;
            }
            let passing = this.messages.pass(fresh);
            let rest = fresh.get(passing..).unwrap_or_default();
            this.messages.take(rest, &mut this.ready);
            into.set_filled(before + passing);
            if passing > 0 {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Named<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Position of the reader in the server's messages.
#[derive(Default)]
struct Messages {
    /// Header bytes of the current message so far.
    header: Vec<u8>,
    /// Remaining bytes of the current message.
    body: usize,
    /// Incomplete error message so far.
    error: Vec<u8>,
}

impl Messages {
    /// Returns the number of leading bytes that pass unchanged; an error follows them.
    fn pass(&mut self, bytes: &[u8]) -> usize {
        let mut passed = 0;
        while self.error.is_empty() {
            let skipped = self.body.min(bytes.len().saturating_sub(passed));
            self.body -= skipped;
            passed += skipped;
            let Some(byte) = bytes.get(passed) else { break };
            if self.header.is_empty() && *byte == ERROR {
                break;
            }
            self.header.push(*byte);
            passed += 1;
            if let Some(length) = whole_length(&self.header) {
                self.body = length.saturating_sub(HEADER);
                self.header.clear();
            }
        }
        passed
    }

    /// Moves bytes that start with an error, or continue one, into `ready`. Keeps an incomplete error at the end.
    fn take(&mut self, mut bytes: &[u8], ready: &mut Vec<u8>) {
        while !bytes.is_empty() {
            let passing = self.pass(bytes);
            let (pass, rest) = bytes.split_at_checked(passing).unwrap_or((bytes, &[]));
            ready.extend_from_slice(pass);
            bytes = self.collect(rest);
            if whole_length(&self.error).is_some_and(|length| self.error.len() >= length) {
                ready.extend(named(&std::mem::take(&mut self.error)));
            }
        }
    }

    /// Adds the error's bytes to the error, and returns the rest.
    fn collect<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        // The first round completes the header, which has the length for the second round.
        for _ in 0..2 {
            let wanted = whole_length(&self.error).unwrap_or(HEADER).saturating_sub(self.error.len());
            let (own, rest) = bytes.split_at_checked(wanted).unwrap_or((bytes, &[]));
            self.error.extend_from_slice(own);
            bytes = rest;
        }
        bytes
    }

    fn give_up(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.error)
    }
}

/// Returns the length of a message with its header, once the length field is complete.
fn whole_length(message: &[u8]) -> Option<usize> {
    let length = message.get(1..)?.first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    // A message can't be shorter than its header; the driver rejects such a message later.
    Some(length.saturating_add(1).max(HEADER))
}

/// Returns the error with its code before its message; an unparsable error stays unchanged.
fn named(error: &[u8]) -> Vec<u8> {
    rewritten(error).unwrap_or_else(|| error.to_vec())
}

/// Parses the fields of an error: each is a letter and a zero-terminated text; a zero byte ends the list.
fn rewritten(error: &[u8]) -> Option<Vec<u8>> {
    let fields = error.get(HEADER..)?.strip_suffix(&[0])?;
    let fields = || fields.split_inclusive(|byte| *byte == 0);
    let text = |letter: &[u8]| fields().find_map(|field| field.strip_prefix(letter)?.strip_suffix(&[0]));
    let code = text(b"C").filter(|code| is_code(code))?;
    let file = text(b"F").unwrap_or_default();
    let passing = PASSING.iter().find(|(reported, whose, _)| (*reported, *whose) == (code, file));
    let code = passing.map_or(code, |(_, _, passing)| passing);
    let mut body = Vec::with_capacity(error.len() + CODE + SEPARATOR.len());
    for field in fields() {
        match field.strip_prefix(b"M") {
            Some(message) => {
                body.push(b'M');
                body.extend_from_slice(code);
                body.extend_from_slice(SEPARATOR.as_bytes());
                body.extend_from_slice(message);
            }
            None => body.extend_from_slice(field),
        }
    }
    body.push(0);
    let length = u32::try_from(body.len() + 4).ok()?;
    Some([&[ERROR], length.to_be_bytes().as_slice(), &body].concat())
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// Yields one part per read, like a network.
    struct Parts(VecDeque<Vec<u8>>);

    impl AsyncRead for Parts {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            into: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if let Some(mut part) = self.0.pop_front() {
                let rest = part.split_off(part.len().min(into.remaining()));
                into.put_slice(&part);
                if !rest.is_empty() {
                    self.0.push_front(rest);
                }
            }
            Poll::Ready(Ok(()))
        }
    }

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        [&[kind], length.as_slice(), body].concat()
    }

    /// Messages: a row whose data looks like an error, two errors in a row, an empty message, an error at the end.
    fn messages() -> (Vec<u8>, Vec<u8>) {
        let error = |text: &str| message(ERROR, format!("SFEHLER\0C55P03\0M{text}\0L12\0\0").as_bytes());
        let conversation = |first: &str, second: &str| {
            [
                message(b'D', b"E\0\0\0\x08abcdC55P03\0Mno\0\0"),
                error(first),
                error(second),
                message(b'Z', b""),
                message(b'N', b"SHINWEIS\0C00000\0Mnur so\0\0"),
                error(first),
            ]
            .concat()
        };
        (conversation("Sperre nicht erhalten", ""), conversation("55P03: Sperre nicht erhalten", "55P03: "))
    }

    async fn read(parts: &[&[u8]], buffer: usize) -> Vec<u8> {
        let parts = parts.iter().filter(|part| !part.is_empty()).map(|part| part.to_vec());
        let mut stream = Named::new(Parts(parts.collect()));
        let (mut all, mut some) = (Vec::new(), vec![0; buffer]);
        loop {
            match stream.read(&mut some).await.unwrap() {
                0 => return all,
                read => all.extend_from_slice(&some[..read]),
            }
        }
    }

    #[tokio::test]
    async fn errors_get_their_code_wherever_the_network_cuts() {
        let (messages, wanted) = messages();
        for first in 0..=messages.len() {
            for second in first..=messages.len() {
                let parts = [&messages[..first], &messages[first..second], &messages[second..]];
                assert_eq!(read(&parts, 4_096).await, wanted, "cut at {first} and {second}");
            }
        }
        for buffer in 1..40 {
            assert_eq!(read(&[&messages], buffer).await, wanted, "read in pieces of {buffer}");
        }
        let bytes: Vec<&[u8]> = messages.chunks(1).collect();
        assert_eq!(read(&bytes, 4_096).await, wanted);
    }

    #[tokio::test]
    async fn what_is_no_whole_error_passes_as_it_is() {
        for messages in [
            message(ERROR, b"SERROR\0Mno code\0\0"),
            message(ERROR, b"SERROR\0C55\0Mhalf a code\0\0"),
            message(ERROR, b"C55P03\0Mno end"),
            message(ERROR, b""),
            b"E\0\0\0\0".to_vec(),
            b"E\0\0\0\x20C55P03\0Mcut".to_vec(),
            b"E\0\0".to_vec(),
            b"D\0\0\0\0D\0\0\0\x04".to_vec(),
        ] {
            assert_eq!(read(&[&messages], 4_096).await, messages);
        }
    }

    #[tokio::test]
    async fn what_passes_on_a_distributed_database_has_a_code_that_says_so() {
        for (file, code, expected) in [
            ("remote_commands.c", "XX000", "08006"),
            ("remote_transaction.c", "XX000", "08006"),
            ("metadata_cache.c", "XX000", "40001"),
            ("metadata_utility.c", "XX000", "40001"),
            ("remote_commands.c", "42P01", "40001"),
            ("parse_relation.c", "42P01", "42P01"),
            ("remote_commands.c", "23505", "23505"),
            ("tuplesort.c", "XX000", "XX000"),
        ] {
            let error = message(ERROR, format!("SERROR\0C{code}\0Mgone\0F{file}\0\0").as_bytes());
            let reported = read(&[&error], 4_096).await;
            let wanted = format!("M{expected}: gone");
            assert!(reported.windows(wanted.len()).any(|part| part == wanted.as_bytes()), "{file} {code}");
        }
    }

    #[test]
    fn a_code_is_five_letters_before_a_colon() {
        assert_eq!(code_of("55P03: Sperre nicht erhalten"), Some("55P03"));
        for none in ["connection closed", "55p03: x", "55P03 x", "5é5P: x", "", "55P03"] {
            assert_eq!(code_of(none), None, "{none}");
        }
    }
}
