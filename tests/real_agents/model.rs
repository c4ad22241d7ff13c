//! The model on loopback: `model.mjs`, which answers with the turns that it is given.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

pub struct Model {
    child: Child,
    pub port: u16,
}

/// Requests of the programs to the model, each with all of its texts.
pub struct Heard(Vec<String>);

impl Model {
    /// Starts it; `None` without Node.
    pub fn start() -> Option<Self> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real_agents/model.mjs");
        let mut command = Command::new("node");
        command
            .arg(script)
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let port = line.trim().parse().unwrap();
        Some(Self { child, port })
    }

    /// Sets its answers, one for each turn, and forgets earlier requests.
    pub fn turns(&self, turns: &[Value]) {
        self.request("/turns", &Value::from(turns).to_string());
    }

    /// Returns the requests since then.
    pub fn heard(&self) -> Heard {
        let requests: Vec<String> = serde_json::from_str(&self.request("/heard", "")).unwrap();
        let mut heard = Vec::new();
        for request in &requests {
            let mut texts = String::new();
            read(&serde_json::from_str(request).unwrap(), &mut texts);
            heard.push(texts);
        }
        Heard(heard)
    }

    fn request(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let head = format!(
            "POST {path} HTTP/1.0\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream
            .write_all(format!("{head}{body}").as_bytes())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Heard {
    /// True if a request has this text.
    pub fn has(&self, text: &str) -> bool {
        self.0.iter().any(|heard| heard.contains(text))
    }

    /// True if the first request of the session has it; a program may ask for a title before.
    pub fn begins_with(&self, text: &str) -> bool {
        self.0.iter().take(2).any(|heard| heard.contains(text))
    }
}

/// Adds every text of a value.
fn read(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => texts.extend([text, "\n"]),
        Value::Array(items) => items.iter().for_each(|item| read(item, texts)),
        Value::Object(keys) => keys.values().for_each(|value| read(value, texts)),
        _ => {}
    }
}
