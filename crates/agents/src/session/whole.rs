//! A session that is kept as one JSON object, as older versions of Gemini CLI have it
//! (`ConversationRecord` in their `chatRecordingService.ts`): its messages are what lines are
//! elsewhere.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A session as one object.
#[derive(Debug, PartialEq, Eq)]
pub struct Whole<'a> {
    /// Its id.
    pub session: String,
    /// Its messages as JSON, each with where in the file it ends.
    pub messages: Vec<(&'a [u8], usize)>,
}

/// Reads a session; `None` where the text is none of this form.
#[must_use]
pub fn whole(text: &[u8]) -> Option<Whole<'_>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Conversation<'a> {
        #[serde(borrow)]
        session_id: Cow<'a, str>,
        #[serde(borrow)]
        messages: Vec<&'a RawValue>,
    }
    let read: Conversation = serde_json::from_slice(text).ok()?;
    let start = text.as_ptr().addr();
    let mut messages = Vec::with_capacity(read.messages.len());
    for message in read.messages {
        let message = message.get().as_bytes();
        messages.push((message, message.as_ptr().addr() - start + message.len()));
    }
    Some(Whole {
        session: read.session_id.into_owned(),
        messages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_with_their_ends() {
        let text =
            "{\n  \"sessionId\": \"s\",\n  \"messages\": [\n    {\"id\": 1},\n    {}\n  ]\n}";
        let read = whole(text.as_bytes()).unwrap();
        assert_eq!(read.session, "s");
        let mut found = Vec::new();
        for (message, end) in read.messages {
            assert!(text.as_bytes()[..end].ends_with(message));
            found.push(message);
        }
        assert_eq!(found, [&b"{\"id\": 1}"[..], b"{}"]);
        for text in [
            "",
            "[]",
            "{}",
            "{\"sessionId\": \"s\"}\n{}",
            "{\"messages\": []}",
        ] {
            assert_eq!(whole(text.as_bytes()), None, "{text}");
        }
    }
}
