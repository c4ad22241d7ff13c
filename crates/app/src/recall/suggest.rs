//! Records that a change is about: those that it brings or names, whose paths cover its files, or
//! that earlier commits of these files name; and those in its words.

use std::collections::{BTreeSet, HashMap};

use crate::evidence::Subject;
use crate::evidence::change::{Change, WholeChange};
use crate::recall::answer::{Asked, rank};
use crate::recall::cited::{Cited, cited};
use crate::recall::followers::{Counts, Followers};
use crate::recall::hit::{Hit, Origin};
use crate::recall::numbered::named_by;
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::results::Results;
use crate::recall::sources::Sources;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::kind::Kind;
use git_memory_recall::{
    Attribute, Confidence, Damaged, DocumentRef, Found, Part, Query, Ranked, values,
};
use git_memory_store::index::{IndexView, SegmentBytes};
use git_memory_text::pathspec::{Pathspec, covering};

/// The reason of a record that is a part of the change.
pub(crate) const BROUGHT: &str = "the change brings it";
/// Maximum number of files whose commits are looked at.
const FILES: usize = 50;
/// A file that more records cover means little for each.
const FEW: usize = 3;
/// Number of commits of a file that must name a record before the next one is likely to follow it.
const OFTEN: u32 = 3;

/// A record that a change is about.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The record.
    pub hit: Hit,
    /// True if it is certainly about the change.
    pub is_sure: bool,
    /// The reasons, the strongest first.
    pub reasons: Vec<String>,
    /// The trailer that names it; `None` for a page that has no name for messages.
    pub trailer: Option<String>,
}

impl Suggestion {
    /// Confidence that the change is about the record.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        if self.is_sure {
            Confidence::Sure
        } else {
            Confidence::Near
        }
    }
}

/// The records that a change is about.
#[derive(Clone, Debug, Default)]
pub struct Suggested {
    /// The sure ones first, then the best.
    pub records: Vec<Suggestion>,
    /// Names in the message of the change that are not records here.
    pub unknown: Vec<String>,
    /// True if the change changes nothing.
    pub is_empty: bool,
    /// True if it is a commit at the end of a shallow clone, so that only its message is known.
    pub is_cut: bool,
}

/// Ties of one record to the change.
#[derive(Clone, Debug, Default)]
struct Tie {
    is_named: bool,
    is_covering: bool,
    /// A file, how many of its commits that name records name this one, and how many do.
    followed: Option<(String, u32, u32)>,
}

/// The records that a change is about, at most `most`; only what is sure where `is_sure`.
///
/// # Errors
/// An unknown revision, or where memory or git cannot be read.
pub fn suggest(
    workspace: &Workspace,
    change: &Change,
    most: usize,
    is_sure: bool,
    progress: &dyn Fn(usize, usize),
) -> Result<Suggested, Error> {
    let change = WholeChange::of(workspace, change, !is_sure)?;
    let mut suggested = Suggested {
        is_empty: change.is_empty,
        is_cut: change.is_cut,
        ..Suggested::default()
    };
    for record in &change.brought {
        let hit = Hit {
            id: record.header.id.to_string(),
            kind: record.kind_name(),
            title: record.header.title.clone(),
            status: record.header.status.clone(),
            scope: record.header.scope.to_string(),
            path: record.path.to_string(),
            ..Hit::from(Origin::Tracked)
        };
        suggested.records.push(Suggestion {
            trailer: trailer(&hit),
            hit,
            is_sure: true,
            reasons: vec![BROUGHT.to_owned()],
        });
    }
    // Before the first commit there is nothing else.
    if let Some(revision) = &change.memory {
        let question = RecallQuestion {
            words: change.words.clone(),
            most: Some(most),
            near: change.files.iter().take(FILES).cloned().collect(),
            rev: Some(revision.clone()),
            ..RecallQuestion::default()
        };
        add_found(
            workspace,
            &change,
            &question,
            is_sure,
            progress,
            &mut suggested,
        )?;
    }
    suggested.records.sort_by_key(|it| !it.is_sure);
    suggested.records.truncate(most);
    Ok(suggested)
}

/// Adds what memory has about a change.
fn add_found(
    workspace: &Workspace,
    change: &WholeChange,
    question: &RecallQuestion,
    is_sure: bool,
    progress: &dyn Fn(usize, usize),
    suggested: &mut Suggested,
) -> Result<(), Error> {
    let found = with_index(workspace, question.rev.as_deref(), progress, |index| {
        let sources = Sources::open(workspace, index, question)?;
        let parts = sources.parts();
        let Cited { names, unknown } = cited(workspace, change, &sources, &parts)?;
        let ties = ties(names, change, question, &sources, &parts)?;
        let query = Query::parse(&question.words, index.usual());
        let asked = Asked {
            question,
            query: &query,
            days: None,
            usual: index.usual(),
        };
        let ranked = if is_sure {
            Found::default()
        } else {
            rank(&sources, &parts, &asked)?
        };
        let results = Results {
            workspace,
            sources: &sources,
            parts: &parts,
            question,
            found: &ranked,
            tier: None,
        };
        let of_words = results.hits()?;
        let mut records = Vec::new();
        for (at, tie) in &ties {
            if let Some(hit) = results.hit(&Ranked::unasked(*at))? {
                records.push((hit, tie.clone()));
            }
        }
        Ok((of_words, records, unknown))
    })?;
    let (of_words, tied, unknown) = found;
    suggested.unknown = unknown;
    add_tied(suggested, change, tied, &of_words, is_sure);
    for hit in of_words {
        let is_record = hit.origin == Origin::Tracked && hit.superseded_by.is_empty();
        if is_record && !hit.why.is_empty() {
            let reasons = hit.why.clone();
            add(
                suggested,
                Suggestion {
                    trailer: trailer(&hit),
                    hit,
                    is_sure: false,
                    reasons,
                },
            );
        }
    }
    Ok(())
}

/// The records that have to do with a change: those that it names, that cover its files, and that
/// its files followed before.
fn ties(
    names: impl IntoIterator<Item = DocumentRef>,
    change: &WholeChange,
    question: &RecallQuestion,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
) -> Result<HashMap<DocumentRef, Tie>, Error> {
    let mut ties: HashMap<DocumentRef, Tie> = HashMap::new();
    for name in names {
        ties.entry(name).or_default().is_named = true;
    }
    add_covering(&mut ties, parts, &change.files)?;
    if let Some(history) = sources.commits() {
        add_followed(&mut ties, sources, parts, history, &question.near)?;
    }
    Ok(ties)
}

/// Adds the records that have to do with a change, as far as that is enough.
fn add_tied(
    suggested: &mut Suggested,
    change: &WholeChange,
    mut tied: Vec<(Hit, Tie)>,
    of_words: &[Hit],
    is_sure: bool,
) {
    // In the order of the ranking, then by path: the table of ties has none.
    let place = |hit: &Hit| of_words.iter().position(|it| it.path == hit.path);
    tied.sort_by(|(a, _), (b, _)| {
        let key = |hit: &Hit| (place(hit).is_none(), place(hit), hit.path.clone());
        key(a).cmp(&key(b))
    });
    let coverage = counts(&tied, &change.files);
    for (hit, tie) in tied {
        let suggestion = weighed(hit, &tie, change, &coverage);
        if suggestion.is_sure || !is_sure && !suggestion.reasons.is_empty() {
            add(suggested, suggestion);
        }
    }
}

/// Adds a suggestion, where its record is not there yet.
fn add(suggested: &mut Suggested, suggestion: Suggestion) {
    let is_there = |it: &Suggestion| it.hit.path == suggestion.hit.path;
    if !suggested.records.iter().any(is_there) {
        suggested.records.push(suggestion);
    }
}

/// Marks the records one of whose pathspecs may cover a file; what excludes it is seen later.
fn add_covering(
    ties: &mut HashMap<DocumentRef, Tie>,
    parts: &[Part<'_, SegmentBytes>],
    files: &[String],
) -> Result<(), Damaged> {
    // The index keeps paths in lower case.
    let files: BTreeSet<String> = files.iter().map(|it| it.to_lowercase()).collect();
    for (part, of_view) in parts.iter().enumerate() {
        for about in values(of_view, Attribute::About)? {
            let spec = Pathspec::parse(&about.value);
            let prefix = spec.literal_prefix().to_owned();
            let mut near = files
                .range(prefix.clone()..)
                .take_while(|file| file.starts_with(&prefix));
            if !spec.is_exclude() && near.any(|file| spec.names(file)) {
                for &document in &about.holders {
                    let at = DocumentRef { part, document };
                    ties.entry(at).or_default().is_covering = true;
                }
            }
        }
    }
    Ok(())
}

/// Counts which records the commits name that changed the files before.
fn add_followed(
    ties: &mut HashMap<DocumentRef, Tie>,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    history: &IndexView,
    files: &[String],
) -> Result<(), Error> {
    let mut best: HashMap<String, (String, u32, u32)> = HashMap::new();
    let followers = Followers::of(history)?;
    for file in files {
        let Counts { all, by_name } = followers.counts(&file.to_lowercase())?;
        for (name, count) in by_name {
            let known = best.get(name).map_or(0, |(_, known, _)| *known);
            if count > known {
                best.insert(name.to_owned(), (file.clone(), count, all));
            }
        }
    }
    for (key, followed) in best {
        // A key is what a citation is kept as, and reads as that.
        for at in named_by(sources, parts, citations(&key).iter().take(1))? {
            ties.entry(at).or_default().followed = Some(followed.clone());
        }
    }
    Ok(())
}

/// Number of records that cover each file.
fn counts(tied: &[(Hit, Tie)], files: &[String]) -> HashMap<String, usize> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (hit, _) in tied {
        for file in files {
            if spec_for(hit, file).is_some() {
                *counts.entry(file.clone()).or_default() += 1;
            }
        }
    }
    counts
}

/// The pathspec by which a record covers a file.
fn spec_for<'a>(hit: &'a Hit, file: &str) -> Option<&'a str> {
    let subject: &Subject = hit.subject.as_deref()?;
    covering(subject.paths.iter().map(Clean::as_str), file)
}

/// A record with its reasons.
fn weighed(
    hit: Hit,
    tie: &Tie,
    change: &WholeChange,
    coverage: &HashMap<String, usize>,
) -> Suggestion {
    let mut reasons = Vec::new();
    let mut is_sure = false;
    if tie.is_named {
        reasons.push("the message names it".to_owned());
        is_sure = true;
    }
    let is_current = hit.subject.as_deref().is_some_and(|it| it.is_current);
    let mut covered = Vec::new();
    for file in &change.files {
        if let Some(spec) = spec_for(&hit, file) {
            let is_close = says_of(spec, file) && coverage[file] <= FEW;
            covered.push((!is_close, spec, file));
        }
    }
    covered.sort_unstable();
    if let Some((is_far, spec, file)) = covered.first() {
        reasons.push(format!("its path {spec} covers {file}"));
        is_sure |= !is_far && is_current;
    }
    if let Some((file, count, all)) = &tie.followed {
        reasons.push(format!("{count} of {all} commits of {file} name it"));
        // Two thirds.
        is_sure |= *count >= OFTEN && count * 3 >= all * 2 && is_current;
    }
    Suggestion {
        trailer: trailer(&hit),
        hit,
        is_sure,
        reasons,
    }
}

/// True if a pathspec spells out at least half of a path.
fn says_of(spec: &str, path: &str) -> bool {
    let spec = Pathspec::parse(spec);
    let literal = spec.literal_prefix().trim_end_matches('/');
    let parts = |path: &str| path.split('/').filter(|part| !part.is_empty()).count();
    parts(literal) * 2 >= parts(path)
}

/// The trailer that names a record.
fn trailer(hit: &Hit) -> Option<String> {
    let key = if Kind::by_name(hit.kind) == Some(Kind::DECISION) {
        "Decision"
    } else {
        "Memory"
    };
    let name = name_of(hit)?;
    Some(format!("{key}: {name}"))
}

/// Returns the name for a record in messages: its id, or the number of its series.
fn name_of(hit: &Hit) -> Option<String> {
    if matches!(citations(&hit.id).as_slice(), [Citation::Id(_)]) {
        return Some(hit.id.clone());
    }
    // A page: `docs/adr/0007-use-x.md`, or `ADR-7: Use X`.
    let mut texts = vec![hit.title.as_str()];
    texts.extend(hit.path.rsplit_once('/').map(|(folder, _)| {
        let last = folder.rfind('/').map_or(0, |at| at + 1);
        &hit.path[last..]
    }));
    for text in texts {
        if let Some(Citation::Number(number)) = citations(text).first() {
            return Some(number.to_string().to_uppercase().replace('#', " "));
        }
    }
    None
}
