//! What a client sends, as lines that can be read: half a surrogate pair, or bytes that are no UTF-8,
//! are no character, and the whole message would be passed over without an answer. One that is no
//! request of the protocol would be answered without its id, for which its client waits.

use std::borrow::Cow;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta, ProtocolVersion};
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncRead, BufReader, ReadBuf};
use tokio::sync::watch::Sender;

use crate::wire::vocabulary::without_halves;

/// The longest line that is looked at, in bytes; the protocol's SDK takes none that is longer.
const LONGEST: usize = 16 * 1024 * 1024;
/// The method in place of what is no request of the protocol; the server says so.
pub(super) const MALFORMED: &str = "git-memory/malformed";
/// How much room is kept for the next line, in bytes.
const KEPT: usize = 64 * 1024;

/// Reads the lines of another reader.
pub(super) struct Lines<R> {
    inner: BufReader<R>,
    /// What came of a line so far; what is to be read, where the line is whole.
    line: Vec<u8>,
    is_whole: bool,
    /// How much of it was read.
    taken: usize,
    /// Whether the client has said in which way it speaks.
    has_begun: bool,
    /// Goes where the client does.
    here: Option<Sender<()>>,
}

impl<R: AsyncRead> Lines<R> {
    /// Reads the lines of a reader, and drops `here` where they end.
    pub(super) fn new(inner: R, here: Sender<()>) -> Self {
        Self {
            here: Some(here),
            inner: BufReader::new(inner),
            line: Vec::new(),
            is_whole: false,
            taken: 0,
            has_begun: false,
        }
    }

    /// Makes of a whole line what can be read; of several messages in one, a line of each. What
    /// nobody expects yet is left out.
    fn prepare(&mut self) {
        clean(&mut self.line);
        if let Some(messages) = batch(&self.line) {
            let mut lines = Vec::new();
            for message in messages {
                let line = format!("{message}\n").into_bytes();
                lines.extend(self.prepared(line));
            }
            self.line = lines;
        } else {
            let line = std::mem::take(&mut self.line);
            self.line = self.prepared(line);
        }
    }

    fn prepared(&mut self, mut line: Vec<u8>) -> Vec<u8> {
        match serde_json::from_slice::<ClientJsonRpcMessage>(&line) {
            Ok(_) if self.has_begun => {}
            Ok(ClientJsonRpcMessage::Request(message)) => {
                self.has_begun = begins(&message.request);
            }
            // The protocol's SDK would end the session.
            Ok(_) => line.clear(),
            Err(_) => let_be_answered(&mut line),
        }
        line
    }

    /// Goes on to what comes after the line.
    fn next(&mut self) {
        self.line.clear();
        self.line.shrink_to(KEPT);
        self.taken = 0;
        self.is_whole = false;
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while !this.is_whole {
            let mut inner = Pin::new(&mut this.inner);
            let available = ready!(inner.as_mut().poll_fill_buf(context))?;
            let end = available.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(available.len(), |end| end + 1);
            this.line.extend_from_slice(&available[..count]);
            inner.consume(count);
            if count == 0 {
                this.here = None;
            }
            // A client that goes away has ended its line, too.
            if end.is_some() || count == 0 {
                if end.is_none() && !this.line.is_empty() {
                    this.line.push(b'\n');
                }
                this.prepare();
                this.is_whole = count == 0 || !this.line.is_empty();
            } else if this.line.len() > LONGEST {
                this.is_whole = true;
            }
        }
        let rest = &this.line[this.taken..];
        let count = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..count]);
        this.taken += count;
        if this.taken == this.line.len() {
            this.next();
        }
        Poll::Ready(Ok(()))
    }
}

/// Puts the replacement character where there is none.
fn clean(line: &mut Vec<u8>) {
    if let Cow::Owned(text) = String::from_utf8_lossy(line) {
        *line = text.into_bytes();
    }
    if let Cow::Owned(text) = without_halves(line) {
        *line = text;
    }
}

/// Whether a request says in which of both ways its client speaks: by a handshake, or by what each
/// request has beside its parameters. Before, a client may ask what is spoken here.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        request => {
            let meta = request.get_meta();
            let missing = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28);
            let version = meta.protocol_version();
            missing.is_empty()
                && version.is_some_and(|it| ProtocolVersion::KNOWN_VERSIONS.contains(&it))
        }
    }
}

/// The messages of a line that has several, as the protocol of 2025-03-26 lets a client send them
/// ("Batching"); each is answered in a line of its own.
fn batch(line: &[u8]) -> Option<Vec<Value>> {
    if !line.trim_ascii_start().starts_with(b"[") {
        return None;
    }
    let messages: Vec<Value> = serde_json::from_slice(line).ok()?;
    let is_batch = !messages.is_empty() && messages.iter().all(Value::is_object);
    is_batch.then_some(messages)
}

/// Puts a request that can be answered under the same id in place of one that cannot be read as such.
/// Of what is not JSON nobody knows the id.
fn let_be_answered(line: &mut Vec<u8>) {
    let Ok(Value::Object(message)) = serde_json::from_slice(line) else {
        return;
    };
    if let Some(id @ (Value::String(_) | Value::Number(_))) = message.get("id") {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": MALFORMED});
        *line = format!("{request}\n").into_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    fn read(bytes: &[u8]) -> Vec<u8> {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let mut all = Vec::new();
        let read = async {
            Lines::new(bytes, Sender::new(()))
                .read_to_end(&mut all)
                .await
        };
        runtime.unwrap().block_on(read).unwrap();
        all
    }

    #[test]
    fn lines_stay_as_they_are_but_for_what_is_no_character() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"{}\n\n[1]\r\n", "{}\n\n[1]\r\n"),
            (
                b"\"\\ud83d\"\n\"\\ud83d\\ude00\"\n",
                "\"\\ufffd\"\n\"\\ud83d\\ude00\"\n",
            ),
            (b"\"a\xff\"\nb", "\"a\u{fffd}\"\nb\n"),
            (b"[{\"a\":1}, {}]", "{\"a\":1}\n{}\n"),
            ("\"é\"\n".as_bytes(), "\"é\"\n"),
        ] {
            assert_eq!(read(bytes), expected.as_bytes());
        }
        for (message, id) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"recall"}"#,
                "7",
            ),
            (r#"{"jsonrpc":"2.0","id":"a","params":{}}"#, "\"a\""),
        ] {
            let read = String::from_utf8(read(message.as_bytes())).unwrap();
            let [id, method] = [
                format!("\"id\":{id}"),
                format!("\"method\":\"{MALFORMED}\""),
            ];
            assert!(read.contains(&id) && read.contains(&method), "{read}");
        }
        // Longer than a buffer, and longer than any line may be.
        for length in [100_000, LONGEST + 10] {
            let long = [&b"x".repeat(length)[..], b"\nnext\n"].concat();
            assert!(read(&long) == long);
        }
    }
}
