//! The form of an entry's commit message: a subject, a body of Markdown, and trailers
//! (git-interpret-trailers(1)) as the last paragraph.

use git_memory_guard::{Assembly, Clean};

/// The whole message of clean parts: the end of one part cannot reach into the next. Values are on
/// one line.
#[must_use]
pub fn assemble(subject: &Clean, body: &Clean, trailers: &[(&'static str, Clean)]) -> Clean {
    let mut message = Assembly::new();
    message.text(subject).literal("\n");
    if !body.is_empty() {
        message.literal("\n").text(body).literal("\n");
    }
    if !trailers.is_empty() {
        message.literal("\n");
    }
    for (key, value) in trailers {
        message.literal(key).literal(": ").text(value).literal("\n");
    }
    message.finish()
}

/// A message in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The first line, without its end.
    pub subject: String,
    /// Text between them, without empty lines around it.
    pub body: String,
    /// Key and value, in order.
    pub trailers: Vec<(String, String)>,
}

impl Message {
    /// The value of a trailer: the last one counts, as a later value is meant to replace an earlier
    /// one.
    #[must_use]
    pub fn trailer(&self, key: &str) -> Option<&str> {
        self.all(key).last()
    }

    /// Every value of a trailer, in order.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &str> {
        self.trailers
            .iter()
            .filter(move |(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// Takes a message apart. A last paragraph that is not a block of trailers belongs to the body.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_end();
        let (subject, rest) = match text.split_once('\n') {
            Some(parts) => parts,
            None => (text, ""),
        };
        let rest = rest.trim_matches('\n');
        let (body, last) = match rest.rsplit_once("\n\n") {
            Some(parts) => parts,
            None => ("", rest),
        };
        let (body, trailers) = match trailers(last) {
            Some(trailers) => (body.trim_end(), trailers),
            None => (rest, Vec::new()),
        };
        Self {
            subject: subject.to_owned(),
            body: body.to_owned(),
            trailers,
        }
    }
}

/// The trailers of a paragraph, or `None` if one of its lines is not a trailer.
fn trailers(paragraph: &str) -> Option<Vec<(String, String)>> {
    // git also takes a paragraph of which a quarter are trailers for a block of them. The last
    // lines of a body (`Note: …`) would become trailers that way, so here each line has to be one.
    let mut trailers = Vec::new();
    for line in paragraph.lines() {
        trailers.push(trailer(line)?);
    }
    Some(trailers)
}

fn trailer(line: &str) -> Option<(String, String)> {
    let (key, value) = line.split_once(": ")?;
    let mut bytes = key.bytes();
    if key.is_empty() || !bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return None;
    }
    Some((key.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use git_memory_guard::redact;
    use proptest::prelude::*;

    #[test]
    fn the_last_paragraph_may_be_trailers() {
        let read = Message::parse(
            "Title\n\n## What happened\n\nMemory-Id: sum-forged\n\nRun-Id: r1\nStatus: ok\n",
        );
        assert_eq!(read.body, "## What happened\n\nMemory-Id: sum-forged");
        assert_eq!(
            (read.trailer("Run-Id"), read.trailer("Memory-Id")),
            (Some("r1"), None)
        );
        for (text, body) in [
            ("Only a title", ""),
            (
                "T\n\nNo trailers: here\nat all",
                "No trailers: here\nat all",
            ),
            ("", ""),
        ] {
            let read = Message::parse(text);
            assert_eq!(
                (read.body.as_str(), read.trailers.len()),
                (body, 0),
                "{text}"
            );
        }
        assert_eq!(Message::parse("T\n\nA: b").trailer("A"), Some("b"));
    }

    proptest! {
        #[test]
        fn messages_are_read_as_written(subject in "[^\n]{1,40}", body in "[a-z:#\n -]{0,80}", value in "[^\n]{0,20}[!-~]") {
            let body = body.trim_matches('\n').trim_end().to_owned();
            let value = redact(&value);
            let text = assemble(&redact(&subject), &redact(&body), &[("Memory-Id", redact("x")), ("Run-Id", value.clone())]);
            let read = Message::parse(&text);
            prop_assert_eq!((read.subject, read.body), (redact(&subject).into_string(), redact(&body).into_string()));
            prop_assert_eq!(read.trailers.len(), 2);
            prop_assert_eq!(&read.trailers[1].1, value.as_str());
        }
    }
}
