//! Request lines with raw bytes.
//!
//! People and programs write addresses such as `/?utm_campaign=größe` or `/?q="a"`, and some clients send them without
//! escapes. actix rejects such a request before any handler runs. So the bytes are escaped on their way to actix, as a
//! browser would have escaped them.
//!
//! Only request lines may change: a changed body would no longer have its announced length. The filter therefore follows
//! the heads of a connection, and stops for the rest of the connection at the first request that could have a body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use memchr::memchr;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Returns whether actix rejects a byte in the target of a request. Control characters are not escaped, because no
/// client sends them by mistake.
const fn is_raw(byte: u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>' | b'`' | 0x80..)
}

/// Headers of requests whose next bytes may be no head.
const BODY_HEADERS: [&[u8]; 3] = [b"content-length", b"transfer-encoding", b"upgrade"];

/// Returns whether a line of a head that begins with this byte is the end of the head, or may be one of
/// [`BODY_HEADERS`].
const fn matters(first: u8) -> bool {
    matches!(first.to_ascii_lowercase(), b'c' | b't' | b'u' | b'\r' | b'\n')
}

/// Place in the bytes of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Method of a request, or empty lines before it.
    Method,
    Target,
    /// Version of a request, up to the end of the line.
    Version,
    /// Beginning of a line of headers.
    Name,
    /// Rest of a line of headers.
    Value,
    /// Behind a request that could have a body, or anything unexpected.
    Unknown,
}

/// Follower of the requests of a connection.
#[derive(Debug)]
struct Follower {
    place: Place,
    /// First bytes of a method or of the name of a header.
    word: [u8; Self::LONGEST],
    length: usize,
}

impl Follower {
    /// Longest word that matters, and its end.
    const LONGEST: usize = 18;

    fn new() -> Self {
        Self { place: Place::Method, word: [0; Self::LONGEST], length: 0 }
    }

    /// Follows the requests in `bytes`, up to the first byte of a target that must be escaped. Returns the number of
    /// bytes before that byte; `None` if nothing must be escaped.
    fn advance(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = match self.place {
                Place::Method => self.method(rest),
                Place::Target => match self.target(rest) {
                    Ok(taken) => taken,
                    Err(at) => return Some(bytes.len() - rest.len() + at),
                },
                Place::Version | Place::Value => match memchr(b'\n', rest) {
                    Some(at) => self.go(Place::Name, at + 1),
                    None => rest.len(),
                },
                // Most names differ from those that matter in their first letter.
                Place::Name if self.length == 0 && !rest.first().is_some_and(|first| matters(*first)) => {
                    self.go(Place::Value, 0)
                }
                Place::Name => self.name(rest),
                Place::Unknown => return None,
            };
            rest = rest.get(taken..).unwrap_or_default();
        }
        None
    }

    fn go(&mut self, place: Place, taken: usize) -> usize {
        (self.place, self.length) = (place, 0);
        taken
    }

    /// Reads a method. Only methods of requests without a body are followed.
    fn method(&mut self, rest: &[u8]) -> usize {
        let end = rest.iter().position(|byte| matches!(byte, b' ' | b'\n'));
        self.note(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        let (word, taken) =
            (self.word.get(..self.length).unwrap_or_default(), end.map_or(rest.len(), |at| at + 1));
        match end.and_then(|at| rest.get(at)) {
            Some(b' ') if matches!(word, b"GET" | b"HEAD") => self.go(Place::Target, taken),
            Some(b'\n') if matches!(word, b"" | b"\r") => self.go(Place::Method, taken),
            Some(_) => self.go(Place::Unknown, taken),
            None => taken,
        }
    }

    /// Reads a target. The error is the place of a byte that must be escaped.
    fn target(&mut self, rest: &[u8]) -> Result<usize, usize> {
        // Most lines are complete and need nothing, which is found without looking at each byte.
        if let Some(end) = memchr(b'\n', rest)
            && !rest.iter().take(end).fold(false, |found, byte| found | is_raw(*byte))
        {
            return Ok(self.go(Place::Name, end + 1));
        }
        match rest.iter().position(|byte| is_raw(*byte) || matches!(byte, b' ' | b'\n')) {
            Some(at) => match rest.get(at) {
                Some(b' ') => Ok(self.go(Place::Version, at + 1)),
                Some(b'\n') => Ok(self.go(Place::Unknown, at + 1)),
                _ => Err(at),
            },
            None => Ok(rest.len()),
        }
    }

    /// Reads the name of a header, or the end of a head.
    fn name(&mut self, rest: &[u8]) -> usize {
        let end = rest.iter().position(|byte| matches!(byte, b':' | b'\n'));
        self.note(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        let (word, taken) =
            (self.word.get(..self.length).unwrap_or_default(), end.map_or(rest.len(), |at| at + 1));
        match end.and_then(|at| rest.get(at)) {
            Some(b':') if BODY_HEADERS.iter().any(|name| name.eq_ignore_ascii_case(word)) => {
                self.go(Place::Unknown, taken)
            }
            Some(b':') => self.go(Place::Value, taken),
            Some(_) if matches!(word, b"" | b"\r") => self.go(Place::Method, taken),
            Some(_) => self.go(Place::Unknown, taken),
            None => taken,
        }
    }

    /// Keeps the first bytes of a word, which may come in pieces.
    fn note(&mut self, bytes: &[u8]) {
        let room = self.word.get_mut(self.length..).unwrap_or_default();
        let count = room.len().min(bytes.len());
        room.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        self.length += count;
    }

    /// Returns `bytes` with escaped targets. The first byte must be escaped.
    fn escaped(&mut self, mut bytes: &[u8]) -> Vec<u8> {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or_default();
        let mut out = Vec::with_capacity(bytes.len() * 2);
        while let Some((raw, rest)) = bytes.split_first() {
            out.extend_from_slice(&[b'%', digit(raw >> 4), digit(raw & 15)]);
            let (plain, next) = rest.split_at(self.advance(rest).unwrap_or(rest.len()));
            out.extend_from_slice(plain);
            bytes = next;
        }
        out
    }
}

/// Stream of a connection whose request lines are escaped.
#[derive(Debug)]
pub struct EscapedLines<S> {
    stream: S,
    follower: Follower,
    /// Escaped bytes that found no room yet, and the number of those that were read.
    waiting: (Vec<u8>, usize),
}

impl<S> EscapedLines<S> {
    /// Wraps a new connection.
    pub fn of(stream: S) -> Self {
        Self { stream, follower: Follower::new(), waiting: (Vec::new(), 0) }
    }

    /// Moves waiting bytes to `buffer`.
    fn hand_out(&mut self, buffer: &mut ReadBuf<'_>) {
        let (bytes, read) = &mut self.waiting;
        let left = bytes.get(*read..).unwrap_or_default();
        let (now, later) = left.split_at(left.len().min(buffer.remaining()));
        buffer.put_slice(now);
        *read += now.len();
        if later.is_empty() {
            self.waiting = (Vec::new(), 0);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for EscapedLines<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.waiting.0.is_empty() {
            self.hand_out(buffer);
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let read = buffer.filled().get(before..).unwrap_or_default();
        if let Some(plain) = self.follower.advance(read) {
            let escaped = self.follower.escaped(read.get(plain..).unwrap_or_default());
            buffer.set_filled(before + plain);
            self.waiting = (escaped, 0);
            self.hand_out(buffer);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for EscapedLines<S> {
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

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;
    use tokio::io::AsyncReadExt as _;

    use super::*;

    /// Stream that arrives in given pieces.
    struct Pieces(VecDeque<Vec<u8>>);

    impl AsyncRead for Pieces {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if let Some(mut piece) = self.0.pop_front() {
                let rest = piece.split_off(piece.len().min(buffer.remaining()));
                buffer.put_slice(&piece);
                if !rest.is_empty() {
                    self.0.push_front(rest);
                }
            }
            Poll::Ready(Ok(()))
        }
    }

    /// Reads a connection that arrives in pieces of `size`, into a buffer of `room` bytes.
    async fn read(bytes: &[u8], size: usize, room: usize) -> Vec<u8> {
        let mut stream = EscapedLines::of(Pieces(bytes.chunks(size).map(<[u8]>::to_vec).collect()));
        let (mut all, mut buffer) = (Vec::new(), vec![0; room]);
        loop {
            match stream.read(&mut buffer).await.unwrap() {
                0 => return all,
                count => all.extend_from_slice(&buffer[..count]),
            }
        }
    }

    const REST: &str = " HTTP/1.1\r\nHost: a.example\r\nSec-CH-UA: \"x\";v=\"<1>\"\r\nX: größe\r\n\r\n";

    fn request(line: &str) -> String {
        format!("{line}{REST}")
    }

    #[actix_web::test]
    async fn raw_bytes_of_targets_are_escaped_however_they_arrive() {
        let post = "POST /a\" HTTP/1.1\r\nContent-Length: 9\r\n\r\nGET /\"< x";
        let hidden = |header: &str| format!("GET / HTTP/1.1\r\n{header}: 11\r\n\r\nGET /\"\"\"\" ");
        let upgrade = hidden("upgrade");
        for (sent, expected) in [
            (request("GET /?a=b"), request("GET /?a=b")),
            (request("GET /?utm_campaign=größe"), request("GET /?utm_campaign=gr%C3%B6%C3%9Fe")),
            (request("HEAD /ü/`?q=a\"b<c>"), request("HEAD /%C3%BC/%60?q=a%22b%3Cc%3E")),
            (request("GET /?a=%22{|}\\^[]'"), request("GET /?a=%22{|}\\^[]'")),
            (
                ["\r\n", &request("GET /é"), "\n\r\n", &request("GET /b"), &request("HEAD /ß")].concat(),
                ["\r\n", &request("GET /%C3%A9"), "\n\r\n", &request("GET /b"), &request("HEAD /%C3%9F")]
                    .concat(),
            ),
            (
                "GET /é HTTP/1.0\nA: b\n\nGET /é HTTP/1.0\n\n".to_owned(),
                "GET /%C3%A9 HTTP/1.0\nA: b\n\nGET /%C3%A9 HTTP/1.0\n\n".to_owned(),
            ),
            // Behind anything that may be a body, nothing changes.
            (post.to_owned(), post.to_owned()),
            (hidden("Content-Length"), hidden("Content-Length")),
            (hidden("cOnTeNt-lEnGtH"), hidden("cOnTeNt-lEnGtH")),
            (hidden("Transfer-Encoding"), hidden("Transfer-Encoding")),
            (upgrade.clone(), upgrade),
            (
                "CONNECT a:1 HTTP/1.1\r\n\r\nGET /\" x".to_owned(),
                "CONNECT a:1 HTTP/1.1\r\n\r\nGET /\" x".to_owned(),
            ),
            ("get /\" HTTP/1.1\r\n\r\n".to_owned(), "get /\" HTTP/1.1\r\n\r\n".to_owned()),
            (
                "GET / HTTP/1.1\r\nupgraded\r\n\r\nGET /\" x".to_owned(),
                "GET / HTTP/1.1\r\nupgraded\r\n\r\nGET /\" x".to_owned(),
            ),
        ] {
            for (size, room) in [(1, 64), (2, 1), (3, 7), (7, 5), (50, 8), (4_096, 4_096), (4_096, 16)] {
                let found = read(sent.as_bytes(), size, room).await;
                assert_eq!(String::from_utf8_lossy(&found), expected, "{size} {room}");
            }
        }
        let latin = [b"GET /?q=gr\xF6\xDFe".as_slice(), REST.as_bytes()].concat();
        assert!(read(&latin, 5, 9).await.starts_with(b"GET /?q=gr%F6%DFe HTTP/1.1\r\n"));
        let long = request(&format!("GET /?q={}", "ü".repeat(40_000)));
        assert_eq!(read(long.as_bytes(), 32_768, 32_768).await.len(), long.len() + 160_000);
    }

    proptest! {
        #[test]
        fn bytes_are_only_ever_escaped(bytes in "(GET |POST |\"|é|[a-z:/]|\r\n){0,60}", size in 1usize..20, room in 1usize..20) {
            let read = read(bytes.as_bytes(), size, room);
            let found = futures_util::FutureExt::now_or_never(read).unwrap();
            let found = String::from_utf8(found).unwrap();
            let back = ["%22", "%C3", "%A9"].into_iter().zip([&b"\""[..], b"\xC3", b"\xA9"]);
            let mut bytes_back = found.into_bytes();
            for (escape, raw) in back {
                bytes_back = replaced(&bytes_back, escape.as_bytes(), raw);
            }
            prop_assert_eq!(bytes_back, bytes.into_bytes());
        }
    }

    fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            match rest.strip_prefix(from) {
                Some(after) => {
                    out.extend_from_slice(to);
                    rest = after;
                }
                None => {
                    out.push(rest[0]);
                    rest = &rest[1..];
                }
            }
        }
        out
    }
}
