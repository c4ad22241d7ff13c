//! Making a pack: what fits of memory into a budget of characters, lines or tokens.

use serde::Serialize;

use crate::context::branch_files::BranchFiles;
use crate::context::choice::means;
use crate::context::commits::{commit_items, history};
use crate::context::digest::digest;
use crate::context::faults::{fault_line, record_faults};
use crate::context::governing::GOVERNING;
use crate::context::materials::Materials;
use crate::context::parent_items::{governing_parents, parent_items};
use crate::context::records::{RecordSource, Records};
use crate::context::request::ContextQuestion;
use crate::context::{governing, policy, rules, source_map};
use crate::map;
use crate::parents::reading;
use crate::recall::meaning::{Means, Retrieval, has_model};
use crate::recall::{Sources, ratings, with_index};
use crate::records::base::default_branch;
use crate::workspace::{Error, Workspace, settings};
use git_memory_guard::{Clean, redact};
use git_memory_model::context::pack::{Item, Section, SectionQueue, Source, fill};
use git_memory_store::index::Index;
use git_memory_store::{Listing, TextFile, View};
use git_memory_text::advice::{Advice, Wording};
use git_memory_text::budget::Size;

/// The most tokens of the start of a session, and where records bind the files of the branch.
const AT_START: usize = 800;
const BINDING: usize = 1500;

/// Everything that a pack is made from, beside what every answer depends on.
#[derive(Serialize)]
struct PackKey<'a> {
    door: &'a str,
    request: &'a ContextQuestion,
    most: Size,
    language: &'a str,
    materials: &'a Materials,
    is_set_up: bool,
    rules: usize,
    merged: &'a str,
    commits: usize,
    weights: &'a str,
    feedback: &'a str,
    files: &'a str,
    named: &'a [String],
    shallow: &'a str,
    sources: &'a [String],
    parents: &'a [String],
}

/// A pack.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// The Markdown; empty if memory has nothing, or the budget has no room for it.
    pub text: Clean,
    /// Faults of its sources, one line each.
    pub faults: Vec<Clean>,
    /// True if packs are turned off.
    pub is_off: bool,
    /// The means by which the answers to its question were found.
    pub retrieval: Retrieval,
}

/// Makes a pack, or looks it up. `wording` is how the door words advice; `progress` is called with
/// how many of how many new texts were read.
///
/// # Errors
/// Where memory or git cannot be read. What is wrong with single files is not an error.
pub fn pack(
    workspace: &Workspace,
    request: &ContextQuestion,
    wording: Wording,
    progress: &dyn Fn(usize, usize),
) -> Result<Pack, Error> {
    let request = &request.trimmed();
    // An empty pack is the right answer of an empty repository: an agent asks before anything is
    // there.
    let Some(view) = view(workspace, request.committed)? else {
        return Ok(Pack::default());
    };
    if !settings::is_automatic(workspace, view.revision())? {
        return Ok(Pack {
            is_off: true,
            ..Pack::default()
        });
    }
    let store = workspace.store();
    let branch_files = BranchFiles::of(workspace, &view, request)?;
    let order = Order {
        workspace,
        request: &branch_files.requested(workspace, request)?,
        named: request,
        most: size(workspace, &view, request)?,
        // One look at the files for the key and for the pack: they must not change in between.
        listing: store.listing(&view)?,
        feedback: ratings::heeded(workspace, view.revision())?,
        is_set_up: view != View::WorkTree || store.is_set_up()?,
        rules: match view {
            View::WorkTree => rules::count(workspace)?,
            _ => 0,
        },
        wording,
        view,
    };
    let mut materials = Materials::gather(workspace, &order.view, &order.listing, order.request)?;
    // In a committed view the policy follows from HEAD, which is part of the key.
    if order.view == View::WorkTree {
        order.add_policy(&mut materials)?;
    }
    // What a model finds depends on the vectors of this moment, which no key names.
    let is_by_words = means(order.request) == Means::Words || !has_model(workspace)?;
    let key = is_by_words.then(|| order.key(&materials)).transpose()?;
    if let Some((text, faults)) = key.as_deref().and_then(|key| store.kept_pack(key)) {
        return Ok(Pack {
            text,
            faults,
            ..Pack::default()
        });
    }
    if order.view != View::WorkTree {
        order.add_policy(&mut materials)?;
    }
    let pack = order.made(materials, progress)?;
    // An agent may ask for the same pack at every prompt.
    if let Some(key) = key {
        store.keep_pack(&key, &(pack.text.clone(), pack.faults.clone()));
    }
    Ok(pack)
}

/// Returns the room for a pack.
fn size(workspace: &Workspace, view: &View, request: &ContextQuestion) -> Result<Size, Error> {
    let lines = match request.max_lines {
        Some(lines) => lines,
        None => settings::max_lines(workspace, view.revision())?,
    };
    Ok(Size::at_most(
        request.max_chars,
        Some(lines),
        request.max_tokens,
    ))
}

/// A pack that is asked for, and the repository as it is now.
struct Order<'a> {
    workspace: &'a Workspace,
    view: View,
    /// The request with the files of the branch, where it is about those, and as it came.
    request: &'a ContextQuestion,
    named: &'a ContextQuestion,
    most: Size,
    listing: Listing,
    feedback: String,
    is_set_up: bool,
    /// Number of rules: a memory that has some is not empty.
    rules: usize,
    wording: Wording,
}

impl Order<'_> {
    fn add_policy(&self, materials: &mut Materials) -> Result<(), Error> {
        if !self.request.is_without_history {
            let policy = policy::item(self.workspace, &self.view, self.request.is_start)?;
            materials.policy.extend(policy);
        }
        Ok(())
    }

    /// The name under which the pack is kept.
    fn key(&self, materials: &Materials) -> Result<String, Error> {
        let (workspace, revision) = (self.workspace, self.view.revision());
        let key = PackKey {
            door: self.wording.door,
            request: self.request,
            most: self.most,
            language: settings::language(workspace, revision)?.code(),
            materials,
            is_set_up: self.is_set_up,
            rules: self.rules,
            merged: &merged(workspace, &self.view)?,
            commits: settings::commits(workspace)?,
            weights: &settings::weights(workspace, revision)?.to_string(),
            feedback: &self.feedback,
            files: &self.listing.name(),
            named: &texts_of(workspace, &self.view, &self.request.paths)?,
            shallow: &workspace.store().shallow()?,
            sources: &map_sources(workspace, &self.view, self.request)?,
            parents: &self.parents()?,
        };
        digest(workspace, "pack", &key)
    }

    /// The names and commits of the parents that are read for it: a committed view is the same in
    /// every clone, whatever was fetched there.
    fn parents(&self) -> Result<Vec<String>, Error> {
        if self.view == View::WorkTree {
            reading::state(self.workspace)
        } else {
            Ok(Vec::new())
        }
    }

    /// The pack, made anew.
    fn made(
        &self,
        mut materials: Materials,
        progress: &dyn Fn(usize, usize),
    ) -> Result<Pack, Error> {
        let (workspace, view, most) = (self.workspace, &self.view, self.most);
        if self.request.map {
            let item = source_map::item(workspace, view, self.named, most, progress)?;
            materials.source_map.extend(item);
        }
        with_index(workspace, view.revision(), progress, |index| {
            let records = self.records(index, &materials)?;
            let text = if self.request.only {
                let is_news = |_: &str, _: &[&str]| true;
                let mut items = records.governing(GOVERNING, &self.request.paths, &is_news)?;
                if *view == View::WorkTree {
                    items.extend(governing_parents(workspace, &self.request.paths, &is_news)?);
                }
                governing::told(workspace, most, items)?.text
            } else {
                let mut materials = materials.clone();
                materials.commits = last_resort(index, view, self.request, &records)?;
                if *view == View::WorkTree {
                    materials.parents = parent_items(workspace, index, self.request)?;
                }
                let most = self.most_told(&records);
                filled(workspace, most, &materials, &records, self.source())?
            };
            let mut faults = materials.faults.clone();
            let missing = workspace.parents_missing().iter();
            faults.extend(missing.map(|line| redact(line)));
            faults.extend(records.choice.fault.clone());
            // Broken records are reported by the command that uses memory most; few people run a
            // check.
            let odd = workspace.store().unreadable(view, &self.listing)?;
            for finding in odd.into_iter().chain(record_faults(&records)?) {
                faults.push(fault_line(workspace.guard()?, &finding));
            }
            Ok(Pack {
                text,
                faults,
                retrieval: records.choice.retrieval.clone(),
                ..Pack::default()
            })
        })
    }

    /// The records of the pack.
    fn records(&self, index: &Index, materials: &Materials) -> Result<Records<'_>, Error> {
        let (workspace, view) = (self.workspace, &self.view);
        let listing = self.listing.clone();
        let source = RecordSource {
            view,
            tracked: workspace.store().indexed_listing(index, view, listing)?,
            feedback: self.feedback.clone(),
            user: materials.user_topics.clone(),
            usual: index.usual(),
            most: self.most.lines,
            history: history(workspace, index, view.revision(), self.request)?,
            is_prompt: false,
            parents: Sources::parents_beside(workspace, index, view)?,
        };
        Records::choose(workspace, source, self.request)
    }

    /// The room of the pack, which at the start of a session is small: the rest of the session pays
    /// for it.
    fn most_told(&self, records: &Records) -> Size {
        let tokens = match (self.request.is_start, records.choice.asked.is_empty()) {
            (false, _) => None,
            (true, true) => Some(AT_START),
            (true, false) => Some(BINDING),
        };
        self.most.min(Size::at_most(None, None, tokens))
    }

    fn source(&self) -> Source<'static> {
        Source {
            revision: (self.view != View::WorkTree).then_some("HEAD"),
            wording: self.wording,
            begin: begin(self.is_set_up),
            rules: self.rules,
        }
    }
}

/// Blobs and paths of the sources of the map, where the pack has one.
fn map_sources(
    workspace: &Workspace,
    view: &View,
    request: &ContextQuestion,
) -> Result<Vec<String>, Error> {
    if request.map {
        map::named(workspace, view)
    } else {
        Ok(Vec::new())
    }
}

/// The texts of the named files, which show what applies to them.
fn texts_of(workspace: &Workspace, view: &View, paths: &[String]) -> Result<Vec<String>, Error> {
    let mut texts = Vec::new();
    for path in paths {
        texts.push(match workspace.store().page(view, path)? {
            TextFile::Text(text) => text,
            TextFile::Unreadable(_) | TextFile::Missing => String::new(),
        });
    }
    Ok(texts)
}

/// Returns the first step for an empty memory.
fn begin(is_set_up: bool) -> &'static Advice {
    if is_set_up {
        &Advice::AddRecord
    } else {
        &Advice::Init
    }
}

/// Returns the view of a pack's records: the work tree; HEAD on request, or without a work tree;
/// `None` before the first commit.
pub(crate) fn view(workspace: &Workspace, is_committed: bool) -> Result<Option<View>, Error> {
    let store = workspace.store();
    Ok(if is_committed {
        store.at_head()?
    } else {
        store.present()?
    })
}

/// Returns the tip of the default branch: its records are trusted more, and a fetch moves it.
fn merged(workspace: &Workspace, view: &View) -> Result<String, Error> {
    Ok(match default_branch(workspace)? {
        Some(base) if *view == View::WorkTree => base.tip.to_string(),
        _ => String::new(),
    })
}

/// The commits that answer, where something is asked and no record does.
fn last_resort(
    index: &Index,
    view: &View,
    request: &ContextQuestion,
    records: &Records,
) -> Result<Vec<Item>, Error> {
    let is_asked = !request.is_of_branch && !request.is_without_history;
    if records.choice.is_answered || !is_asked {
        return Ok(Vec::new());
    }
    commit_items(index, view.revision(), request, records)
}

/// The text of a pack that is within the budget after everything has been redacted.
fn filled(
    workspace: &Workspace,
    most: Size,
    materials: &Materials,
    records: &Records,
    source: Source,
) -> Result<Clean, Error> {
    let summary: Vec<Item> = materials.summary_item().into_iter().collect();
    let mut user = materials.user.clone();
    for name in &records.choice.user {
        user.extend(materials.user_topic(workspace.guard()?, name, user.len()));
    }
    let others = [
        (Section::User, &user),
        (Section::Summary, &summary),
        (Section::Commits, &materials.commits),
        (Section::Policy, &materials.policy),
        (Section::Parents, &materials.parents),
        (Section::Map, &materials.source_map),
        (Section::Incoming, &materials.incoming),
        (Section::Recent, &materials.recent),
    ];
    let mut queues = others.map(|(section, items)| SectionQueue::of_all(section, items.len()));
    // Topics that do not answer the question count, too, and so does a summary of headings only.
    queues[0].current = materials.user.len() + materials.user_topic_count;
    queues[1].current = summary.len().max(usize::from(records.choice.has_summary));
    // Commits only answer the question.
    queues[2].current = 0;
    let mut queues = queues.to_vec();
    queues.extend(records.queues());
    let mut fetch = |queue: usize, nth: usize| -> Result<Option<Item>, Error> {
        match others.get(queue) {
            Some((_, items)) => Ok(items.get(nth).cloned()),
            None => records.item(queue - others.len(), nth),
        }
    };
    let mut room = most.share(records.share());
    loop {
        let text = fill(room, &queues, source, &mut fetch)?;
        // Each item is clean; but two of them may make something like a secret together, and its
        // marker may be longer.
        let text = workspace.guard()?.redact(&text);
        if most.holds(Size::of(&text)) {
            return Ok(text);
        }
        // Markers are short: one round less is nearly always enough.
        room = room.share(75);
    }
}
