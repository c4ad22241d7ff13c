//! Findings that can be allowed although their text is gone, or was never memory's: what the line
//! that allows one will say is kept in this clone, with a slow salted hash in place of the secret.

use std::cell::Cell;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::domain::secrets::{self, Allowance, Guard};
use crate::domain::text::hex;
use crate::store::Store;

/// Maximum number of findings that are kept in one command: each hash takes as long as a blink.
const NEW: usize = 20;
/// Maximum number of findings that are kept at all.
const KEPT: usize = 200;

/// A finding that can be allowed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// Its name.
    pub(crate) fingerprint: String,
    /// Where it was.
    pub(crate) place: String,
    /// What will allow it, but for the reason.
    pub(crate) allowance: Allowance,
}

/// How many more findings a command keeps.
#[derive(Debug)]
pub(crate) struct Left(Cell<usize>);

impl Default for Left {
    fn default() -> Self {
        Self(Cell::new(NEW))
    }
}

/// A finding that is to be kept.
pub(crate) struct NewOffer<'a> {
    pub(crate) fingerprint: &'a str,
    /// Path and line.
    pub(crate) place: &'a str,
    /// The rule that found it.
    pub(crate) rule: &'a str,
    pub(crate) secret: &'a str,
    /// The day, `YYYY-MM-DD`.
    pub(crate) today: String,
}

/// Keeps a finding, so that it can be allowed by its fingerprint.
pub(crate) fn keep(store: Store, left: &Left, new: NewOffer) {
    let mut offers = kept(store);
    let is_known = offers
        .iter()
        .any(|offer| offer.fingerprint == new.fingerprint);
    if is_known || left.0.get() == 0 {
        return;
    }
    left.0.set(left.0.get() - 1);
    let mut salt = [0; 16];
    // Without a salt the hash of a guessable value would give it away: better no offer.
    if getrandom::fill(&mut salt).is_err() {
        return;
    }
    offers.push(Offer {
        fingerprint: new.fingerprint.to_owned(),
        place: new.place.to_owned(),
        allowance: Allowance::new(new.rule, new.secret, salt, "", new.today),
    });
    let from = offers.len().saturating_sub(KEPT);
    let mut text = String::new();
    for offer in &offers[from..] {
        // A struct of strings is always JSON.
        if let Ok(line) = serde_json::to_string(offer) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    store.keep_offers(&text);
}

/// The findings that were kept, oldest first.
pub(crate) fn kept(store: Store) -> Vec<Offer> {
    let Some(text) = store.offers() else {
        return Vec::new();
    };
    let mut offers = Vec::new();
    for line in text.lines() {
        // Of another version, or damaged: whoever scans again gets it anew.
        if let Ok(offer) = serde_json::from_str(line) {
            offers.push(offer);
        }
    }
    offers
}

/// The first 8 bytes, in hex, of SHA-256 over rule, path and the redacted line.
pub(crate) fn fingerprint(
    guard: &Guard,
    path: &str,
    text: &str,
    finding: &secrets::Finding,
) -> String {
    let start = text[..finding.span.start]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let end = text[finding.span.end..]
        .find('\n')
        .map_or(text.len(), |at| finding.span.end + at);
    // However the file was named on the command line.
    let path = path.trim_start_matches("./");
    // No line number, which changes with every edit above, and no secret: a fingerprint is shown.
    let line = guard.redact(&text[start..end]);
    let digest = Sha256::digest([finding.rule, path, &line].join("\0"));
    hex(&digest[..8])
}
