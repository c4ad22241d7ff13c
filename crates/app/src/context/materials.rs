//! Parts of a pack that are not records: user memory, the project's summary, the last steps.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::context::landed::landed_items;
use crate::context::request::ContextQuestion;
use crate::context::steps::step_items;
use crate::private::follow_ups;
use crate::recall::LooseText;
use crate::user;
use crate::user::At;
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_guard::{Clean, Guard, redact};
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder};
use git_memory_model::context::retrieval::overview_path;
use git_memory_model::context::sanitize::{sanitized, without_sections};
use git_memory_model::layout::SUMMARY;
use git_memory_model::record::page;
use git_memory_store::{AtPath, Listing, TextFile, View};

/// The sections of a summary that are useless to a reader.
const BARE: [&str; 2] = ["Project id", "Last updated"];
/// Number of recent steps, and at the start of a session; those with open follow-ups come beside.
const STEPS: usize = 10;
const FEW_STEPS: usize = 2;

/// Passable texts without secrets, and what is wrong with what cannot be read, one line each.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Materials {
    /// The index and the rules of user memory.
    pub(crate) user: Vec<Item>,
    /// Number of topics in user memory.
    pub(crate) user_topic_count: usize,
    /// The texts of its topics, where something is asked for.
    pub(crate) user_topics: Vec<LooseText>,
    pub(crate) summary: Option<String>,
    /// Its path from the top of the work tree.
    summary_path: String,
    /// The policy for tools: one item, once it is known.
    pub(crate) policy: Vec<Item>,
    /// The source files and what they define: one item, where that was asked for and is made.
    pub(crate) source_map: Vec<Item>,
    /// Decisions of the base about the changed files.
    pub(crate) incoming: Vec<Item>,
    /// Records of parents.
    pub(crate) parents: Vec<Item>,
    /// Commits that answer, where no record does.
    pub(crate) commits: Vec<Item>,
    pub(crate) recent: Vec<Item>,
    pub(crate) faults: Vec<Clean>,
}

impl Materials {
    /// Gathers them; a revision has nothing but the summary.
    pub(crate) fn gather(
        workspace: &Workspace,
        view: &View,
        listing: &Listing,
        request: &ContextQuestion,
    ) -> Result<Self, Error> {
        let mut materials = Self::summary_alone(workspace, view)?;
        if *view == View::WorkTree {
            // A pack of what is committed holds nothing that only this machine has.
            materials.look_around(workspace, listing)?;
            materials.add_user(workspace, !request.query.is_empty())?;
            if !request.is_without_history {
                materials.add_incoming(workspace)?;
            }
            let steps = if request.is_start { FEW_STEPS } else { STEPS };
            materials.add_recent(workspace, steps)?;
        }
        Ok(materials)
    }

    /// Gathers the summary.
    pub(crate) fn summary_alone(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let path = workspace.store().folder_at(view)?.join(SUMMARY);
        let mut materials = Self {
            summary_path: path.clone(),
            ..Self::default()
        };
        match workspace.store().page(view, &path) {
            Ok(TextFile::Text(text)) => {
                let text = without_sections(&sanitized(page::body(&text)), &BARE);
                let text = workspace.guard()?.redact(&text);
                if !text.is_empty() {
                    materials.summary = Some(text.into_string());
                }
            }
            Ok(TextFile::Unreadable(why)) => {
                materials.fault(&format!("{path}: {why}, and is not read"));
            }
            Ok(TextFile::Missing) => {}
            // A pack without its summary is still worth having.
            Err(error) => materials.fault(&error.to_string()),
        }
        Ok(materials)
    }

    /// The summary as an item.
    pub(crate) fn summary_item(&self) -> Option<Item> {
        let full = self.summary.clone()?;
        Some(Item {
            origin: origin(&[("path", &self.summary_path)]),
            full: Some(full),
            ..Item::default()
        })
    }

    /// Reports whatever is in the place of an overview without being one, though packs do not use
    /// overviews; and memory that is not checked out.
    fn look_around(&mut self, workspace: &Workspace, listing: &Listing) -> Result<(), Error> {
        if let Some(line) = workspace.left_out()? {
            self.fault(&line);
        } else if let Err(error @ Error::NotCheckedOut(_)) = workspace.must_have_memory() {
            self.fault(&error.to_string());
        }
        let files = workspace.store().work_files()?;
        let folders = listing
            .folders
            .iter()
            .map(String::as_str)
            .chain([files.folder().as_str()]);
        let paths: BTreeSet<String> = folders.map(overview_path).collect();
        for path in paths {
            match files.find(&path)? {
                AtPath::Nothing | AtPath::File(_) => {}
                AtPath::Folder | AtPath::Link | AtPath::Other => {
                    self.fault(&format!(
                        "{path}: it is not a regular file, and is not read"
                    ));
                }
            }
        }
        Ok(())
    }

    fn fault(&mut self, what: &str) {
        self.faults.push(redact(what));
    }

    /// Adds the index of user memory and its rules; its topics are named by the index, and read
    /// where something is asked for.
    fn add_user(&mut self, workspace: &Workspace, has_query: bool) -> Result<(), Error> {
        let store = match user::store(workspace.invocation()) {
            Ok(store) => store,
            // User memory needs a home.
            Err(Error::NoHome) => return Ok(()),
            Err(error) => return Err(error),
        };
        // User memory is not part of the project: its faults must not keep a pack from being made.
        let found = match store.list() {
            Ok(found) => found,
            Err(error) => {
                self.fault(&error.to_string());
                return Ok(());
            }
        };
        for name in &found.odd {
            self.fault(&format!("{name}: it is not a file of user memory"));
        }
        for path in found.files {
            let name = path.to_string();
            self.user_topic_count += usize::from(path.is_topic());
            // A topic is read when it is needed; what holds in every conversation is in the others.
            if path.is_topic() && !has_query {
                continue;
            }
            match user::read(At::Repository(workspace), Some(&name)) {
                Ok(Some(text)) if path.is_topic() => self.user_topics.push(LooseText {
                    title: words_of(&name),
                    body: text.into_string(),
                    name,
                }),
                Ok(Some(text)) => {
                    let item = user_item(workspace.guard()?, &name, &text, self.user.len());
                    self.user.extend(item);
                }
                Ok(None) => {}
                Err(error) => self.fault(&error.to_string()),
            }
        }
        Ok(())
    }

    /// The item of a topic of user memory; `nth` is its place in its section.
    pub(crate) fn user_topic(&self, guard: &Guard, name: &str, nth: usize) -> Option<Item> {
        let topic = self.user_topics.iter().find(|topic| topic.name == name)?;
        user_item(guard, name, &topic.body, nth)
    }

    /// Adds what landed on the branch's base.
    fn add_incoming(&mut self, workspace: &Workspace) -> Result<(), Error> {
        match landed_items(workspace) {
            Ok(items) => self.incoming = items,
            // A base without a common commit, or one that a shallow clone lacks, has no records for
            // this work.
            Err(error @ (Error::Git(_) | Error::Store(_))) => self.fault(&error.to_string()),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Adds the last steps of this branch, the newest first.
    fn add_recent(&mut self, workspace: &Workspace, most: usize) -> Result<(), Error> {
        let newest = follow_ups::steps(workspace, most);
        self.recent = step_items(workspace.guard()?, newest.steps);
        // A damaged chain belongs only to this clone; the pack can have everything else.
        for fault in workspace.take_private_faults() {
            self.fault(&fault);
        }
        if let Some(error) = newest.fault {
            self.fault(&error.to_string());
        }
        Ok(())
    }
}

/// The item of a file of user memory; `None` if it is empty.
fn user_item(guard: &Guard, name: &str, text: &str, nth: usize) -> Option<Item> {
    let full = sanitize::whole(guard, text).into_string();
    if full.is_empty() {
        return None;
    }
    Some(Item {
        origin: origin(&[("user", name)]),
        // The order of the files is the one in which their owner sees them.
        order: ItemOrder::nth(nth),
        full: Some(full),
        ..Item::default()
    })
}

/// The words of a file's name.
fn words_of(name: &str) -> String {
    name.trim_end_matches(".md").replace(['-', '_'], " ")
}
