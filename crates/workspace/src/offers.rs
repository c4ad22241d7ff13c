//! Findings that can be allowed although their text is gone, or never was in memory: this clone
//! stores the future allowance, with a slow salted hash in place of the secret.

use std::cell::Cell;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use git_memory_guard::{self as secrets, Allowance};
use git_memory_model::layout::ALLOWANCES;
use git_memory_store::Store;
use git_memory_text::{floor, hex};

/// Maximum number of findings that are kept in one command: each hash takes as long as a blink.
const NEW: usize = 20;
/// The length of a salt, in hexadecimal digits.
const SALT: usize = 32;
/// Length of the context that identifies a finding, in bytes on either side of the secret: all of a
/// long line would be hashed again for each secret in it.
const AROUND: usize = 160;
/// Maximum number of findings that are kept at all.
const KEPT: usize = 200;

/// A finding that can be allowed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Its name.
    pub fingerprint: String,
    /// Place of the finding.
    pub place: String,
    /// The allowance without its reason.
    pub allowance: Allowance,
}

/// Number of further findings that a command keeps.
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
    // Without one, better no offer.
    let Some(salt) = salt(store) else { return };
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

/// The salt for the next allowance: that of the existing ones, so that one hash finds a secret
/// among all of them; otherwise a new one. `None` without random bytes: the file is committed, and
/// without a salt the hash of a guessable value would reveal it.
pub fn salt(store: Store) -> Option<String> {
    let mut known = Vec::new();
    // Without a work tree, or with an unreadable file, a new salt is as good.
    if let Ok(files) = store.work_files()
        && let Ok(Some(bytes)) = files.read(&store.folder().join(ALLOWANCES))
    {
        known = Allowance::read(&String::from_utf8_lossy(&bytes));
    }
    known.extend(kept(store).into_iter().map(|offer| offer.allowance));
    let mut salts = known.into_iter().map(|allowance| allowance.salt);
    // A line that came with a pull may have any.
    if let Some(salt) = salts.find(|salt| salt.len() == SALT) {
        return Some(salt);
    }
    let mut random = [0; SALT / 2];
    // No random bytes: the caller goes without.
    getrandom::fill(&mut random).ok()?;
    Some(hex(&random))
}

/// The findings that were kept, oldest first.
pub fn kept(store: Store) -> Vec<Offer> {
    let Some(text) = store.offers() else {
        return Vec::new();
    };
    let mut offers = Vec::new();
    for line in text.lines() {
        // A line that is damaged, or of another version, comes back with the next scan.
        if let Ok(offer) = serde_json::from_str(line) {
            offers.push(offer);
        }
    }
    offers
}

/// The fingerprints of the findings of a text, in the same order: for each the first 8 bytes, in
/// hex, of SHA-256 over rule, path and what is around the secret on its line.
// No line number, which changes with every edit above; and no secret, as a fingerprint is shown.
pub fn fingerprints(path: &str, text: &str, findings: &[secrets::Finding]) -> Vec<String> {
    // However the file was named on the command line.
    let path = path.trim_start_matches("./");
    let mut fingerprints = Vec::with_capacity(findings.len());
    for (nth, finding) in findings.iter().enumerate() {
        // A secret that is cut by the end of a window must not be hashed in part: what is around a
        // finding ends at its neighbours.
        let from = nth.checked_sub(1).map_or(0, |last| findings[last].span.end);
        let to = findings
            .get(nth + 1)
            .map_or(text.len(), |next| next.span.start);
        let before = &text[from..finding.span.start];
        let before = &before[before.ceil_char_boundary(before.len().saturating_sub(AROUND))..];
        let before = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let after = &text[finding.span.end..to];
        let after = &after[..floor(after, AROUND)];
        let after = after.split_once('\n').map_or(after, |(line, _)| line);
        let digest = Sha256::digest([finding.rule, path, before, after].join("\0"));
        fingerprints.push(hex(&digest[..8]));
    }
    fingerprints
}
