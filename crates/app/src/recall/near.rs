//! Ties of records to the files of a task, whatever the words of the question: paths that cover
//! them, their scope, commits that changed them and name a record, and texts that name them.

use std::collections::HashMap;

use crate::recall::followers::Followers;
use crate::recall::numbered::by_keys;
use crate::recall::sources::Sources;
use crate::workspace::Error;
use git_memory_model::evidence::following::places;
use git_memory_recall::{
    Attribute, AttributeValue, Damaged, DocumentRef, Evidence, Field, Members, Part, Tie, holding,
    rarity, values_where,
};
use git_memory_store::index::{IndexView, SegmentBytes};
use git_memory_text::path::{is_below, last};
use git_memory_text::pathspec;

/// Points for a pathspec that covers a file by its whole name; fewer, the less of the path it
/// spells out.
const COVERS: f64 = 1.0;
/// Points for paths with the same beginning as the file's path; fewer, the less they share.
const BESIDE: f64 = 0.25;
/// With so many pathspecs, a record has half of that: a record about everything means little.
const MANY: f64 = 8.0;
/// Points for a scope that contains the file.
const SCOPE: f64 = 0.25;
/// Points for a text that contains the file's path, or only its name; the latter fewer, the more
/// records contain it.
const NAMES_PATH: f64 = 0.75;
const NAMES_FILE: f64 = 0.5;
/// Points for a text that names a symbol which a file defines.
const NAMES_SYMBOL: f64 = 0.5;

/// Returns the ties of documents to some files, from the top of the work tree.
///
/// # Errors
/// [`Error::Store`] where the index is damaged.
pub(crate) fn evidence(
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    paths: &[String],
) -> Result<Evidence, Error> {
    let mut evidence = Evidence::weighted(sources.weights);
    if paths.is_empty() {
        return Ok(evidence);
    }
    // The index keeps paths in lower case.
    let paths: Vec<String> = paths.iter().map(|it| it.to_lowercase()).collect();
    for (part, of_view) in parts.iter().enumerate() {
        add_covering(&mut evidence, part, of_view, &paths)?;
        add_scopes(&mut evidence, part, of_view, &paths)?;
    }
    add_naming(&mut evidence, sources, parts, &paths)?;
    if let Some(history) = sources.commits() {
        add_followed(&mut evidence, sources, parts, history, &paths)?;
    }
    Ok(evidence)
}

/// Adds to each document what its nearest path has: one that lists many must not win by their
/// number.
fn add_covering(
    evidence: &mut Evidence,
    part: usize,
    of_view: &Part<'_, SegmentBytes>,
    paths: &[String],
) -> Result<(), Damaged> {
    let nearest = |spec: &str| -> f64 {
        let all = paths.iter().map(|path| closeness(spec, path));
        all.fold(0.0, f64::max)
    };
    // A document without paths gets no points.
    let mut best = vec![0.0; of_view.segment.documents() as usize];
    let mut shares = Vec::new();
    let specs = values_where(of_view, Attribute::About, |spec| {
        let near = nearest(spec);
        if near > 0.0 {
            shares.push(near);
        }
        near > 0.0
    })?;
    for (AttributeValue { holders, .. }, near) in specs.into_iter().zip(shares) {
        for document in holders {
            if let Some(known) = best.get_mut(document as usize) {
                *known = f64::max(*known, near);
            }
        }
    }
    for (document, mut share) in (0_u32..).zip(best).filter(|(_, share)| *share > 0.0) {
        // A path beside the files weighs little anyway, and may be the only evidence.
        if share > BESIDE {
            let count = of_view.segment.field_count(document, Field::Paths)?;
            share *= MANY / (MANY + f64::from(count.max(1) - 1));
        }
        evidence.add(DocumentRef { part, document }, Tie::Paths, share);
    }
    Ok(())
}

fn add_scopes(
    evidence: &mut Evidence,
    part: usize,
    of_view: &Part<'_, SegmentBytes>,
    paths: &[String],
) -> Result<(), Damaged> {
    let mut inside = Members::none_of(of_view.segment.documents());
    // Most have the scope of all, which no path is below.
    let contains = |scope: &str| paths.iter().any(|path| is_below(path, scope));
    for AttributeValue { holders, .. } in values_where(of_view, Attribute::Scope, contains)? {
        holders.iter().for_each(|it| inside.insert(*it));
    }
    for document in inside.iter() {
        evidence.add(DocumentRef { part, document }, Tie::Scope, SCOPE);
    }
    Ok(())
}

/// Adds the documents whose text names the files, or symbols in them, and those that the files
/// cite: each by its best mention.
fn add_naming(
    evidence: &mut Evidence,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    paths: &[String],
) -> Result<(), Damaged> {
    let mut names: Vec<(&str, f64)> = Vec::new();
    for path in paths {
        let name = last(path);
        names.extend((name != path).then_some((path.as_str(), NAMES_PATH)));
        names.push((name, NAMES_FILE));
    }
    for name in &sources.defined {
        names.push((name, NAMES_SYMBOL));
    }
    let totals = sources.totals();
    let most = rarity(totals.documents, 1);
    let mut best: HashMap<DocumentRef, f64> = HashMap::new();
    for (text, share) in names {
        let found = holding(parts, &totals, text)?;
        let share = share * rarity(totals.documents, found.len() as u64) / most;
        for document in found {
            let known = best.entry(document).or_default();
            *known = f64::max(*known, share);
        }
    }
    // The file says itself what it follows: no text of a record says more.
    for documents in by_keys(sources, parts, &sources.cited)? {
        let meant = u32::try_from(documents.len()).unwrap_or(u32::MAX);
        for document in documents {
            best.insert(document, 1.0 / f64::from(meant));
        }
    }
    for (document, share) in best {
        evidence.add(document, Tie::Mentions, share);
    }
    Ok(())
}

/// Adds the records that commits name which changed the files, or files beside them.
fn add_followed(
    evidence: &mut Evidence,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    history: &IndexView,
    paths: &[String],
) -> Result<(), Error> {
    let mut shares: HashMap<String, f64> = HashMap::new();
    let followers = Followers::of(history)?;
    for path in paths {
        for (level, place) in places(path).into_iter().enumerate() {
            followers.add_shares(&mut shares, place, level)?;
        }
    }
    // Sorted: sums are made in the same order everywhere.
    let mut shares: Vec<(String, f64)> = shares.into_iter().collect();
    shares.sort_by(|a, b| a.0.cmp(&b.0));
    let files = f64::from(u32::try_from(paths.len()).unwrap_or(u32::MAX));
    let (keys, shares): (Vec<String>, Vec<f64>) = shares.into_iter().unzip();
    for (documents, share) in by_keys(sources, parts, &keys)?.into_iter().zip(shares) {
        for document in documents {
            evidence.add(document, Tie::Commits, share / files);
        }
    }
    Ok(())
}

/// Returns the closeness of a pathspec to a path: the share of the path that it spells out if it
/// covers it, otherwise the share of the common beginning.
fn closeness(spec: &str, path: &str) -> f64 {
    let share = nearness(spec, path);
    if pathspec::covers(spec, path) {
        // A pathspec that covers everything covers this path, too, but means little.
        let parts = u32::try_from(path.split('/').count()).unwrap_or(u32::MAX);
        COVERS * f64::max(share, 1.0 / f64::from(parts.saturating_add(1)))
    } else {
        BESIDE * share
    }
}

/// Share of the parts of a path that a pathspec spells out at its beginning; all of them if the
/// path is a folder of what it names.
pub(crate) fn nearness(spec: &str, path: &str) -> f64 {
    let mut components = spec.split('/');
    let mut shared = 0_u32;
    let mut whole = 0_u32;
    let mut is_shared = true;
    for part in path.split('/') {
        is_shared = is_shared && components.next() == Some(part);
        shared += u32::from(is_shared);
        whole += 1;
    }
    f64::from(shared) / f64::from(whole)
}
