//! Current records that contradict the shown ones: by their own sentences, or because both replaced
//! the same record.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::context::digest::BUILD;
use crate::recall::common_ground::{BOTH_REPLACED, CONTRADICTS, decides};
use crate::recall::open::with_index;
use crate::recall::sources::Sources;
use crate::records::reading::{Indexed, indexed};
use crate::records::source;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, redact};
use git_memory_model::contradiction::{Area, Claim, Contradiction, area, claims, contradiction};
use git_memory_model::evidence::ground::Rival;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::reading;
use git_memory_model::record::successors::{is_linked, rivalries};
use git_memory_model::record::{Code, Record};
use git_memory_store::{KeptClaims, KeptPair, ListedFiles, Memory, View};
use git_memory_text::path::RepoPath;

/// Maximum number of others with claims about one subject that a record is compared with.
const LOOKED_AT: usize = 20;
/// Maximum number of rivals of one record that an answer names.
const NAMED: usize = 10;
/// Maximum number of pairs of a view that answers know of: those that matter most.
const PAIRS: usize = 2000;
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
    let records = &memory.records;
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for rivalry in rivalries(records) {
        let [one, other] = rivalry.successors.map(|it| records.element_offset(it));
        if let (Some(one), Some(other)) = (one, other)
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
            for &other in about[at + 1..].iter().take(LOOKED_AT) {
                if seen.insert([one, other])
                    && let Some((it, area)) = judged(&known, &records[one], &records[other])
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

fn judged(known: &Claims, one: &Record, other: &Record) -> Option<(Contradiction, Area)> {
    if is_linked(one, other) || one.header.id == other.header.id {
        return None;
    }
    let area = area(one, other);
    let found = contradiction(known.get(one), known.get(other), area)?;
    Some((found, area))
}

/// The records that the one at a path contradicts, the strongest contradiction first.
pub(crate) fn against<'a>(
    workspace: &Workspace,
    memory: &'a Memory,
    path: &RepoPath,
) -> Result<Vec<(&'a Record, Contradiction)>, Error> {
    let mut found = Vec::new();
    let mut records = memory.records.iter();
    let Some(record) = records.find(|it| it.path == *path && can_contradict(it)) else {
        return Ok(found);
    };
    let mut known = Claims::of(workspace, memory);
    known.read(record)?;
    for other in memory.records.iter().filter(|it| can_contradict(it)) {
        known.read(other)?;
        if judged(&known, record, other).is_some()
            && let Some(it) = sentences(workspace, memory, [record, other])?
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
    let guard = workspace.guard()?;
    let mut said = Vec::new();
    for record in [one, other] {
        let bytes = source::content(workspace, memory, record)?;
        let text = guard.redact(&String::from_utf8_lossy(&bytes));
        let title = guard.redact_beyond_rules(&record.header.title);
        said.push(claims(&title, front_matter_and_body(&text).1));
    }
    Ok(contradiction(&said[0], &said[1], area(one, other)))
}

/// The rivals of the records of one view.
pub(crate) struct Rivals<'a> {
    workspace: &'a Workspace,
    view: View,
    /// Name of the view's records; `None` where nothing may be kept.
    key: Option<String>,
    pairs: OnceCell<Pairs>,
}

/// The rivals of each record, by the paths of the files.
type Pairs = HashMap<String, Vec<Side>>;

/// A rival, as the other record of its pair knows it.
struct Side {
    own: ObjectId,
    path: String,
    blob: ObjectId,
    is_rivalry: bool,
}

impl<'a> Rivals<'a> {
    /// The rivals in a view, whose tracked records are among the sources.
    pub(crate) fn new(workspace: &'a Workspace, view: &View, sources: &Sources) -> Self {
        let key = sources.tracked().and_then(|view| view.key.as_deref());
        Self {
            workspace,
            view: view.clone(),
            // Another build has other rules.
            key: key.map(|key| format!("{key}-{BUILD}")),
            pairs: OnceCell::new(),
        }
    }

    fn pairs(&self) -> Result<&Pairs, Error> {
        if let Some(pairs) = self.pairs.get() {
            return Ok(pairs);
        }
        let mut pairs = Pairs::new();
        for KeptPair { files, is_rivalry } in self.found()? {
            let [one, other] = files;
            for ((own, own_blob), (path, blob)) in [(one.clone(), other.clone()), (other, one)] {
                pairs.entry(own).or_default().push(Side {
                    own: own_blob,
                    path,
                    blob,
                    is_rivalry,
                });
            }
        }
        Ok(self.pairs.get_or_init(|| pairs))
    }

    fn found(&self) -> Result<Vec<KeptPair>, Error> {
        let store = self.workspace.store();
        if let Some(kept) = self.key.as_ref().and_then(|key| store.kept_pairs(key)) {
            return Ok(kept);
        }
        let memory = self.workspace.memory(&self.view)?;
        let mut pairs = Vec::new();
        for it in opposed(self.workspace, &memory)?.into_iter().take(PAIRS) {
            let [one, other] = it.pair.map(|nth| {
                let record = &memory.records[nth];
                Some((record.path.to_string(), memory.blob(record)?))
            });
            if let (Some(one), Some(other)) = (one, other) {
                pairs.push(KeptPair {
                    files: [one, other],
                    is_rivalry: it.is_rivalry(),
                });
            }
        }
        if let Some(key) = &self.key {
            store.keep_pairs(key, &pairs);
        }
        Ok(pairs)
    }

    /// The rivals of the record whose file has this path, the strongest first.
    pub(crate) fn of(&self, path: &str) -> Result<Vec<Rival>, Error> {
        let Some(sides) = self.pairs()?.get(path) else {
            return Ok(Vec::new());
        };
        let mut rivals = Vec::new();
        for side in sides.iter().take(NAMED) {
            // Read again: what is secret is not the same at all times.
            let own = indexed(self.workspace, path, side.own, false)?;
            let other = indexed(self.workspace, &side.path, side.blob, false)?;
            if let (Some(own), Some(other)) = (own, other) {
                rivals.extend(self.rival(&own, &other, side.is_rivalry)?);
            }
        }
        Ok(rivals)
    }

    fn rival(
        &self,
        own: &Indexed,
        other: &Indexed,
        is_rivalry: bool,
    ) -> Result<Option<Rival>, Error> {
        let said = [own, other].map(|it| claims(&it.record.header.title, &it.text[it.body..]));
        let found = contradiction(&said[0], &said[1], area(&own.record, &other.record));
        let Some(id) = other.record.id().filter(|_| is_rivalry || found.is_some()) else {
            return Ok(None);
        };
        let guard = self.workspace.guard()?;
        Ok(Some(Rival {
            id: id.clone(),
            title: other.record.header.title.clone(),
            why: vec![if is_rivalry {
                BOTH_REPLACED
            } else {
                CONTRADICTS
            }],
            sentences: found.map(|it| it.sentences.map(|said| guard.redact(&said))),
        }))
    }
}

/// The rivals of one record of a view; `listed` are its files, where these are known.
pub(crate) fn rivals_of(
    workspace: &Workspace,
    view: &View,
    listed: Option<&ListedFiles>,
    path: &str,
) -> Result<Vec<Rival>, Error> {
    let store = workspace.store();
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let tracked = store.indexed_as_listed(index, view, listed)?;
        let sources = Sources::of_view(tracked, String::new(), store.roots()?.clone());
        Rivals::new(workspace, view, &sources).of(path)
    })
}
