//! Walks the table: every row finds its secrets, in every frame, and leaves texts that only look
//! like them.

use super::super::rule::{Alphabet, Key, Rule, Shape};
use super::super::{Class, redact, rules, scan, sealed};
use super::fixtures::disguised;
use super::letters;

fn sample(alphabet: Alphabet, length: usize) -> String {
    let set = match alphabet {
        Alphabet::Capital => 'c',
        Alphabet::Lower => 'l',
        Alphabet::Hex | Alphabet::HexDash => 'h',
        _ => 'n',
    };
    letters(set, length)
}

/// A secret that each of a row's anchors begins, or has in it.
fn of_shape(rule: &Rule) -> Vec<String> {
    let made = |anchor: &&str| match rule.shape {
        Shape::Token { alphabet, lengths } => {
            Some(format!("{anchor}{}", sample(alphabet, lengths.shortest)))
        }
        Shape::Inside {
            alphabet,
            before,
            after,
        } => Some(format!(
            "{}{anchor}{}",
            sample(alphabet, before.shortest),
            sample(alphabet, after.shortest)
        )),
        _ => None,
    };
    let made = rule.anchors.iter().filter_map(made);
    made.map(|token| sealed(&token).unwrap_or(token)).collect()
}

fn of_key(key: Key) -> String {
    let hex = |length| letters('h', length);
    match key {
        Key::Run(length) | Key::Wide(length) => letters('n', length),
        Key::Uuid => [hex(8), hex(4), hex(4), hex(4), hex(12)].join("-"),
    }
}

/// A recipe with its letters filled in, and the place of its secret.
pub(super) fn cooked(recipe: &str) -> (String, std::ops::Range<usize>) {
    let mut text = String::new();
    let mut rest = recipe;
    while let Some((head, tail)) = rest.split_once('{') {
        let (inside, behind) = tail.split_once('}').unwrap_or((tail, ""));
        let mut chars = inside.chars();
        text.push_str(head);
        match (chars.next(), chars.as_str().parse()) {
            (Some('e'), _) if inside == "e" => rest = behind,
            (Some(set), Ok(length)) => {
                text.push_str(&letters(set, length));
                rest = behind;
            }
            _ => {
                text.push('{');
                rest = tail;
            }
        }
    }
    text.push_str(rest);
    let (before, rest) = text.split_once('‹').unwrap();
    let (secret, behind) = rest.split_once('›').unwrap();
    let secret = sealed(secret).unwrap_or_else(|| secret.to_owned());
    let span = before.len()..before.len() + secret.len();
    ([before, &secret, behind].concat(), span)
}

/// Every text of the table that must be found, with its rule and the secret's place.
pub(super) fn examples() -> Vec<(&'static Rule, String, std::ops::Range<usize>)> {
    rules::all()
        .flat_map(|rule| {
            let shaped = of_shape(rule)
                .into_iter()
                .map(|secret| (0..secret.len(), secret));
            let written = rule
                .examples
                .iter()
                .map(|recipe| cooked(recipe))
                .map(|(text, span)| (span, text));
            shaped
                .chain(written)
                .map(move |(span, text)| (rule, text, span))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_row_has_a_name_and_examples() {
    let mut ids: Vec<&str> = rules::all().map(|rule| rule.id).collect();
    for rule in rules::all() {
        let is_kebab = rule
            .id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(is_kebab, "{}", rule.id);
        assert!(
            rule.anchors.iter().all(|anchor| anchor.len() >= 2)
                && rule.anchors.is_empty() == matches!(rule.shape, Shape::Unlisted(_)),
            "{}",
            rule.id
        );
        let shows = !matches!(rule.shape, Shape::Pattern(_) | Shape::Reader(_))
            || !rule.examples.is_empty();
        assert!(shows, "{} has no example", rule.id);
    }
    ids.sort_unstable();
    let twice: Vec<_> = ids.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let prefixes: usize = rules::all()
        .filter(|rule| rule.class == Class::Token)
        .map(|rule| rule.anchors.len())
        .sum();
    assert!(prefixes >= 350, "{prefixes}");
}

#[test]
fn every_row_finds_its_examples() {
    let mut wrong = Vec::new();
    for (rule, text, span) in examples() {
        // Rows meet: an earlier one of the same class may give its name.
        let is_right =
            matches!(&scan(&text)[..], [only] if only.span == span && only.class == rule.class);
        if !is_right {
            wrong.push(format!("{} in {text}: {:?}", rule.id, scan(&text)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_frame_hides_no_token() {
    let mut wrong = Vec::new();
    for (rule, secret, span) in examples()
        .into_iter()
        .filter(|(_, text, span)| span.len() == text.len())
    {
        for text in disguised("frame", &secret) {
            let before = text.find(&secret).unwrap();
            let found: Vec<_> = scan(&text)
                .into_iter()
                .map(|finding| finding.span)
                .collect();
            let place = before + span.start..before + span.end;
            if found != [place] {
                wrong.push(format!("{} in {text}", rule.id));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn look_alikes_of_tokens_pass() {
    let mut wrong: Vec<String> = Vec::new();
    for rule in rules::all() {
        let Shape::Token { alphabet, lengths } = rule.shape else {
            continue;
        };
        let shortest = lengths.shortest;
        for anchor in rule.anchors {
            let secret = format!("{anchor}{}", sample(alphabet, shortest));
            let secret = sealed(&secret).unwrap_or(secret);
            let short = secret[..secret.len() - shortest.div_ceil(2)].to_owned();
            let is_distinctive = anchor.len() >= 4 && anchor.ends_with(['_', '-', '.']);
            let look_alikes = [
                format!("{anchor}{}", "x".repeat(shortest)),
                if is_distinctive {
                    short.clone()
                } else {
                    format!("xy{secret}")
                },
                (*anchor).to_owned(),
                short,
            ];
            let found = look_alikes
                .iter()
                .filter(|text| scan(text).iter().any(|finding| finding.rule == rule.id));
            wrong.extend(found.cloned());
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_provider_names_its_key() {
    let mut wrong = Vec::new();
    for rule in rules::all() {
        let Shape::Keyed(keys) = rule.shape else {
            continue;
        };
        let name = rule.anchors[0].trim_end_matches('_');
        for key in keys {
            let secret = of_key(*key);
            for text in [
                format!("{}_API_KEY={secret}", name.to_uppercase()),
                format!("{name}_token: \"{secret}\""),
                format!("Our {name} key is {secret}."),
                format!("| {name} key | `{secret}` |"),
            ] {
                if !matches!(&scan(&text)[..], [only] if text[only.span.clone()] == secret) {
                    wrong.push(text);
                }
            }
            // A secret that is random enough is a finding without a name, too.
            let hash = letters('h', secret.len());
            let look_alikes = [
                format!("{name} at commit {secret}"),
                format!("it is {hash} there"),
            ];
            wrong.extend(
                look_alikes
                    .into_iter()
                    .filter(|text| !scan(text).is_empty()),
            );
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn patterns_compile_and_match_nothing_empty() {
    for rule in rules::all() {
        if let Shape::Pattern(source) = rule.shape {
            assert!(
                !regex::Regex::new(source).unwrap().is_match(""),
                "{}",
                rule.id
            );
            assert!(
                source.contains(r"\A"),
                "{} is not bound to its anchor",
                rule.id
            );
        }
        let marked = format!("password = [REDACTED:{}]", rule.class);
        assert_eq!(redact(&marked).as_str(), marked);
    }
}
