//! Errors of the server with their SQLSTATE in the message.
//!
//! diesel keeps an error's message and not its code, and a server writes messages in any language. So the code is written
//! before the message where it comes in: `ERROR: duplicate key ...` is read as `23505: duplicate key ...`.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What is between code and message.
const SEPARATOR: &str = ": ";
/// How long a code is.
const CODE: usize = 5;
/// A message of the server begins with a byte for its kind and four for its length, which counts itself.
const HEADER: usize = 5;
/// The kind of an error.
const ERROR: u8 = b'E';
/// An internal error, which says nothing of what can be done about it, and a table that is not there.
const INTERNAL: &[u8] = b"XX000";
const UNDEFINED_TABLE: &[u8] = b"42P01";
/// What is reported in their place: the connection was lost; the same again may go through.
const LOST: &[u8] = b"08006";
const AGAIN: &[u8] = b"40001";
/// What the coordinator of a distributed database reports of conditions that pass, by the code and the source file of Citus, and the
/// code that says so.
const PASSING: [(&[u8], &[u8], &[u8]); 5] = [
    // A node was lost in the middle of a statement.
    (INTERNAL, b"remote_commands.c", LOST),
    (INTERNAL, b"remote_transaction.c", LOST),
    // A part of a table was split, or has moved, between the planning of a statement and its execution.
    (INTERNAL, b"metadata_cache.c", AGAIN),
    (INTERNAL, b"metadata_utility.c", AGAIN),
    (UNDEFINED_TABLE, b"remote_commands.c", AGAIN),
];

/// The SQLSTATE that is before a message.
pub(crate) fn code_of(message: &str) -> Option<&str> {
    let (code, rest) = message.split_at_checked(CODE)?;
    (rest.starts_with(SEPARATOR) && is_code(code.as_bytes())).then_some(code)
}

fn is_code(code: &[u8]) -> bool {
    code.len() == CODE && code.iter().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

/// A stream from a server, past whatever decrypts it. All but errors passes as it is.
pub(crate) struct Named<S> {
    stream: S,
    messages: Messages,
    /// What was read and not yet handed on.
    ready: Vec<u8>,
    handed: usize,
}

impl<S> Named<S> {
    /// Before the first message of the server.
    pub(crate) fn new(stream: S) -> Self {
        Self { stream, messages: Messages::default(), ready: Vec::new(), handed: 0 }
    }

    pub(crate) fn stream(&self) -> &S {
        &self.stream
    }

    /// Hands on what is ready. Returns whether there was anything.
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
                // An end in the middle of an error: let the reader see what there is of it, and then the end.
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

/// Where in the messages of the server the reading is.
#[derive(Default)]
struct Messages {
    /// What has passed of the header of a message.
    header: Vec<u8>,
    /// Bytes of the message that are still to pass.
    body: usize,
    /// An error that is not whole yet.
    error: Vec<u8>,
}

impl Messages {
    /// How many of these bytes belong to messages that pass as they are; what follows them is an error.
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

    /// Moves bytes that begin with an error, or go on with one, into `ready`; of the last error, all that there is is kept.
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

    /// Adds to the error what belongs to it, and returns what follows.
    fn collect<'a>(&mut self, mut bytes: &'a [u8]) -> &'a [u8] {
        // The length is known after the header.
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

/// The length of a message with its header, once that is there.
fn whole_length(message: &[u8]) -> Option<usize> {
    let length = message.get(1..)?.first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
    // No message is shorter than its header. A server that says so is not trusted, and its reader will say the same.
    Some(length.saturating_add(1).max(HEADER))
}

/// The same error with its code before its message; as it is when that can't be read.
fn named(error: &[u8]) -> Vec<u8> {
    rewritten(error).unwrap_or_else(|| error.to_vec())
}

/// An error is a list of fields, each a letter and a text that ends with a zero; a zero ends the list.
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

    /// Gives one part at each read, as a network does.
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

    /// A row that looks like an error inside, two errors in a row, an empty message, an error at the end.
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
