//! The complete guard: the rules, the values of this machine, the user's patterns, the allowances.

use std::cmp::Reverse;
use std::ops::Range;

use regex::Regex;
use sha2::{Digest, Sha256};

use super::finding::{Unplaced, placed};
use super::marker::{beyond, markers, overlaps};
use super::redact::redact_by;
use super::rule::Class;
use super::scan::found;
use super::{Clean, Finding, Known, Refusal};
use git_memory_text::limits;

/// Decides which text may be written.
#[derive(Default)]
pub struct Guard {
    known: Known,
    patterns: Vec<Regex>,
    allowed: Vec<Regex>,
    allowances: Option<Allowances>,
}

/// Returns true if a secret (the rule's id, and the value) was allowed by name.
pub type Allowances = Box<dyn Fn(&str, &str) -> bool + Send>;

impl Guard {
    /// A guard that knows only the rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Searches for these values too.
    #[must_use]
    pub fn knowing(mut self, known: Known) -> Self {
        self.known = known;
        self
    }

    /// Takes matches of these patterns for secrets; if a pattern has groups, its first one is the
    /// secret.
    #[must_use]
    pub fn watching(mut self, patterns: Vec<Regex>) -> Self {
        self.patterns = patterns;
        self
    }

    /// Lets a secret pass that one of these patterns matches as a whole.
    #[must_use]
    pub fn allowing(mut self, allowed: Vec<Regex>) -> Self {
        self.allowed = allowed;
        self
    }

    /// Lets secrets pass that were allowed by name. It is asked only about findings, so it may be
    /// slow.
    #[must_use]
    pub fn allowing_by_name(mut self, allowances: Allowances) -> Self {
        self.allowances = Some(allowances);
        self
    }

    /// Every secret in `text` that is not allowed, in the order of the text; findings do not
    /// overlap.
    #[must_use]
    pub fn scan(&self, text: &str) -> Vec<Finding> {
        // Allowed values are left out before hits are joined: they must not hide their neighbours.
        let mut all: Vec<Found> = Vec::new();
        for hit in found(text) {
            if !self.is_allowed(hit.rule.id, &text[hit.span.clone()]) {
                all.push(Found {
                    is_own: false,
                    secret: Unplaced {
                        span: hit.span,
                        rule: hit.rule.id,
                        class: hit.rule.class,
                        masked: None,
                    },
                });
            }
        }
        for secret in self.own(text) {
            all.push(Found {
                is_own: true,
                secret,
            });
        }
        placed(text, joined(all))
    }

    /// Hits of this machine's values and of the user's patterns, without the allowed ones.
    fn own(&self, text: &str) -> Vec<Unplaced> {
        if !self.knows_beyond_rules() {
            return Vec::new();
        }
        let mut own = Vec::new();
        for value in self.known.find(text) {
            own.push(Unplaced {
                span: value.span,
                rule: "environment-value",
                class: Class::Environment,
                // The name is shown in place of the first characters.
                masked: Some(format!("${}", value.name)),
            });
        }
        for pattern in &self.patterns {
            for span in matches(pattern, text) {
                own.push(Unplaced {
                    span,
                    rule: "pattern",
                    class: Class::Pattern,
                    masked: Some("…".to_owned()),
                });
            }
        }
        own.retain(|value| !self.is_allowed(value.rule, &text[value.span.clone()]));
        if own.is_empty() {
            return own;
        }
        let markers = markers(text);
        let mut beside = Vec::with_capacity(own.len());
        for mut value in own {
            // A pattern may match in a marker of redaction.
            if let Some(span) = beyond(&markers, &value.span) {
                value.span = span;
                beside.push(value);
            }
        }
        beside
    }

    /// Lets a text pass that contains no secret.
    ///
    /// # Errors
    /// [`Refusal`] with everything that [`Guard::scan`] finds.
    pub fn admit(&self, text: impl Into<String>) -> Result<Clean, Refusal> {
        let text = text.into();
        let findings = self.scan(&text);
        if findings.is_empty() {
            Ok(Clean(text))
        } else {
            Err(Refusal { findings })
        }
    }

    /// Takes every secret out of a text, as [`redact`](super::redact()) does.
    #[must_use]
    pub fn redact(&self, text: &str) -> Clean {
        redact_by(text, |text| self.scan(text))
    }

    /// Redacts a text in which the rules are known to find nothing: looks only for this machine's
    /// values and the user's patterns.
    #[must_use]
    pub fn redact_beyond_rules(&self, text: &str) -> Clean {
        if self.finds_beyond_rules(text) {
            self.redact(text)
        } else {
            Clean(text.to_owned())
        }
    }

    /// True if the guard lets pass no finding of the rules.
    #[must_use]
    pub fn admits_by_rules(&self) -> bool {
        self.allowed.is_empty() && self.allowances.is_none()
    }

    /// True if the guard looks for more than the rules find.
    #[must_use]
    pub fn knows_beyond_rules(&self) -> bool {
        !self.known.is_empty() || !self.patterns.is_empty()
    }

    /// True if a text holds a value of this machine, or a match of a pattern of the user's.
    #[must_use]
    pub fn finds_beyond_rules(&self, text: &str) -> bool {
        let is_known = self.known.find(text).next().is_some();
        is_known || self.patterns.iter().any(|pattern| pattern.is_match(text))
    }

    /// A hash of everything that the guard looks for and lets pass, except secrets that were
    /// allowed by name: guards with the same hash redact the same.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.known.digest());
        for pattern in self.patterns.iter().chain(&self.allowed) {
            // With its length, or two patterns could be taken for one that is both joined.
            hash.update(pattern.as_str().len().to_le_bytes());
            hash.update(pattern.as_str());
        }
        // Separates the patterns from the allowances.
        hash.update(self.patterns.len().to_le_bytes());
        hash.finalize().into()
    }

    fn is_allowed(&self, rule: &str, secret: &str) -> bool {
        if self.allowed.iter().any(|pattern| is_whole(pattern, secret)) {
            return true;
        }
        match &self.allowances {
            Some(allowances) => allowances(rule, secret),
            None => false,
        }
    }
}

/// True if a pattern matches all of a secret.
fn is_whole(pattern: &Regex, secret: &str) -> bool {
    // `test` shall let `test` pass, and not every token that has it somewhere inside.
    match pattern.find(secret) {
        Some(hit) => hit.len() == secret.len(),
        None => false,
    }
}

/// Matches of a pattern of the user's: its first group, so that the pattern can describe the
/// surroundings of the secret, or the whole match.
fn matches(pattern: &Regex, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for captures in pattern.captures_iter(text) {
        let Some(secret) = captures.get(1).or(captures.get(0)) else {
            continue;
        };
        if secret.is_empty() {
            continue;
        }
        if found.len() == limits::RULE_MATCHES {
            // Each match may look at all text after it, so their number is bounded. At the bound,
            // the pattern matches this text rather than secrets: the whole rest is redacted.
            found.push(secret.start()..text.len());
            break;
        }
        found.push(secret.range());
    }
    found
}

/// A secret, and whether anything but the rules has found it.
struct Found {
    is_own: bool,
    secret: Unplaced,
}

/// Joins overlapping findings, in the order of the text: nothing of either may stay. A value of
/// this machine names the whole, then the finding that begins first, then the longest.
fn joined(mut all: Vec<Found>) -> Vec<Unplaced> {
    all.sort_by_key(|found| (found.secret.span.start, Reverse(found.secret.span.end)));
    let mut joined: Vec<Found> = Vec::with_capacity(all.len());
    for found in all {
        match joined.last_mut() {
            Some(last) if overlaps(&last.secret.span, &found.secret.span) => {
                let end = last.secret.span.end.max(found.secret.span.end);
                if found.is_own && !last.is_own {
                    let start = last.secret.span.start;
                    *last = found;
                    last.secret.span.start = start;
                }
                last.secret.span.end = end;
            }
            _ => joined.push(found),
        }
    }
    joined.into_iter().map(|found| found.secret).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sealed;

    #[test]
    fn a_text_of_too_many_matches_is_a_secret_from_there_on() {
        let pattern = Regex::new("a.").unwrap();
        let text = format!("{}bc", "a1".repeat(limits::RULE_MATCHES + 1));
        let last = matches(&pattern, &text).pop();
        assert_eq!(last, Some(2 * limits::RULE_MATCHES..text.len()));
    }

    fn guard() -> Guard {
        let known = Known::new(
            [("DB_PASSWORD".to_owned(), "v8Kq2-zL!x".to_owned())],
            |_| false,
        );
        Guard::new()
            .knowing(known)
            .watching(vec![Regex::new(r"ACME-(\d{6})").unwrap()])
    }

    #[test]
    fn values_and_patterns_are_found_beside_the_rules() {
        let token = ["ghp", "_", "q7RtZ2mKx9LbV4cWn8JpD3sFh6GyT5kQ7RtZ"].concat();
        let token = sealed(&token).unwrap();
        let text = format!("ü v8Kq2-zL!x\nACME-123456 {token}");
        let found: Vec<String> = guard()
            .scan(&text)
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = [
            "1:3: environment-value ($DB_PASSWORD)",
            "2:6: pattern (…)",
            "2:13: github-token (ghp_…)",
        ];
        assert_eq!(found, expected);
        let redacted = guard().redact(&text).into_string();
        assert_eq!(guard().redact_beyond_rules(&text).as_str(), redacted);
        assert_eq!(guard().redact_beyond_rules("nothing").as_str(), "nothing");
        assert_eq!(
            redacted,
            "ü [REDACTED:environment]\nACME-[REDACTED:pattern] [REDACTED:token]"
        );
        assert_eq!(guard().redact(&redacted).as_str(), redacted);
    }

    #[test]
    fn a_pattern_inside_of_a_token_leaves_nothing_of_it() {
        let token = ["ghp", "_", "q7RtZ2mKx9LbV4cWn8JpACME-123456"]
            .concat()
            .replace('-', "");
        let token = format!("{token}7RtZ2mK");
        let guard = Guard::new().watching(vec![Regex::new(r"ACME\d{6}").unwrap()]);
        assert_eq!(
            guard.redact(&format!("a {token} b")).as_str(),
            "a [REDACTED:pattern] b"
        );
        let lenient = guard.allowing(vec![Regex::new(r"ACME\d+").unwrap()]);
        assert_eq!(
            lenient.redact(&format!("a {token} b")).as_str(),
            "a [REDACTED:token] b"
        );
    }

    #[test]
    fn allowed_secrets_pass() {
        let text = "ACME-123456 and ACME-654321";
        assert!(guard().admit(text).is_err());
        let lenient = guard().allowing(vec![
            Regex::new("123456").unwrap(),
            Regex::new("6543").unwrap(),
        ]);
        assert_eq!(
            lenient.scan(text).len(),
            1,
            "a pattern has to match the whole secret"
        );
        let allowances = |rule: &str, secret: &str| rule == "pattern" && secret == "654321";
        assert!(
            lenient
                .allowing_by_name(Box::new(allowances))
                .admit(text)
                .is_ok()
        );
    }
}
