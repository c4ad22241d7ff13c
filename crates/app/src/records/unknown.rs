//! Values of a filter that no record has: most are mistyped, and an empty list would hide that.

use super::valid::wanted_statuses;
use crate::records::in_use::{Counts, InUse};
use crate::records::list::Filter;

/// Maximum number of values that are named instead.
const NAMED: usize = 12;

/// A value that no record has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Kind of the name: `status`, `tag`, `category` or `scope`.
    pub what: &'static str,
    /// The value.
    pub value: String,
    /// The value that it was probably meant to be.
    pub nearest: Option<String>,
    /// The values that records have, those of the most records first.
    pub known: Vec<String>,
    /// Number of values that are left out.
    pub more: usize,
}

/// The values of a filter that none of these records has; empty without records.
#[must_use]
pub fn unknown(filter: &Filter, in_use: &InUse) -> Vec<Unknown> {
    let mut found = Vec::new();
    let lists = [
        ("status", &filter.statuses, &in_use.statuses),
        ("tag", &filter.tags, &in_use.tags),
        ("category", &filter.categories, &in_use.categories),
        ("scope", &filter.scopes, &in_use.scopes),
    ];
    if in_use.statuses.is_empty() {
        return found;
    }
    for (what, wanted, counts) in lists {
        for value in wanted {
            if !is_known(what, value, counts) {
                found.push(describe(what, value, counts));
            }
        }
    }
    found
}

/// Decides as the filter does: a tag in any case, a scope with everything below it.
fn is_known(what: &str, value: &str, counts: &Counts) -> bool {
    match what {
        "tag" => counts.keys().any(|tag| tag.eq_ignore_ascii_case(value)),
        "scope" => {
            let below = format!("{value}/");
            counts
                .keys()
                .any(|scope| scope == value || scope.starts_with(&below))
        }
        "status" => {
            let meant = wanted_statuses(vec![value.to_owned()]);
            meant.iter().any(|status| counts.contains_key(status))
        }
        _ => counts.contains_key(value),
    }
}

fn describe(what: &'static str, value: &str, counts: &Counts) -> Unknown {
    let mut by_count: Vec<(&String, &usize)> = counts.iter().collect();
    by_count.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    let known: Vec<String> = by_count
        .iter()
        .take(NAMED)
        .map(|(known, _)| (*known).clone())
        .collect();
    Unknown {
        what,
        value: value.to_owned(),
        nearest: nearest(value, counts),
        more: counts.len() - known.len(),
        known,
    }
}

fn nearest(value: &str, counts: &Counts) -> Option<String> {
    let mut best: Option<(usize, &String)> = None;
    for known in counts.keys() {
        let distance = strsim::damerau_levenshtein(&value.to_lowercase(), &known.to_lowercase());
        // A third of the letters may be wrong: with more, it is another word.
        let is_near = distance * 3 <= known.chars().count().max(3);
        if is_near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, known));
        }
    }
    best.map(|(_, known)| known.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[(&str, usize)]) -> Counts {
        let owned = values
            .iter()
            .map(|(value, count)| ((*value).to_owned(), *count));
        owned.collect()
    }

    #[test]
    fn what_no_record_has_is_named_with_what_there_is() {
        let in_use = InUse {
            statuses: counts(&[("active", 3), ("open", 1)]),
            tags: counts(&[("storage", 2), ("mail", 3)]),
            scopes: counts(&[("services/mail", 3)]),
            categories: Counts::new(),
        };
        let filter = Filter {
            statuses: vec!["active".to_owned(), "actve".to_owned()],
            tags: vec!["MAIL".to_owned(), "strage".to_owned()],
            scopes: vec!["services".to_owned(), "serv".to_owned()],
            ..Filter::default()
        };
        let found = unknown(&filter, &in_use);
        let shown: Vec<_> = found
            .iter()
            .map(|it| (it.what, it.value.as_str(), it.nearest.as_deref()))
            .collect();
        assert_eq!(
            shown,
            [
                ("status", "actve", Some("active")),
                ("tag", "strage", Some("storage")),
                ("scope", "serv", None),
            ]
        );
        assert_eq!(found[1].known, ["mail", "storage"]);
        assert!(unknown(&filter, &InUse::default()).is_empty());
    }
}
