//! Addresses on the web that a text has.

/// Letters that end an address in a text.
const ENDS: &[char] = &['<', '>', '"', '`', '|', '\\', '^', '{', '}'];
/// Letters that end a sentence or a link rather than an address.
const AFTER: &[char] = &['.', ',', ';', ':', '!', '?', '\'', ')', ']', '*', '_'];

/// The `http` and `https` addresses of a text, in its order.
pub fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("://").filter_map(|(at, _)| {
        let before = &text[..at];
        let scheme = ["https", "http"]
            .into_iter()
            .find(|it| before.ends_with(it))?;
        let address = &text[at - scheme.len()..];
        let is_end = |letter: char| letter.is_whitespace() || ENDS.contains(&letter);
        let end = address.find(is_end).unwrap_or(address.len());
        // The brackets of a Markdown link around it.
        let end = address[..end].find("](").unwrap_or(end);
        Some(address[..end].trim_end_matches(AFTER))
    })
}

/// True if a word can be an address, with or without its scheme, or a host.
#[must_use]
pub fn is_address(word: &str) -> bool {
    let (host, _) = parts(word);
    host.contains('.') && !host.starts_with('.') && !word.contains(char::is_whitespace)
}

/// True if an address is the wanted one, or lies below it: on a host, or in a folder of it.
#[must_use]
pub fn leads_to(address: &str, wanted: &str) -> bool {
    let ((host, path), (wanted_host, wanted)) = (parts(address), parts(wanted));
    let is_below = |rest: &str| rest.is_empty() || rest.starts_with(['/', '?', '#']);
    host.eq_ignore_ascii_case(wanted_host) && path.strip_prefix(wanted).is_some_and(is_below)
}

/// All that an address leads to: its host, each folder of it, and itself, without the scheme.
pub fn leads(address: &str) -> impl Iterator<Item = &str> {
    let (host, rest) = parts(address);
    let whole = address.split_once("://").map_or(address, |(_, rest)| rest);
    let ends = rest.match_indices(['/', '?', '#']).map(|(at, _)| at);
    ends.chain([rest.len()]).filter_map(move |end| {
        let is_new = end == 0 || !rest[..end].ends_with('/');
        is_new.then(|| &whole[..host.len() + end])
    })
}

/// The host of an address, and the rest without a slash at its end.
fn parts(address: &str) -> (&str, &str) {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    (&rest[..end], rest[end..].trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_where_sentences_and_links_do() {
        for (text, expected) in [
            ("see https://a.org/b, or", vec!["https://a.org/b"]),
            ("[x](http://a.org/b?c=d#e).", vec!["http://a.org/b?c=d#e"]),
            (
                "<https://a.org> `https://b.org/`",
                vec!["https://a.org", "https://b.org/"],
            ),
            (
                "[https://a.org](https://a.org)",
                vec!["https://a.org", "https://a.org"],
            ),
            ("ftp://a.org ://", vec![]),
        ] {
            assert_eq!(addresses(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn an_address_leads_to_its_host_and_folders() {
        for (wanted, expected) in [
            ("https://a.org/b/c", true),
            ("A.org", true),
            ("a.org/b/", true),
            ("http://a.org/b", true),
            ("a.org/b/c/d", false),
            ("a.org/bc", false),
            ("org", false),
            ("b.a.org", false),
        ] {
            assert_eq!(leads_to("https://a.org/b/c", wanted), expected, "{wanted}");
        }
        assert!(is_address("a.org") && !is_address("openssl") && !is_address(".env"));
    }

    #[test]
    fn an_address_leads_to_all_that_is_told_of_it() {
        let address = "https://A.org/b//c/?d=e/f";
        let all: Vec<&str> = leads(address).collect();
        assert_eq!(
            all,
            [
                "A.org",
                "A.org/b",
                "A.org/b//c",
                "A.org/b//c/?d=e",
                "A.org/b//c/?d=e/f"
            ]
        );
        assert!(all.iter().all(|it| leads_to(address, it)));
        assert_eq!(leads("a.org").collect::<Vec<_>>(), ["a.org"]);
        assert_eq!(leads("http://a.org/").collect::<Vec<_>>(), ["a.org"]);
    }
}
