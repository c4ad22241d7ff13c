//! What a pull request is told, as one comment that people read: bounded, the most important first.

mod decision;
mod inert;

use git_memory_app::pr::{Found, Level, PullRequest, Waived};
use git_memory_app::records::diff::RecordChange;
use git_memory_model::changes::What;
use git_memory_text::counted;

use decision::{LONG, decision, named};
use inert::{code, inert};

/// The largest comment, in bytes: a forge takes 65,536 characters.
const MOST: usize = 60_000;
/// Number of decisions that are not folded, and of all that are shown.
const OPEN: usize = 5;
const SHOWN: usize = 30;
/// Number of other lines of a section.
const LINES: usize = 15;

/// A comment that is being written.
#[derive(Default)]
struct Page {
    text: String,
    is_cut: bool,
}

impl Page {
    /// Adds a block, if there is room.
    fn add(&mut self, block: &str) {
        if self.text.len() + block.len() > MOST {
            self.is_cut = true;
        } else {
            self.text.push_str(block);
        }
    }

    /// Adds a list under a heading; a few of many.
    fn list(&mut self, heading: &str, items: impl ExactSizeIterator<Item = String>) {
        if items.len() == 0 {
            return;
        }
        let more = items.len().saturating_sub(LINES);
        self.add(&format!("\n#### {heading}\n\n"));
        for item in items.take(LINES) {
            self.add(&format!("- {item}\n"));
        }
        if more > 0 {
            self.add(&format!("- and {more} more\n"));
        }
    }
}

/// The comment; empty if there is nothing to tell.
pub(crate) fn comment(found: &PullRequest) -> String {
    if found.is_empty() {
        return String::new();
    }
    let mut page = Page::default();
    let blocking = found
        .findings
        .iter()
        .filter(|it| it.level == Level::Blocking);
    page.add(&match blocking.count() {
        0 => "### Decisions and this change\n".to_owned(),
        1 => "### A finding blocks this change\n".to_owned(),
        many => format!("### {} block this change\n", counted(many, "finding")),
    });
    let is_of_decision = |it: &&Found| {
        let of = |id: &String| {
            found
                .decisions
                .iter()
                .any(|one| one.record.header.id.as_str() == id)
        };
        it.record.as_ref().is_some_and(|(id, _)| of(id)) && decision::tells(it.kind)
    };
    let others = found.findings.iter().filter(|it| !is_of_decision(it));
    let (grave, light): (Vec<&Found>, Vec<&Found>) =
        others.partition(|it| it.level == Level::Blocking);
    page.list("To resolve", grave.into_iter().map(finding));
    add_decisions(&mut page, found);
    page.list("Records of this change", found.changes.iter().map(change));
    page.list("Worth a look", light.into_iter().map(finding));
    page.list("Waived", found.waivers.iter().map(exempt));
    if found.decisions.iter().any(|it| !it.is_followed) {
        page.add(
            "\n<sub>A commit that follows a decision has the trailer `Decision: ID`; \
             `Decision-Exempt: ID REASON` waives it.</sub>\n",
        );
    }
    if page.is_cut {
        page.text
            .push_str("\nMore is left out: a comment has a limit.\n");
    }
    page.text
}

fn add_decisions(page: &mut Page, found: &PullRequest) {
    if found.decisions.is_empty() {
        return;
    }
    page.add("\n#### Decisions about the changed files\n\n");
    let shown = &found.decisions[..found.decisions.len().min(SHOWN)];
    let (open, folded) = shown.split_at(shown.len().min(OPEN));
    for it in open {
        page.add(&decision(it, found));
    }
    if folded.is_empty() {
        return;
    }
    let count = found.decisions.len() - open.len();
    let mut inner = format!(
        "\n<details><summary>{}</summary>\n\n",
        if count == 1 {
            "1 more decision".to_owned()
        } else {
            format!("{count} more decisions")
        }
    );
    let end = "\n</details>\n";
    for it in folded {
        let item = decision(it, found);
        // The end of the fold has to fit in any case.
        if page.text.len() + inner.len() + item.len() + end.len() > MOST {
            page.is_cut = true;
            break;
        }
        inner.push_str(&item);
    }
    inner.push_str(end);
    page.add(&inner);
}

/// A finding that is not about one of the decisions.
fn finding(found: &Found) -> String {
    let place = format!("{}:{}", found.path, found.line);
    let mut text = format!("{}: ", code(&place, LONG));
    if let Some((id, title)) = &found.record {
        text.extend([&*named(id, title), ": "]);
    }
    text.push_str(&inert(&found.message, 2 * LONG));
    text
}

/// A record that the change adds, replaces or edits.
fn change(changed: &RecordChange) -> String {
    let header = &changed.record.header;
    let what = match changed.what {
        What::Added => {
            let replaces: Vec<String> = header
                .supersedes
                .iter()
                .map(|id| code(id.as_str(), LONG))
                .collect();
            match replaces.as_slice() {
                [] => "added".to_owned(),
                some => format!("added; replaces {}", some.join(", ")),
            }
        }
        What::Superseded => {
            let by = changed.successors.iter().map(|it| match &it.title {
                Some(title) => named(&it.id, title),
                None => code(&it.id, LONG),
            });
            match by.collect::<Vec<_>>().as_slice() {
                [] => "superseded".to_owned(),
                some => format!("replaced by {}", some.join(", ")),
            }
        }
        What::StatusChanged => format!(
            "{} → {}",
            inert(changed.old_status.as_deref().unwrap_or_default(), LONG),
            inert(&header.status, LONG)
        ),
        What::Edited => "text changed".to_owned(),
        What::Moved | What::Removed => changed.what.name().to_owned(),
    };
    format!("{}: {what}", named(header.id.as_str(), &header.title))
}

fn exempt(it: &Waived) -> String {
    let (header, waiver) = (&it.record.header, &it.waiver);
    format!(
        "{}: {} waived by {} in {}: {}",
        named(header.id.as_str(), &header.title),
        counted(it.count, "finding"),
        inert(&waiver.author, LONG),
        code(&waiver.commit.short(), LONG),
        inert(&waiver.reason, LONG),
    )
}
