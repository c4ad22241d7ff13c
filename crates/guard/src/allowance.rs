//! Secrets that a team has allowed by name: one line of JSON for each, with a slow salted hash in
//! place of the secret, so that the file gives nothing away.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::classify::value;
use super::{Clean, Guard, Refusal};
use git_memory_text::hex;
use git_memory_text::limits;

// Number of rounds of the hash: PBKDF2 (RFC 8018) with HMAC-SHA-256, about the time of a blink for
// one guess. The file is public with the repository, and an allowed secret may be a weak password.
const ROUNDS: u32 = 120_000;

/// A secret that may be written, for a stated reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// The rule that finds it; nothing else is allowed by this line.
    pub rule: String,
    /// 16 random bytes, hex.
    pub salt: String,
    /// The hash of the secret, 32 bytes, hex.
    pub hash: String,
    /// Why it may be written.
    pub reason: String,
    /// The day it was allowed, `YYYY-MM-DD`.
    pub created: String,
}

impl Allowance {
    /// Allows `secret`, found by `rule`. The salt is that of the other lines of the file, if it has
    /// some: then one hash looks a secret up among all of them.
    #[must_use]
    pub fn new(rule: &str, secret: &str, salt: String, reason: &str, created: String) -> Self {
        Self {
            rule: rule.to_owned(),
            hash: hash(secret, &salt),
            salt,
            reason: reason.to_owned(),
            created,
        }
    }

    /// The allowance with this reason and day.
    #[must_use]
    pub fn because(self, reason: &str, created: String) -> Self {
        Self {
            reason: reason.to_owned(),
            created,
            ..self
        }
    }

    /// Reads a file of allowances; a line that cannot be read is left out.
    #[must_use]
    pub fn read(text: &str) -> Vec<Self> {
        let mut allowances = Vec::new();
        for line in text.lines() {
            // A line that is left out allows nothing: a damaged file only makes the guard stricter.
            if let Ok(allowance) = serde_json::from_str(line) {
                allowances.push(allowance);
            }
        }
        allowances
    }

    /// The lines of a file that cannot be read, from 1.
    #[must_use]
    pub fn unreadable_lines(text: &str) -> Vec<usize> {
        let mut unreadable = Vec::new();
        for (nth, line) in text.lines().enumerate() {
            let is_read = serde_json::from_str::<Self>(line).is_ok();
            if !is_read && !line.trim().is_empty() {
                unreadable.push(nth + 1);
            }
        }
        unreadable
    }

    /// The text of a file: sorted by hash, so that two branches rarely add at the same place.
    ///
    /// # Errors
    /// If a reason holds a secret.
    pub fn write(allowances: &[Self], guard: &Guard) -> Result<Clean, Refusal> {
        let mut sorted: Vec<&Self> = allowances.iter().collect();
        sorted.sort_by(|a, b| a.hash.cmp(&b.hash));
        let mut text = String::new();
        for allowance in sorted {
            text.push_str(&allowance.line());
            text.push('\n');
        }
        guard.admit(text)
    }

    fn line(&self) -> String {
        // A struct of strings is always JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// True if a secret cannot be guessed, whatever the hash: then one round is enough.
fn is_unguessable(secret: &str) -> bool {
    secret.len() >= 24 && value::is_random(secret)
}

fn hash(secret: &str, salt: &str) -> String {
    let rounds = if is_unguessable(secret) { 1 } else { ROUNDS };
    let (secret, salt) = (secret.as_bytes(), salt.as_bytes());
    let hash = pbkdf2::pbkdf2_hmac_array::<Sha256, 32>(secret, salt, rounds);
    hex(&hash)
}

/// The allowances, prepared for looking up many secrets.
#[derive(Default)]
pub struct AllowedList {
    /// The salts of each rule's lines.
    salts: HashMap<String, BTreeSet<String>>,
    /// Rule and hash.
    lines: HashSet<(String, String)>,
    /// Answers already given, by rule and secret.
    known: RefCell<HashMap<(String, String), bool>>,
    /// Number of slow hashes that are left.
    slow_left: Cell<usize>,
}

impl AllowedList {
    /// Takes the lines of a file.
    #[must_use]
    pub fn new(allowances: Vec<Allowance>) -> Self {
        let mut list = Self {
            slow_left: Cell::new(limits::ALLOWANCE_HASHES),
            ..Self::default()
        };
        for allowance in allowances {
            let salts = list.salts.entry(allowance.rule.clone()).or_default();
            if salts.len() < limits::ALLOWANCE_SALTS || salts.contains(&allowance.salt) {
                salts.insert(allowance.salt);
                list.lines.insert((allowance.rule, allowance.hash));
            }
        }
        list
    }

    /// True if `secret`, found by `rule`, is allowed.
    #[must_use]
    pub fn allows(&self, rule: &str, secret: &str) -> bool {
        let Some(salts) = self.salts.get(rule) else {
            return false;
        };
        let asked = (rule.to_owned(), secret.to_owned());
        if let Some(known) = self.known.borrow().get(&asked) {
            return *known;
        }
        let is_slow = !is_unguessable(secret);
        let mut is_allowed = false;
        for salt in salts {
            if is_slow
                && self
                    .slow_left
                    .replace(self.slow_left.get().saturating_sub(1))
                    == 0
            {
                break;
            }
            let line = (rule.to_owned(), hash(secret, salt));
            is_allowed |= self.lines.contains(&line);
        }
        self.known.borrow_mut().insert(asked, is_allowed);
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_covers_one_secret_of_one_rule() {
        let day = || "2026-11-21".to_owned();
        let one = Allowance::new("pattern", "ACME-1", hex(&[7; 16]), "A sample.", day());
        let token = "q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ";
        let other = Allowance::new("pattern", token, one.salt.clone(), "", day());
        let third = Allowance::new("pattern", "ACME-1", hex(&[8; 16]), "", day());
        assert_ne!(one.hash, third.hash);
        let text = Allowance::write(&[one.clone(), other, third], &Guard::new()).unwrap();
        assert!(!text.contains("ACME") && !text.contains(token));
        let read = Allowance::read(&format!("{text}garbage\n"));
        assert!(read.len() == 3 && read.contains(&one));
        let list = AllowedList::new(read);
        assert!(list.allows("pattern", "ACME-1") && list.allows("pattern", token));
        assert!(!list.allows("pattern", "ACME-2") && !list.allows("url-password", "ACME-1"));
    }

    #[test]
    fn a_long_list_is_one_hash_and_many_secrets_are_bounded() {
        let line = |nth: usize| Allowance {
            rule: "pattern".to_owned(),
            salt: "00".to_owned(),
            hash: nth.to_string(),
            reason: String::new(),
            created: String::new(),
        };
        let mut lines: Vec<Allowance> = (0..3000).map(line).collect();
        lines.push(Allowance::new(
            "pattern",
            "ACME-1",
            "00".to_owned(),
            "",
            String::new(),
        ));
        let list = AllowedList::new(lines);
        assert!(list.allows("pattern", "ACME-1") && list.allows("pattern", "ACME-1"));
        assert_eq!(list.slow_left.get(), limits::ALLOWANCE_HASHES - 1);
        let salts = (0..=limits::ALLOWANCE_SALTS).map(|nth| Allowance {
            salt: format!("{nth:02}"),
            ..line(nth)
        });
        let salts = AllowedList::new(salts.collect());
        assert_eq!(salts.salts["pattern"].len(), limits::ALLOWANCE_SALTS);
        list.slow_left.set(1);
        assert!(!list.allows("pattern", "ACME-2") && list.slow_left.get() == 0);
        assert!(!list.allows("pattern", "ACME-3"));
    }
}
