//! Current records that contradict the shown ones: by their own sentences, or because both replaced
//! the same record.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use crate::evidence::Subject;
use crate::parents;
use crate::recall::common_ground::{BOTH_REPLACED, CONTRADICTS, decides};
use crate::recall::open::with_index;
use crate::recall::sources::Sources;
use crate::records::reading::{Indexed, indexed};
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Clean, redact};
use git_memory_model::contradiction::{Area, Claim, Contradiction, area, claims, contradiction};
use git_memory_model::evidence::ground::Rival;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::reading;
use git_memory_model::record::successors::{is_linked, rivalries};
use git_memory_model::record::{Code, Name, Record};
use git_memory_recall::{Attribute, AttributeValue, DocumentRef, Part, values_among};
use git_memory_store::index::{IndexView, SegmentBytes};
use git_memory_store::{KeptClaims, ListedFiles, Memory, View};
use git_memory_text::path::RepoPath;

/// Maximum number of others with claims about one subject that a record is compared with.
const LOOKED_AT: usize = 20;
/// Maximum number of rivals of one record that an answer names.
const NAMED: usize = 10;
/// More than the strength of any contradiction: no sentence has to be understood.
const CERTAIN: u32 = 4;

/// Two current records that cannot both apply, by their numbers in a memory, the lower one first.
#[derive(Clone, Copy)]
pub(crate) struct Opposed {
    pub(crate) pair: [usize; 2],
    /// Strength: certain for successors of one record.
    pub(crate) strength: u32,
}

impl Opposed {
    /// True if both replaced the same record.
    pub(crate) fn is_rivalry(&self) -> bool {
        self.strength == CERTAIN
    }
}

/// Claims of the records of a memory; those that were read before are not read again.
struct Claims<'a> {
    workspace: &'a Workspace,
    memory: &'a Memory,
    kept: KeptClaims,
    /// Files in which the rules have found secrets.
    suspects: HashSet<&'a RepoPath>,
}

impl<'a> Claims<'a> {
    fn of(workspace: &'a Workspace, memory: &'a Memory) -> Self {
        let secrets = memory
            .findings
            .iter()
            .filter(|it| it.fault.code == Code::Secret);
        Self {
            workspace,
            memory,
            kept: workspace.store().kept_claims(),
            suspects: secrets.map(|it| &it.path).collect(),
        }
    }

    /// Reads the claims of a record, if they are not known.
    fn read(&mut self, record: &Record) -> Result<(), Error> {
        let Some(blob) = self.memory.blob(record) else {
            return Ok(());
        };
        self.kept.ask(blob);
        if self.kept.get(blob).is_none() {
            let bytes = source::content(self.workspace, self.memory, record)?;
            let text = String::from_utf8_lossy(&bytes);
            let found = if self.suspects.contains(&record.path) {
                by_rules(record, &redact(&text))
            } else {
                claims(&record.header.title, front_matter_and_body(&text).1)
            };
            self.kept.put(blob, found);
        }
        Ok(())
    }

    fn get(&self, record: &Record) -> &[Claim] {
        let blob = self.memory.blob(record);
        blob.and_then(|blob| self.kept.get(blob))
            .unwrap_or_default()
    }
}

/// The claims of a file without what the rules take for a secret. They are kept for every reader,
/// so the title is read again: the record may show a secret that is allowed now.
fn by_rules(record: &Record, text: &str) -> Vec<Claim> {
    let header = reading::read(text.as_bytes()).header_at(&record.path, &record.place);
    let title = header.map_or_else(Clean::default, |header| header.title.clone());
    claims(&title, front_matter_and_body(text).1)
}

/// True if a record can contradict others.
pub(crate) fn can_contradict(record: &Record) -> bool {
    record.is_current() && decides(record) && record.id().is_some()
}

/// The pairs of current records that cannot both apply, and that nothing links: successors of one
/// record, then the strongest contradictions.
pub(crate) fn opposed(workspace: &Workspace, memory: &Memory) -> Result<Vec<Opposed>, Error> {
    opposed_among(workspace, memory, false)
}

/// The pairs of a current record of a memory and one of a parent that cannot both apply, with the
/// memory of both in which they have their numbers; `None` without parents.
pub(crate) fn opposed_to_parents(
    workspace: &Workspace,
    memory: &Memory,
) -> Result<Option<(Memory, Vec<Opposed>)>, Error> {
    let Some(all) = parents::reading::beside(workspace, memory)? else {
        return Ok(None);
    };
    let found = opposed_among(workspace, &all, true)?;
    Ok(Some((all, found)))
}

/// `to_parents` asks for the pairs of which one record is a parent's; otherwise none is.
fn opposed_among(
    workspace: &Workspace,
    memory: &Memory,
    to_parents: bool,
) -> Result<Vec<Opposed>, Error> {
    let (store, records) = (workspace.store(), memory.records.len());
    let key = memory.answer_key(&[
        b"records that contradict each other",
        &[u8::from(to_parents)],
    ]);
    // A record with a secret does not show the same on every machine.
    let is_same_everywhere = memory
        .findings
        .iter()
        .all(|it| it.fault.code != Code::Secret);
    if is_same_everywhere && let Some(kept) = store.kept_pack::<Vec<([usize; 2], u32)>>(&key) {
        let is_there = |(pair, _): &([usize; 2], u32)| pair.iter().all(|nth| *nth < records);
        let found = kept.into_iter().filter(is_there);
        let found = found.map(|(pair, strength)| Opposed { pair, strength });
        return Ok(found.collect());
    }
    let found = compared(workspace, memory, to_parents)?;
    if is_same_everywhere {
        let kept: Vec<_> = found.iter().map(|it| (it.pair, it.strength)).collect();
        store.keep_pack(&key, &kept);
    }
    Ok(found)
}

/// Compares the records that are about one subject.
fn compared(
    workspace: &Workspace,
    memory: &Memory,
    to_parents: bool,
) -> Result<Vec<Opposed>, Error> {
    let records = &memory.records;
    let is_wanted =
        |one: &Record, other: &Record| (one.is_of_parent() != other.is_of_parent()) == to_parents;
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for rivalry in rivalries(records) {
        let [one, other] = rivalry.successors.map(|it| records.element_offset(it));
        if let (Some(one), Some(other)) = (one, other)
            && is_wanted(&records[one], &records[other])
            && seen.insert([one.min(other), one.max(other)])
        {
            found.push(Opposed {
                pair: [one.min(other), one.max(other)],
                strength: CERTAIN,
            });
        }
    }
    let mut known = Claims::of(workspace, memory);
    for record in records.iter().filter(|it| can_contradict(it)) {
        known.read(record)?;
    }
    let mut by_key: HashMap<&str, Vec<usize>> = HashMap::new();
    for (nth, record) in records
        .iter()
        .enumerate()
        .filter(|(_, it)| can_contradict(it))
    {
        for claim in known.get(record) {
            let about = by_key.entry(&claim.key).or_default();
            if about.last() != Some(&nth) {
                about.push(nth);
            }
        }
    }
    let mut contradictions = Vec::new();
    for about in by_key.into_values() {
        for (at, &one) in about.iter().enumerate() {
            let others = about[at + 1..].iter();
            let wanted = others.filter(|nth| is_wanted(&records[one], &records[**nth]));
            for &other in wanted.take(LOOKED_AT) {
                if seen.insert([one, other])
                    && let [one_of, other_of] = [one, other].map(|nth| &records[nth])
                    && let Some((it, area)) =
                        judged((one_of, known.get(one_of)), (other_of, known.get(other_of)))
                {
                    let order = (Reverse(it.strength), area != Area::Common);
                    contradictions.push((order, [one, other]));
                }
            }
        }
    }
    contradictions.sort_unstable();
    for ((Reverse(strength), _), pair) in contradictions {
        found.push(Opposed { pair, strength });
    }
    Ok(found)
}

/// The contradiction of two records by their claims, and what both are about.
fn judged(
    (one, claims): (&Record, &[Claim]),
    (other, others): (&Record, &[Claim]),
) -> Option<(Contradiction, Area)> {
    if is_linked(one, other) || one.header.id == other.header.id {
        return None;
    }
    let area = area(one, other);
    Some((contradiction(claims, others, area)?, area))
}

/// The records that a record with this text contradicts, the strongest contradiction first; the
/// memory need not have it yet.
pub(crate) fn against<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    record: &Record,
    text: &[u8],
) -> Result<Vec<(&'a Record, Contradiction)>, Error> {
    let mut found = Vec::new();
    if !can_contradict(record) {
        return Ok(found);
    }
    let own = said(workspace, record, text)?;
    let mut known = Claims::of(workspace, memory);
    for other in memory.records.iter().filter(|it| can_contradict(it)) {
        known.read(other)?;
        if let Some((_, area)) = judged((record, &own), (other, known.get(other)))
            && let theirs = said(
                workspace,
                other,
                &source::content(workspace, memory, other)?,
            )?
            && let Some(it) = contradiction(&own, &theirs, area)
        {
            found.push((other, it));
        }
    }
    found.sort_by_key(|(_, it)| Reverse(it.strength));
    Ok(found)
}

/// The contradiction of two records with its sentences, read again without secrets.
pub(crate) fn sentences(
    workspace: &Workspace,
    memory: &Memory,
    [one, other]: [&Record; 2],
) -> Result<Option<Contradiction>, Error> {
    let of = |record| {
        said(
            workspace,
            record,
            &source::content(workspace, memory, record)?,
        )
    };
    Ok(contradiction(&of(one)?, &of(other)?, area(one, other)))
}

/// The claims of a record with this text, without secrets.
fn said(workspace: &Workspace, record: &Record, text: &[u8]) -> Result<Vec<Claim>, Error> {
    let guard = workspace.guard()?;
    let text = guard.redact(&String::from_utf8_lossy(text));
    let title = guard.redact_beyond_rules(&record.header.title);
    Ok(claims(&title, front_matter_and_body(&text).1))
}

/// The rivals of the records of one view, which the index leads to: they share a subject, or an old
/// record whose place they took.
pub(crate) struct Rivals<'a> {
    workspace: &'a Workspace,
    sources: &'a Sources,
    /// The records of parents.
    parents: &'a Sources,
    /// Records that were read: what is found together is often about the same.
    known: RefCell<HashMap<(bool, DocumentRef), Rc<Read>>>,
}

/// A record of the index with its claims.
struct Read {
    record: Record,
    claims: Vec<Claim>,
}

/// A record that cannot apply together with another: how strong that is, and what both are about.
type Opponent = (u32, Area, Rc<Read>);

impl<'a> Rivals<'a> {
    /// The rivals among the tracked records of some sources, and those of parents.
    pub(crate) fn new(
        workspace: &'a Workspace,
        sources: &'a Sources,
        parents: &'a Sources,
    ) -> Self {
        Self {
            workspace,
            sources,
            parents,
            known: RefCell::default(),
        }
    }

    /// The rivals of a record, the strongest first.
    pub(crate) fn of(&self, subject: &Subject) -> Result<Vec<Rival>, Error> {
        let Some(blob) = subject.blob.filter(|_| subject.may_have_rivals()) else {
            return Ok(Vec::new());
        };
        let Some(own) = indexed(
            self.workspace,
            &self.sources.roots,
            &subject.path,
            blob,
            false,
        )?
        .map(read) else {
            return Ok(Vec::new());
        };
        let mut found = self.successors(&own.record)?;
        for (strength, area, other) in self.contradicting(&own)? {
            let is_new = |(_, _, known): &Opponent| known.record.path != other.record.path;
            if found.iter().all(is_new) {
                found.push((strength, area, other));
            }
        }
        // Stable: those of rare subjects come first.
        found.sort_by_key(|(strength, area, _)| (Reverse(*strength), *area != Area::Common));
        let mut rivals = Vec::new();
        for (strength, area, other) in found.into_iter().take(NAMED) {
            let guard = self.workspace.guard()?;
            let said = contradiction(&own.claims, &other.claims, area);
            let is_rivalry = strength == CERTAIN;
            rivals.extend(other.record.id().map(|id| Rival {
                id: id.clone(),
                title: other.record.header.title.clone(),
                why: vec![if is_rivalry {
                    BOTH_REPLACED
                } else {
                    CONTRADICTS
                }],
                sentences: said.map(|it| it.sentences.map(|said| guard.redact(&said))),
            }));
        }
        Ok(rivals)
    }

    /// Current records that took the place of what this one took the place of.
    fn successors(&self, own: &Record) -> Result<Vec<Opponent>, Error> {
        let mut found = Vec::new();
        let old = own.header.supersedes.iter().map(Name::as_str);
        let old = old.filter(|_| own.is_current() && !own.is_page());
        for at in having(&self.own_parts(), Attribute::Supersedes, old)? {
            if let Some(other) = self.read(false, at)?
                && other.record.is_current()
                && !other.record.is_page()
                && other.record.header.id != own.header.id
                && !is_linked(own, &other.record)
            {
                found.push((CERTAIN, area(own, &other.record), other));
            }
        }
        Ok(found)
    }

    /// Current records that say the opposite of something.
    fn contradicting(&self, own: &Read) -> Result<Vec<Opponent>, Error> {
        let mut found = Vec::new();
        if !can_contradict(&own.record) {
            return Ok(found);
        }
        for (is_parent, parts) in [(false, self.own_parts()), (true, self.parents.parts())] {
            let keys = own.claims.iter().map(|it| it.key.as_str());
            for at in having(&parts, Attribute::Subject, keys)? {
                if let Some(other) = self.read(is_parent, at)?
                    && can_contradict(&other.record)
                    && let Some((it, area)) =
                        judged((&own.record, &own.claims), (&other.record, &other.claims))
                {
                    found.push((it.strength, area, other));
                }
            }
        }
        Ok(found)
    }

    fn own_parts(&self) -> Vec<Part<'_, SegmentBytes>> {
        let tracked = self.sources.tracked();
        tracked.map(IndexView::parts).unwrap_or_default()
    }

    fn read(&self, is_parent: bool, at: DocumentRef) -> Result<Option<Rc<Read>>, Error> {
        if let Some(known) = self.known.borrow().get(&(is_parent, at)) {
            return Ok(Some(Rc::clone(known)));
        }
        let sources = if is_parent {
            self.parents
        } else {
            self.sources
        };
        let Some(found) = sources.read(self.workspace, at)? else {
            return Ok(None);
        };
        let found = Rc::new(read(found));
        let mut known = self.known.borrow_mut();
        known.insert((is_parent, at), Rc::clone(&found));
        Ok(Some(found))
    }
}

/// The documents that have one of these values, those of rare values first.
fn having<'v>(
    parts: &[Part<'_, SegmentBytes>],
    attribute: Attribute,
    among: impl IntoIterator<Item = &'v str>,
) -> Result<Vec<DocumentRef>, Error> {
    let among: Vec<&str> = among.into_iter().collect();
    let mut by_value: BTreeMap<String, Vec<DocumentRef>> = BTreeMap::new();
    for (part, of_view) in parts.iter().enumerate() {
        for AttributeValue { value, holders } in values_among(of_view, attribute, &among)? {
            let of_value = by_value.entry(value).or_default();
            for document in holders {
                let facts = of_view.segment.facts(document)?;
                // The folder of a page may tell its status.
                if facts.kind.is_none() || facts.is_current() {
                    of_value.push(DocumentRef { part, document });
                }
            }
        }
    }
    let mut lists: Vec<_> = by_value.into_values().collect();
    lists.sort_by_key(Vec::len);
    let mut found = Vec::new();
    for at in lists.into_iter().flatten() {
        if found.len() < LOOKED_AT && !found.contains(&at) {
            found.push(at);
        }
    }
    Ok(found)
}

/// A record that the index lists, with its claims.
fn read(
    Indexed {
        record, text, body, ..
    }: Indexed,
) -> Read {
    Read {
        claims: claims(&record.header.title, &text[body..]),
        record,
    }
}

/// The rivals of one record of a view; `listed` are its files, where these are known.
pub(crate) fn rivals_of(
    workspace: &Workspace,
    view: &View,
    listed: Option<&ListedFiles>,
    subject: &Subject,
) -> Result<Vec<Rival>, Error> {
    let store = workspace.store();
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let tracked = store.indexed_as_listed(index, view, listed)?;
        let sources = Sources::of_view(tracked, String::new(), store.roots()?.clone());
        let parents = Sources::parents_beside(workspace, index, view)?;
        Rivals::new(workspace, &sources, &parents).of(subject)
    })
}
