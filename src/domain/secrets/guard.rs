//! The guard with all that it knows: the rules, the values of this machine, the user's patterns,
//! what is allowed.

use std::ops::Range;

use regex::Regex;
use sha2::{Digest, Sha256};

use super::redact::{overlaps, redact_by};
use super::rule::Class;
use super::scan::{Finding, place, scan};
use super::{Clean, Known, Refusal};

/// Decides what may be written.
#[derive(Default)]
pub struct Guard {
    known: Known,
    patterns: Vec<Regex>,
    allowed: Vec<Regex>,
    pardons: Option<Pardons>,
}

/// Says whether a secret (the rule's id, and the value) was allowed by name.
pub type Pardons = Box<dyn Fn(&str, &str) -> bool>;

impl Guard {
    /// A guard that knows the rules alone.
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

    /// Takes what matches one of these patterns for a secret; where a pattern has groups, its first
    /// one is the secret.
    #[must_use]
    pub fn watching(mut self, patterns: Vec<Regex>) -> Self {
        self.patterns = patterns;
        self
    }

    /// Lets pass a secret that one of these patterns matches as a whole.
    #[must_use]
    pub fn allowing(mut self, allowed: Vec<Regex>) -> Self {
        self.allowed = allowed;
        self
    }

    /// Lets pass what was allowed by name. It is asked only about what was found, so it may be
    /// slow.
    #[must_use]
    pub fn pardoning(mut self, pardons: Pardons) -> Self {
        self.pardons = Some(pardons);
        self
    }

    /// Every secret in `text` that is not allowed, in order of place; findings do not overlap.
    #[must_use]
    pub fn scan(&self, text: &str) -> Vec<Finding> {
        let mut found: Vec<(Range<usize>, &'static str, Class, String)> = Vec::new();
        found.extend(self.known.find(text).map(|(span, name)| {
            // The name stands where others show the first characters.
            (
                span,
                "environment-value",
                Class::Environment,
                format!("${name}"),
            )
        }));
        for pattern in &self.patterns {
            let spans = pattern
                .captures_iter(text)
                .filter_map(|hit| Some(hit.get(1).or(hit.get(0))?.range()));
            found.extend(
                spans
                    .filter(|span| !span.is_empty())
                    .map(|span| (span, "pattern", Class::Pattern, "…".to_owned())),
            );
        }
        found.retain(|(span, rule, ..)| !self.is_allowed(rule, &text[span.clone()]));
        let mut findings = scan(text);
        findings.retain(|finding| !self.is_allowed(finding.rule, &text[finding.span.clone()]));
        for (span, ..) in &mut found {
            // What a rule finds around a value goes with it: nothing of either may stay.
            let own = span.clone();
            for finding in findings.extract_if(.., |finding| overlaps(&own, &finding.span)) {
                *span = span.start.min(finding.span.start)..span.end.max(finding.span.end);
            }
        }
        found.sort_by_key(|(span, ..)| (span.start, std::cmp::Reverse(span.end)));
        found.dedup_by(|next, last| {
            let touches = overlaps(&last.0, &next.0);
            if touches {
                last.0.end = last.0.end.max(next.0.end);
            }
            touches
        });
        findings.extend(
            found
                .into_iter()
                .map(|(span, rule, class, masked)| place(text, span, rule, class, masked)),
        );
        findings.sort_by_key(|finding| finding.span.start);
        findings
    }

    /// Lets a text pass that holds no secret.
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

    /// The same for a text in which the rules are known to find nothing: only what this machine
    /// knows is looked for.
    #[must_use]
    pub fn redact_beyond_rules(&self, text: &str) -> Clean {
        let is_known = self.known.find(text).next().is_some();
        let is_watched = self.patterns.iter().any(|pattern| pattern.is_match(text));
        if is_known || is_watched {
            self.redact(text)
        } else {
            Clean(text.to_owned())
        }
    }

    /// A hash of all that it was told to look for and to let pass, but for what was allowed by
    /// name: guards that have the same one redact the same.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.known.digest());
        for pattern in self.patterns.iter().chain(&self.allowed) {
            hash.update(pattern.as_str().len().to_le_bytes());
            hash.update(pattern.as_str());
        }
        hash.update(self.patterns.len().to_le_bytes());
        hash.finalize().into()
    }

    fn is_allowed(&self, rule: &str, secret: &str) -> bool {
        let is_whole = |pattern: &Regex| {
            pattern
                .find(secret)
                .is_some_and(|hit| hit.len() == secret.len())
        };
        self.allowed.iter().any(is_whole)
            || self
                .pardons
                .as_ref()
                .is_some_and(|pardons| pardons(rule, secret))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_is_allowed_passes() {
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
        let pardons = |rule: &str, secret: &str| rule == "pattern" && secret == "654321";
        assert!(lenient.pardoning(Box::new(pardons)).admit(text).is_ok());
    }
}
