use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A change to a file or a text.
#[derive(Debug, Clone)]
enum Change {
    /// Flips a bit.
    Flip(Index, u8),
    /// Inserts bytes.
    Insert(Index, Vec<u8>),
    /// Overwrites bytes.
    Overwrite(Index, Vec<u8>),
    /// Removes bytes.
    Cut(Index, usize),
    /// Repeats bytes several times.
    Repeat(Index, usize, usize),
    /// Truncates the input.
    End(Index),
}

/// Maximum length of a mangled input, in bytes.
const MAX: usize = 1 << 20;

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            bytes.push(0);
        }
        let length = bytes.len();
        let range = |at: &Index, count: usize| {
            let start = at.index(length);
            start..start.saturating_add(count).min(length)
        };
        match self {
            Self::Flip(at, bit) => {
                bytes.get_mut(at.index(length)).into_iter().for_each(|b| *b ^= 1 << (bit & 7))
            }
            Self::Insert(at, new) => drop(bytes.splice(range(at, 0), new.iter().copied())),
            Self::Overwrite(at, new) => drop(bytes.splice(range(at, new.len()), new.iter().copied())),
            Self::Cut(at, count) => drop(bytes.drain(range(at, *count))),
            Self::Repeat(at, count, times) => {
                let range = range(at, *count);
                let times = (*times).min(MAX.saturating_sub(length) / range.len().max(1));
                let part = bytes.get(range.clone()).unwrap_or_default().repeat(times);
                drop(bytes.splice(range.start..range.start, part));
            }
            Self::End(at) => bytes.truncate(at.index(length)),
        }
    }
}

/// Generates bytes with a meaning in some format.
fn tokens() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = vec![
        b"\0",
        b"\xff",
        b"\xff\xff\xff\xff",
        b"\x7f\xff\xff\xff",
        b"\0\0\0\0",
        b"\r\n",
        b"\"",
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"<script>",
        b"'",
        b"{",
        b"[",
        b"]}",
        b",",
        b":",
        b"-",
        b"1e400",
        b"99999999999999999999",
        b"null",
        b"%00",
        b"%",
        b"..",
        b"/",
        b"@",
        b"xn--",
        b"javascript:",
        b" ",
        b"\t",
        b"IEND",
        b"RIFF",
        b"\xff\xd8",
        b"\xff\xd9",
        b"\xc3\x28",
        b"\xed\xa0\x80",
    ];
    let token = select(known).prop_map(<[u8]>::to_vec);
    prop_oneof![3 => token, 1 => vec(any::<u8>(), 1..8)]
}

fn change() -> impl Strategy<Value = Change> {
    let at = || any::<Index>();
    prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, bit)| Change::Flip(at, bit)),
        3 => (at(), tokens()).prop_map(|(at, new)| Change::Insert(at, new)),
        3 => (at(), tokens()).prop_map(|(at, new)| Change::Overwrite(at, new)),
        2 => (at(), 1_usize..64).prop_map(|(at, count)| Change::Cut(at, count)),
        1 => (at(), 1_usize..64, 1_usize..300).prop_map(|(at, count, times)| Change::Repeat(at, count, times)),
        1 => at().prop_map(Change::End),
    ]
}

/// Generates one of `valid` with up to eight changes, or in one of sixteen cases random bytes.
pub fn mangled(valid: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let changed = (select(valid), vec(change(), 0..8)).prop_map(|(mut bytes, changes)| {
        changes.iter().for_each(|change| change.apply(&mut bytes));
        bytes
    });
    prop_oneof![15 => changed, 1 => vec(any::<u8>(), 0..400)]
}
