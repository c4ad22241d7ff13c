//! A client's messages as lines that can be read, and the answers as lines that it expects. One that
//! does not read its answers is not heard: what waits for it has a bound.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetMeta, ProtocolVersion};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio::sync::watch::Sender;

use super::message::{batch, clean, readable, restored};
use git_memory_text::limits;

/// How much room is kept for the next line, in bytes.
const KEPT: usize = 64 * 1024;

/// State that reading, work and writing share.
#[derive(Clone, Debug, Default)]
pub(super) struct Traffic(Arc<Mutex<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    /// True if the client does not take what is written.
    is_full: bool,
    /// How many requests are not answered yet.
    requests: usize,
    /// Woken once there is room again.
    reader: Option<Waker>,
}

/// A request that is not answered yet.
pub(super) struct Begun(Traffic);

impl Traffic {
    /// Counts a request for as long as the result lives.
    pub(super) fn begin(&self) -> Begun {
        self.change(|waiting| waiting.requests += 1);
        Begun(self.clone())
    }

    /// Waits until the client takes what is written, and there is room for one more request.
    fn poll_free(&self, context: &Context<'_>) -> Poll<()> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.has_room() {
            return Poll::Ready(());
        }
        waiting.reader = Some(context.waker().clone());
        Poll::Pending
    }

    fn change(&self, change: impl FnOnce(&mut Waiting)) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut waiting);
        if waiting.has_room()
            && let Some(reader) = waiting.reader.take()
        {
            reader.wake();
        }
    }
}

impl Waiting {
    fn has_room(&self) -> bool {
        !self.is_full && self.requests < limits::OPEN_REQUESTS
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.change(|waiting| waiting.requests -= 1);
    }
}

/// Reads the lines of another reader.
pub(super) struct Lines<R> {
    inner: BufReader<R>,
    traffic: Traffic,
    /// Bytes of a line so far; once the line is whole, the bytes to read.
    line: Vec<u8>,
    is_whole: bool,
    /// How much of it was read.
    taken: usize,
    /// True if the client has said in which way it speaks.
    has_begun: bool,
    /// Goes where the client does.
    here: Option<Sender<()>>,
}

impl<R: AsyncRead> Lines<R> {
    /// Reads the lines of a reader, and drops `here` where they end.
    pub(super) fn new(inner: R, traffic: Traffic, here: Sender<()>) -> Self {
        Self {
            here: Some(here),
            inner: BufReader::new(inner),
            traffic,
            line: Vec::new(),
            is_whole: false,
            taken: 0,
            has_begun: false,
        }
    }

    /// Makes of a whole line what can be read; of several messages in one, a line of each. A
    /// message that is not expected yet is left out.
    fn prepare(&mut self) {
        clean(&mut self.line);
        let line = std::mem::take(&mut self.line);
        for message in batch(&line).unwrap_or_else(|| vec![line]) {
            let message = self.prepared(message);
            self.line.extend(message);
        }
    }

    fn prepared(&mut self, line: Vec<u8>) -> Vec<u8> {
        if line.trim_ascii().is_empty() {
            return line;
        }
        let line = readable(line);
        if self.has_begun {
            return line;
        }
        match serde_json::from_slice::<ClientJsonRpcMessage>(&line) {
            Ok(ClientJsonRpcMessage::Request(message)) => {
                self.has_begun = begins(&message.request);
                line
            }
            // The protocol's SDK would end the session.
            Ok(_) => Vec::new(),
            Err(_) => line,
        }
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
        ready!(this.traffic.poll_free(context));
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
            } else if this.line.len() > limits::MESSAGE_BYTES {
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

/// Writes answers to another writer, each under the id that its client gave the request.
pub(super) struct Answers<W> {
    inner: W,
    traffic: Traffic,
    /// The beginning of a line.
    line: Vec<u8>,
    /// Whole lines, and how much of them was written.
    ready: Vec<u8>,
    written: usize,
}

impl<W: AsyncWrite + Unpin> Answers<W> {
    pub(super) fn new(inner: W, traffic: Traffic) -> Self {
        Self {
            inner,
            traffic,
            line: Vec::new(),
            ready: Vec::new(),
            written: 0,
        }
    }

    /// Writes the lines that are whole.
    fn poll_lines(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.ready.len() {
            let rest = &self.ready[self.written..];
            let written = Pin::new(&mut self.inner).poll_write(context, rest);
            let is_full = written.is_pending();
            self.traffic.change(|waiting| waiting.is_full = is_full);
            match ready!(written)? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.written += count,
            }
        }
        self.ready.clear();
        self.ready.shrink_to(KEPT);
        self.written = 0;
        Poll::Ready(Ok(()))
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Answers<W> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        ready!(this.poll_lines(context))?;
        for piece in buffer.split_inclusive(|byte| *byte == b'\n') {
            this.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                this.ready.extend_from_slice(&restored(&this.line));
                this.line.clear();
                this.line.shrink_to(KEPT);
            }
        }
        Poll::Ready(Ok(buffer.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_lines(context))?;
        Pin::new(&mut this.inner).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_lines(context))?;
        Pin::new(&mut this.inner).poll_shutdown(context)
    }
}

/// True if a request says in which of both ways its client speaks: by a handshake, or by what each
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(work)
    }

    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        let mut lines = Lines::new(bytes, Traffic::default(), Sender::new(()));
        run(lines.read_to_end(&mut all)).unwrap();
        all
    }

    #[test]
    fn lines_stay_as_they_are_but_for_what_is_no_character() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"{}\n\n{\"a\":[1]}\r\n", "{}\n\n{\"a\":[1]}\r\n"),
            (b"{\"a\":\"\\ud83d\"}\n", "{\"a\":\"\\ufffd\"}\n"),
            (
                b"{\"a\":\"\\ud83d\\ude00\"}\n",
                "{\"a\":\"\\ud83d\\ude00\"}\n",
            ),
            (b"\"a\xff\nb", "\"a\u{fffd}\nb\n"),
            (b"[{\"a\":1}, {}]", "{\"a\":1}\n{}\n"),
            ("{\"a\":\"é\"}\n".as_bytes(), "{\"a\":\"é\"}\n"),
        ] {
            assert_eq!(read(bytes), expected.as_bytes());
        }
        // Longer than a buffer, and longer than any line may be.
        for length in [100_000, limits::MESSAGE_BYTES + 10] {
            let long = [&b"x".repeat(length)[..], b"\nnext\n"].concat();
            assert!(read(&long) == long);
        }
    }

    #[test]
    fn an_answer_goes_out_under_the_id_of_its_request() {
        let mut out = Vec::new();
        let answers =
            b"{\"jsonrpc\":\"2.0\",\"id\":\"git-memory/id 1.50\",\"result\":{}}\n{\"id\":1}\n";
        let mut writer = Answers::new(&mut out, Traffic::default());
        run(async {
            for piece in answers.chunks(7) {
                writer.write_all(piece).await.unwrap();
            }
            writer.flush().await.unwrap();
        });
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "{\"jsonrpc\":\"2.0\",\"id\":1.50,\"result\":{}}\n{\"id\":1}\n"
        );
    }

    #[test]
    fn a_client_that_does_not_read_is_not_heard() {
        run(async {
            let (traffic, (near, mut far)) = (Traffic::default(), tokio::io::duplex(8));
            let mut lines = Lines::new(&b"{}\n"[..], traffic.clone(), Sender::new(()));
            let mut answers = Answers::new(near, traffic);
            let mut answer = std::pin::pin!(async {
                answers.write_all(b"{\"id\":1}{\"id\":2}\n").await.unwrap();
                answers.flush().await.unwrap();
            });
            let mut heard = [0; 3];
            tokio::select! {
                biased;
                () = &mut answer => panic!("it has no room"),
                _ = lines.read_exact(&mut heard) => panic!("it is not heard"),
                () = std::future::ready(()) => {}
            }
            let mut all = [0; 17];
            let (read, ()) = tokio::join!(far.read_exact(&mut all), answer);
            read.unwrap();
            lines.read_exact(&mut heard).await.unwrap();
            assert_eq!(&heard, b"{}\n");
        });
    }
}
