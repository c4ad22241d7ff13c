//! What a pack is made from beside records: user memory, the project's summary, the last steps.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::app::private::summary;
use crate::app::user;
use crate::app::user::At;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::fence::origin;
use crate::domain::context::pack::Item;
use crate::domain::context::retrieval::overview_path;
use crate::domain::context::sanitize::{sanitized, without_sections};
use crate::domain::layout::SUMMARY;
use crate::domain::path::MEMORY;
use crate::domain::private::EntryKind;
use crate::domain::secrets::{Clean, Guard, redact};
use crate::domain::text::first_paragraph;
use crate::store::{AtPath, Listing, Logged, TextFile, View};

/// The sections of a summary that tell a reader nothing.
const BARE: [&str; 2] = ["Project id", "Last updated"];
/// How many steps are recent.
const STEPS: usize = 10;
/// The longest brief text of a step, in characters.
const BRIEF: usize = 300;

/// Passable texts without secrets, and what is wrong with what cannot be read, one line each.
#[derive(Debug, Default)]
pub(crate) struct Materials {
    pub(crate) user: Vec<Item>,
    pub(crate) summary: Option<String>,
    pub(crate) recent: Vec<Item>,
    pub(crate) faults: Vec<Clean>,
}

impl Materials {
    /// Gathers them; a revision has nothing but the summary.
    pub(crate) fn gather(
        workspace: &Workspace,
        view: &View,
        listing: &Listing,
    ) -> Result<Self, Error> {
        let mut materials = Self::summary_alone(workspace, view)?;
        if *view == View::WorkTree {
            // A pack of what is committed holds nothing that only this machine has.
            materials.look_around(workspace, listing)?;
            materials.add_user(workspace)?;
            materials.add_recent(workspace)?;
        }
        Ok(materials)
    }

    /// Gathers the summary.
    pub(crate) fn summary_alone(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let mut materials = Self::default();
        match workspace.store().page(view, SUMMARY) {
            Ok(TextFile::Text(text)) => {
                let text = without_sections(&sanitized(&text), &BARE);
                let text = workspace.guard()?.redact(&text);
                if !text.is_empty() {
                    materials.summary = Some(text.into_string());
                }
            }
            Ok(TextFile::Unreadable(why)) => {
                materials.fault(&format!("{SUMMARY}: {why}, and is not read"));
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
            origin: origin(&[("path", SUMMARY)]),
            full: Some(full),
            ..Item::default()
        })
    }

    /// Reports whatever is in the place of an overview without being one, though packs do not use
    /// overviews; and memory that is not checked out.
    fn look_around(&mut self, workspace: &Workspace, listing: &Listing) -> Result<(), Error> {
        if let Err(error @ Error::NotCheckedOut) = workspace.must_have_memory() {
            self.fault(&error.to_string());
        }
        let files = workspace.store().work_files()?;
        let folders = listing.folders.iter().map(String::as_str).chain([MEMORY]);
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

    /// Adds the index of user memory and its rules; its topics are named by the index.
    fn add_user(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let store = match user::store(workspace.invocation()) {
            Ok(store) => store,
            // Without a home there is no user memory.
            Err(Error::NoHome) => return Ok(()),
            Err(error) => return Err(error),
        };
        // User memory is no part of the project: what is wrong with it must not keep a pack from
        // being made.
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
            // A topic is read when it is needed; what holds in every conversation is in these.
            if name == "MEMORY.md" || name.starts_with("rules/") {
                match user::read(At::Repository(workspace), Some(&name)) {
                    Ok(Some(text)) => self.add_user_file(workspace.guard()?, &name, &text),
                    Ok(None) => {}
                    Err(error) => self.fault(&error.to_string()),
                }
            }
        }
        Ok(())
    }

    fn add_user_file(&mut self, guard: &Guard, name: &str, text: &str) {
        let full = sanitize::whole(guard, text).into_string();
        if full.is_empty() {
            return;
        }
        // The order of the files is the one in which their owner sees them.
        let place = i64::try_from(self.user.len()).unwrap_or(i64::MAX);
        self.user.push(Item {
            origin: origin(&[("user", name)]),
            order: (place, String::new()),
            full: Some(full),
            ..Item::default()
        });
    }

    /// Adds the last steps of this branch, the newest first.
    fn add_recent(&mut self, workspace: &Workspace) -> Result<(), Error> {
        let mut age = 0;
        let guard = workspace.guard()?;
        summary::each(workspace, |logged| {
            if matches!(
                logged.entry.kind,
                EntryKind::Summary | EntryKind::Compaction
            ) {
                self.recent.push(step(guard, &logged, age));
            }
            age += 1;
            if self.recent.len() < STEPS {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
    }
}

/// A step of the private log; its age is the number of newer entries.
fn step(guard: &Guard, logged: &Logged, age: i64) -> Item {
    let entry = &logged.entry;
    let (id, age_text) = (logged.id(), age.to_string());
    let mut parts = vec![("step", id.as_str())];
    if let Some(status) = entry.status {
        parts.push(("status", status.name()));
    }
    parts.push(("age", &age_text));
    let first = first_paragraph(&entry.body);
    let brief = sanitize::title_line(guard, &entry.title, &first, BRIEF);
    Item {
        origin: origin(&parts),
        order: (age, String::new()),
        brief: brief.into_string(),
        full: None,
    }
}
