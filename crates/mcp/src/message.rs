//! Messages of JSON-RPC as the protocol's SDK can read them. It knows ids that are texts or numbers
//! of 64 bits, and passes over what it cannot read: here every request keeps an id under which it
//! can be answered, and gets that id back as its client wrote it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rmcp::model::ClientJsonRpcMessage;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value, json};

use git_memory_text::without_halves;

/// The method in place of an object that is no request of the protocol.
const MALFORMED: &str = "git-memory/malformed";
/// The method in place of what has no id, or is nested too deep to be read.
const UNREADABLE: &str = "git-memory/unreadable";

/// The code and the words with which what stands in place of no request is refused.
pub(super) fn refusal(method: &str) -> Option<(i32, &'static str)> {
    match method {
        MALFORMED => Some((
            -32602,
            "a request has a 'method', and 'params' that are an object",
        )),
        UNREADABLE => Some((
            -32600,
            "a request is an object with a text or a number as its 'id', nested at most 120 deep",
        )),
        _ => None,
    }
}

/// The beginning of an id that stands for another one, which follows as JSON.
const STANDS_FOR: &str = "git-memory/id ";
/// How an answer begins whose id stands for another one.
const ANSWER: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":\"git-memory/id ";
/// The part of it before the id.
const BEFORE: &[u8] = b"{\"jsonrpc\":\"2.0\",\"id\":";

/// The members of an object, as their text. What they hold may be nested to any depth.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// A line without what is no character: bytes that are no UTF-8, and half a surrogate pair.
pub(super) fn clean(line: &mut Vec<u8>) {
    if let Cow::Owned(text) = String::from_utf8_lossy(line) {
        *line = text.into_bytes();
    }
    if let Cow::Owned(text) = without_halves(line) {
        *line = text;
    }
}

/// The messages of a text that has several, as the protocol of 2025-03-26 lets a client send them
/// ("Batching"); `None` where it has one, or is none.
pub(super) fn batch(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    if !text.trim_ascii_start().starts_with(b"[") {
        return None;
    }
    let messages: Vec<&RawValue> = serde_json::from_slice(text).ok()?;
    let lines = messages
        .iter()
        .map(|it| [it.get().as_bytes(), b"\n"].concat());
    (!messages.is_empty()).then(|| lines.collect())
}

/// A message as it can be read. In place of a request that cannot be read stands one that is
/// answered under its id; what is not JSON, and a notification, stay as they are.
pub(super) fn readable(line: Vec<u8>) -> Vec<u8> {
    let Ok(members) = serde_json::from_slice::<Members>(&line) else {
        let is_json = serde_json::from_slice::<&RawValue>(&line).is_ok();
        return if is_json {
            refused("null", UNREADABLE)
        } else {
            line
        };
    };
    let Some(id) = members.get("id").map(|id| id.get()) else {
        return match of_cancelled(&members) {
            Some(cancelled) => cancelled,
            None => line,
        };
    };
    // An answer of the client's has the id of a request of ours.
    let is_answer = ["result", "error"]
        .iter()
        .any(|key| members.contains_key(*key));
    if is_answer && !members.contains_key("method") {
        return line;
    }
    if !is_id(id) {
        return refused("null", UNREADABLE);
    }
    let line = match stand_in(id) {
        Some(other) => with_member(&members, "id", &other),
        None => line.clone(),
    };
    if serde_json::from_slice::<ClientJsonRpcMessage>(&line).is_ok() {
        return line;
    }
    let is_read = serde_json::from_slice::<Value>(&line).is_ok();
    refused(id, if is_read { MALFORMED } else { UNREADABLE })
}

/// A request that is refused under an id, which is JSON.
fn refused(id: &str, method: &str) -> Vec<u8> {
    let id = stand_in(id).unwrap_or_else(|| id.to_owned());
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\"}}\n").into_bytes()
}

/// The id that stands for one that the SDK does not know, both as JSON; `None` for others.
fn stand_in(id: &str) -> Option<String> {
    let is_text = id.starts_with('"');
    let is_known = if is_text {
        !id[1..].starts_with(STANDS_FOR)
    } else {
        id.parse::<i64>().is_ok()
    };
    let is_other = !is_known && (is_id(id) || id == "null");
    is_other.then(|| json!(format!("{STANDS_FOR}{id}")).to_string())
}

/// True if JSON is a text or a number.
fn is_id(id: &str) -> bool {
    id.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
}

/// The notification that a request is cancelled whose id has another one in its stead.
fn of_cancelled(members: &Members) -> Option<Vec<u8>> {
    if members.get("method")?.get() != "\"notifications/cancelled\"" {
        return None;
    }
    let params: Members = serde_json::from_str(members.get("params")?.get()).ok()?;
    let id = stand_in(params.get("requestId")?.get())?;
    let params = String::from_utf8(with_member(&params, "requestId", &id)).ok()?;
    Some(with_member(members, "params", params.trim_end()))
}

/// An object with another value of a member, on a line.
fn with_member(members: &Members, name: &str, value: &str) -> Vec<u8> {
    let mut parts = Vec::new();
    for (key, own) in members {
        let value = if key == name { value } else { own.get() };
        parts.push(format!("{}:{value}", json!(key)));
    }
    format!("{{{}}}\n", parts.join(",")).into_bytes()
}

/// An answer under the id that its client gave the request.
pub(super) fn restored(answer: &[u8]) -> Cow<'_, [u8]> {
    let Some(rest) = answer.strip_prefix(ANSWER).map(|_| &answer[BEFORE.len()..]) else {
        return Cow::Borrowed(answer);
    };
    let mut ids = Deserializer::from_slice(rest).into_iter::<String>();
    let (id, end) = (ids.next(), ids.byte_offset());
    match id {
        Some(Ok(id)) => {
            let id = id.trim_start_matches(STANDS_FOR).as_bytes();
            Cow::Owned([BEFORE, id, &rest[end..]].concat())
        }
        _ => Cow::Borrowed(answer),
    }
}

/// The id, as JSON, under which what is no request of the protocol is refused, with the code and the
/// words; `None` for a message that can be read.
pub(super) fn refused_message(readable: &[u8]) -> Option<(String, i32, &'static str)> {
    let members: Members = serde_json::from_slice(readable).ok()?;
    let method: String = serde_json::from_str(members.get("method")?.get()).ok()?;
    let (code, why) = refusal(&method)?;
    let id = members.get("id")?.get();
    let id = match serde_json::from_str::<String>(id) {
        Ok(text) if text.starts_with(STANDS_FOR) => text[STANDS_FOR.len()..].to_owned(),
        _ => id.to_owned(),
    };
    Some((id, code, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &str) -> String {
        String::from_utf8(readable(message.as_bytes().to_vec())).unwrap()
    }

    /// The id of the answer to a message, which a server takes from what it reads.
    fn answered(message: &str) -> String {
        let read = read(message);
        let members: Members = serde_json::from_str(&read).unwrap();
        let id = members["id"].get();
        let answer = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n");
        let answer = restored(answer.as_bytes()).into_owned();
        let answer = String::from_utf8(answer).unwrap();
        let members: Members = serde_json::from_str(&answer).unwrap();
        members["id"].get().to_owned()
    }

    /// Ids as JSON has them, and the one that JSON-RPC has for what is none.
    const IDS: [&str; 13] = [
        "7",
        "-1",
        "1.5",
        "1.0",
        "1e2",
        "1e400",
        "9223372036854775808",
        "123456789012345678901234567890",
        "\"a\"",
        "\"\"",
        "\"git-memory/id 7\"",
        "\"q\\\"\\u00e9\"",
        "null",
    ];

    #[test]
    fn every_id_comes_back_as_it_was_written() {
        let ping = |id: &str| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}");
        for id in IDS {
            assert_eq!(answered(&ping(id)), id);
            assert_eq!(read(&ping(id)).contains(UNREADABLE), id == "null", "{id}");
        }
        for id in ["true", "[1]", "{}"] {
            assert_eq!(answered(&ping(id)), "null");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_under_its_id() {
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        let deep =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":2.5,\"method\":\"ping\",\"params\":{deep}}}");
        for (message, id) in [
            (&*deep, "2.5"),
            (r#"{"jsonrpc":"2.0","id":"four","params":{}}"#, "\"four\""),
            ("7", "null"),
            ("[]", "null"),
        ] {
            assert!(read(message).contains("git-memory/"), "{message}");
            assert_eq!(answered(message), id);
        }
        for same in [
            "{x",
            "{}",
            r#"{"jsonrpc":"2.0","id":7.5,"result":{}}"#,
            r#"{"jsonrpc":"2.0","method":"x"}"#,
        ] {
            assert_eq!(read(same), same);
        }
    }

    #[test]
    fn a_cancelled_request_is_known_by_the_id_that_stands_for_its_own() {
        let cancelled = |id: &str| {
            format!("{{\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}")
        };
        assert_eq!(read(&cancelled("7")), cancelled("7"));
        assert!(read(&cancelled("7.5")).contains("\"requestId\":\"git-memory/id 7.5\""));
    }
}
