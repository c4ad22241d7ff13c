//! The people who can read the work log: a name and a public key on each line.

use std::collections::BTreeSet;
use std::fmt;

use git_memory_text::{hidden, limits};

/// A person who can read what is encrypted.
#[derive(Clone)]
pub struct Person {
    name: String,
    key: String,
    pub(crate) recipient: Key,
}

#[derive(Clone)]
pub(crate) enum Key {
    Age(age::x25519::Recipient),
    Ssh(age::ssh::Recipient),
}

impl Key {
    pub(crate) fn recipient(&self) -> &dyn age::Recipient {
        match self {
            Self::Age(key) => key,
            Self::Ssh(key) => key,
        }
    }
}

impl Person {
    /// The name that the team gave them.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The public key: one word of age, or the type and the key of SSH.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.name, self.key)
    }
}

/// A line that names no person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// Its number, from 1.
    pub line: usize,
    /// The reason, a phrase.
    pub reason: &'static str,
}

/// The people of a file, and the lines that name none.
#[derive(Clone, Debug, Default)]
pub struct Recipients {
    /// The people, in the order of the file; each key once.
    pub people: Vec<Person>,
    /// The other lines, but for empty ones and comments.
    pub faults: Vec<LineFault>,
}

impl Recipients {
    /// Reads the content of `memory/recipients`. It may come from anybody: each line is judged on
    /// its own.
    #[must_use]
    pub fn read(content: &[u8]) -> Self {
        let mut found = Self::default();
        if content.len() > limits::RECIPIENTS_BYTES {
            let reason = "the file has more than 64 KiB";
            found.faults.push(LineFault { line: 1, reason });
            return found;
        }
        let mut keys = BTreeSet::new();
        for (nth, line) in String::from_utf8_lossy(content).lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let read = match person(line) {
                Ok(_) if found.people.len() == limits::RECIPIENTS => {
                    Err("the file has more than 100 people")
                }
                read => read,
            };
            match read {
                Ok(person) if keys.insert(person.key.clone()) => found.people.push(person),
                Ok(_) => found.fault(nth, "this key is in an earlier line"),
                Err(reason) => found.fault(nth, reason),
            }
        }
        found
    }

    fn fault(&mut self, nth: usize, reason: &'static str) {
        let line = nth + 1;
        self.faults.push(LineFault { line, reason });
    }
}

/// Reads `<name> <key>`; a comment after an SSH key is left out.
fn person(line: &str) -> Result<Person, &'static str> {
    let mut words = line.split_whitespace();
    let mut name = Vec::new();
    let (first, second) = loop {
        let Some(word) = words.next() else {
            return Err("it has no age or SSH public key");
        };
        if word.starts_with("AGE-SECRET-KEY-") {
            return Err(
                "it holds a private key: make a new one, as this one is not secret any more",
            );
        }
        if word.starts_with("age1") || word.starts_with("ssh-") {
            break (word, words.next());
        }
        name.push(word);
    };
    let name = name.join(" ");
    if name.is_empty() {
        return Err("it has no name before the key");
    }
    if name.chars().count() > limits::LABEL_CHARS || hidden(&name).next().is_some() {
        return Err("the name is not 1 to 100 printable characters");
    }
    let (key, recipient) = if first.starts_with("age1") {
        if second.is_some() {
            return Err("text follows the age key");
        }
        (first.to_owned(), Key::Age(age_key(first)?))
    } else {
        let key = format!("{first} {}", second.unwrap_or_default());
        let recipient = Key::Ssh(ssh_key(&key)?);
        (key, recipient)
    };
    Ok(Person {
        name,
        key,
        recipient,
    })
}

fn age_key(key: &str) -> Result<age::x25519::Recipient, &'static str> {
    key.parse()
        .map_err(|_| "it is not a whole age public key (age1…; keys of plugins are not supported)")
}

fn ssh_key(key: &str) -> Result<age::ssh::Recipient, &'static str> {
    use age::ssh::ParseRecipientKeyError as Fault;
    key.parse().map_err(|fault| match fault {
        Fault::RsaModulusTooSmall => "the RSA key is too weak: it has less than 2048 bits",
        Fault::RsaModulusTooLarge => "the RSA key is larger than the 4096 bits that are supported",
        Fault::Ignore | Fault::Unsupported(_) => {
            "this type of SSH key cannot be encrypted to: use ssh-ed25519, ssh-rsa or age"
        }
        _ => "it is not a whole SSH public key",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const AGE: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
    const SSH: &str =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN";

    fn faults(text: &str) -> Vec<(usize, &'static str)> {
        let read = Recipients::read(text.as_bytes());
        let faults = read.faults.iter();
        faults.map(|fault| (fault.line, fault.reason)).collect()
    }

    #[test]
    fn people_are_read_with_their_keys() {
        let text = format!("# Team\n\nAna María {AGE}\r\nbo {SSH} bo@laptop\n");
        let read = Recipients::read(text.as_bytes());
        let people: Vec<(&str, &str)> =
            read.people.iter().map(|it| (it.name(), it.key())).collect();
        assert_eq!(people, [("Ana María", AGE), ("bo", SSH)]);
        assert!(read.faults.is_empty());
    }

    #[test]
    fn each_strange_line_is_named_and_the_rest_counts() {
        let text = format!(
            "ana\n{AGE}\nbo {AGE}x\ncy ssh-ed25519\ndi ssh-dss AAAA\nev AGE-SECRET-KEY-1QQ\n\
             fi\u{202e} {AGE}\ngo {SSH}\nha {SSH}\n"
        );
        let lines: Vec<usize> = faults(&text).iter().map(|fault| fault.0).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7, 9]);
        assert_eq!(Recipients::read(text.as_bytes()).people.len(), 1);
    }

    #[test]
    fn a_file_has_so_many_bytes() {
        let text = "#".repeat(limits::RECIPIENTS_BYTES + 1);
        assert_eq!(faults(&text), [(1, "the file has more than 64 KiB")]);
    }

    #[test]
    fn a_file_has_so_many_people() {
        let mut text = String::new();
        for nth in 0..=limits::RECIPIENTS {
            let key = age::x25519::Identity::generate().to_public();
            text.extend([&format!("person {nth} "), &key.to_string(), "\n"]);
        }
        let line = limits::RECIPIENTS + 1;
        assert_eq!(faults(&text), [(line, "the file has more than 100 people")]);
    }

    proptest! {
        #[test]
        fn any_content_is_read(content in "(a |age1|ssh-rsa |[ -~\n]){0,200}") {
            let read = Recipients::read(content.as_bytes());
            prop_assert!(read.people.len() + read.faults.len() <= content.lines().count());
        }
    }
}
