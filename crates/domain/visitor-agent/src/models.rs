//! Parts of a header that name a model or an operator: any word may occur there, such as `ruby` or `Spider`.

/// Fields of Facebook's bracket with names that people or makers chose.
const FIELDS: [&[u8]; 6] = [b"FBDV/", b"FBMD/", b"FBMF/", b"FBBD/", b"FBCR/", b"FBDM/"];
/// Byte in place of a name. No rule asks for it, and no class of letters contains it.
const HIDDEN: u8 = b'~';
const ANDROID: &[u8] = b"Android ";
/// Start of phones with KaiOS: `Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0)`.
const KAIOS: &[u8] = b"(Mobile; ";
/// Names of apps that write the model into the bracket after their version: `Telegram-Android/11.2 (Xiaomi ruby; ...)`.
const APPS: [&[u8]; 2] = [b"Android/", b"Snapchat/"];

/// Returns a header without the names of models, or `None` if there are none.
pub(crate) fn without(header: &[u8]) -> Option<Vec<u8>> {
    let mut hidden: Option<Vec<u8>> = None;
    let mut hide = |from: usize, to: usize| {
        let part = hidden.get_or_insert_with(|| header.to_vec()).get_mut(from..to);
        part.into_iter().flatten().for_each(|byte| *byte = HIDDEN);
    };
    for at in places(header, ANDROID) {
        let from = at + ANDROID.len();
        let rest = header.get(from..).unwrap_or_default();
        if rest.first() == Some(&b'(') {
            hide(from + 1, from + end(rest, b")"));
        } else if let Some((start, length)) = model(rest) {
            hide(from + start, from + start + length);
        }
    }
    for at in places(header, KAIOS) {
        let from = at + KAIOS.len();
        hide(from, from + end(header.get(from..).unwrap_or_default(), b";)"));
    }
    for app in APPS {
        for at in places(header, app) {
            let from = at + app.len();
            let from = from + end(header.get(from..).unwrap_or_default(), b" ");
            if let Some(bracket) = header.get(from..).and_then(|rest| rest.strip_prefix(b" (")) {
                hide(from + 2, from + 2 + end(bracket, b")"));
            }
        }
    }
    for field in FIELDS {
        for at in places(header, field) {
            let from = at + field.len();
            hide(from, from + end(header.get(from..).unwrap_or_default(), b";]"));
        }
    }
    hidden
}

/// Returns the place and length of a model after `Android `: `13; SM-S918B Build/UP1A)`.
fn model(rest: &[u8]) -> Option<(usize, usize)> {
    let close = end(rest, b")");
    let mut from = end(rest, b";)") + 1;
    let version = rest.get(..from.checked_sub(1)?)?;
    if !version.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return None;
    }
    while from < close {
        let part = rest.get(from..close)?;
        let length = end(part, b";");
        let text = part.get(..length)?;
        if is_language(text.trim_ascii()) {
            from += length + 1;
            continue;
        }
        let build = places(text, b" Build/").next().unwrap_or(length);
        return Some((from, build));
    }
    None
}

/// Whether a part is a language, such as `de-de`, or the old mark of strong encryption.
fn is_language(text: &[u8]) -> bool {
    let shape = |code: &[u8]| (2..=4).contains(&code.len()) && code.iter().all(u8::is_ascii_alphabetic);
    match text {
        b"U" => true,
        [a, b, b'-' | b'_', region @ ..] => a.is_ascii_lowercase() && b.is_ascii_lowercase() && shape(region),
        _ => text.len() == 2 && text.iter().all(u8::is_ascii_lowercase),
    }
}

/// Returns the place of the first of `marks`, or the length.
fn end(text: &[u8], marks: &[u8]) -> usize {
    text.iter().position(|byte| marks.contains(byte)).unwrap_or(text.len())
}

fn places<'a>(text: &'a [u8], wanted: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let starts = text.windows(wanted.len()).enumerate();
    starts.filter(move |(_, window)| *window == wanted).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_are_hidden_and_nothing_else() {
        for (header, expected) in [
            ("Mozilla/5.0 (Linux; Android 13; CUBOT P80) Safari/537.36", Some("CUBOT P80")),
            ("Mozilla/5.0 (Linux; U; Android 4.0.4; zh-cn; Spider X Build/IMM76I) Safari", Some("Spider X")),
            ("Instagram 380.0 Android (33/13; 420dpi; Xiaomi/Redmi; ruby; mt6877)", Some("ruby")),
            ("Mozilla/5.0 (Mobile; Spider 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5", Some("Spider 4G")),
            ("Telegram-Android/11.2.3 (Xiaomi spider; Android 13; SDK 33)", Some("spider")),
            ("[FBAN/FB4A;FBCR/Crawler Mobile;FBDV/Bot 5;FBSV/13]", Some("Bot 5")),
            ("Mozilla/5.0 (Linux; Android 13) Safari/537.36 (compatible; SomeBot/1.0)", None),
            ("Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0", None),
            ("Dalvik/2.1.0 (Linux; U; Android 11; ruby", Some("ruby")),
            ("Android ", None),
            ("Android (", None),
            ("FBDV/", None),
        ] {
            let hidden = without(header.as_bytes());
            let Some(hidden) = hidden.filter(|hidden| hidden != header.as_bytes()) else {
                // `Mobile` of Firefox stands where models do.
                assert!(expected.is_none(), "{header}");
                continue;
            };
            let text = String::from_utf8(hidden).unwrap();
            assert_eq!(text.len(), header.len());
            assert!(expected.is_none_or(|name| !text.contains(name)), "{header}: {text}");
            assert!(!header.contains("SomeBot") || text.contains("SomeBot"), "{header}: {text}");
        }
    }
}
