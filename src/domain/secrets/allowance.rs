//! What a team has allowed by name: one line of JSON a secret, with a slow salted hash in place of
//! the secret, so that the file gives nothing away.

use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{Clean, Guard, Refusal};
use crate::domain::text::hex;

// How often the hash is taken: PBKDF2 (RFC 8018) with HMAC-SHA-256, about the time of a blink for
// one guess. The file is public with the repository, and what was allowed may be a weak password.
const ROUNDS: u32 = 120_000;

/// A secret that may be written, because somebody said why.
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
    /// Allows `secret`, found by `rule`.
    #[must_use]
    pub fn new(rule: &str, secret: &str, salt: [u8; 16], reason: &str, created: String) -> Self {
        let salt = hex(&salt);
        Self {
            rule: rule.to_owned(),
            hash: hash(secret, &salt),
            salt,
            reason: reason.to_owned(),
            created,
        }
    }

    /// The same for this reason.
    #[must_use]
    pub fn because(self, reason: &str, created: String) -> Self {
        Self {
            reason: reason.to_owned(),
            created,
            ..self
        }
    }

    /// Whether it allows `secret`, found by `rule`. Slow where the rule is the same.
    #[must_use]
    pub fn covers(&self, rule: &str, secret: &str) -> bool {
        // The rule first: it spares most of the slow hashes.
        self.rule == rule && self.hash == hash(secret, &self.salt)
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

    /// The text of a file: sorted by hash, so that two branches rarely add at the same place.
    ///
    /// # Errors
    /// Where a reason holds a secret itself.
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

fn hash(secret: &str, salt: &str) -> String {
    let (secret, salt) = (secret.as_bytes(), salt.as_bytes());
    let hash = pbkdf2::pbkdf2_hmac_array::<Sha256, 32>(secret, salt, ROUNDS);
    hex(&hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_covers_one_secret_of_one_rule() {
        let allowance = Allowance::new(
            "pattern",
            "ACME-1",
            [7; 16],
            "A sample.",
            "2026-11-21".to_owned(),
        );
        assert!(allowance.covers("pattern", "ACME-1"));
        assert!(
            !allowance.covers("pattern", "ACME-2") && !allowance.covers("url-password", "ACME-1")
        );
        let other = Allowance::new("pattern", "ACME-1", [8; 16], "", "2026-11-21".to_owned());
        assert_ne!(allowance.hash, other.hash);
        let text = Allowance::write(&[allowance.clone(), other.clone()], &Guard::new()).unwrap();
        assert!(!text.contains("ACME"));
        let read = Allowance::read(&format!("{text}garbage\n"));
        assert!(read.len() == 2 && read.contains(&allowance) && read.contains(&other));
    }
}
