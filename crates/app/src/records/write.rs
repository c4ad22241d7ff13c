//! Writing a record, a topic, a rating of an answer, or a file of user memory.

mod record;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::recall::feedback;
use crate::records::add::Written;
use crate::records::parse_scope;
use crate::records::put::Put;
use crate::records::topic::{self, Page};
use crate::records::writer::By;
use crate::user;
use crate::workspace::{At, Error, Workspace};
use git_memory_recall::feedback::{Feedback, Outcome};
use git_memory_text::visible;

/// A kind of text that is not the kind of a record of its own.
const TOPIC: &str = "topic";
const FEEDBACK: &str = "feedback";
const USER: &str = "user";

/// The text to write, and its place.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an argument of its own"
)]
pub struct WriteQuestion {
    /// decision, convention, lesson, open-loop, plan, note, recipe, event, context; topic; user
    /// (user memory); feedback (a rating of an answer). Left out: the record `id` is edited.
    kind: Option<String>,
    /// The title; the name of a topic or file of user memory; the question whose answer is rated.
    title: Option<String>,
    /// A record to change, or the id of a new one; what is not given stays. The record that a
    /// rating is about.
    id: Option<String>,
    /// The record that a new one replaces.
    supersedes: Option<String>,
    /// Its status; of a rating: helpful, irrelevant, missed or overloaded.
    status: Option<String>,
    /// An abstract of one or two sentences.
    description: Option<String>,
    tags: Vec<String>,
    /// Paths that it is about, as git pathspecs: src/db/**.
    paths: Vec<String>,
    scope: Option<String>,
    category: Option<String>,
    /// Ids of related records, or paths of documents.
    related: Vec<String>,
    /// Texts by part, as the kind has them: decision, rationale.
    parts: BTreeMap<String, String>,
    /// Other text, Markdown.
    body: Option<String>,
    /// Keep it on this branch, outside the work tree.
    private: bool,
    /// Append to a topic or a file of user memory: the default.
    append: bool,
    /// Replace the text of a topic or a file of user memory instead of appending to it.
    replace: bool,
    /// The blob that a record had when it was read: where it has another one now, it stays.
    blob: Option<String>,
    /// Lists of a record that is changed, tags, paths or related, that are to be empty.
    clear: Vec<String>,
    /// Confirm that the record `id` is still true; nothing else is given.
    confirm: bool,
    /// Return the changes to a record without making them.
    dry_run: bool,
}

/// Result of writing.
pub enum Wrote {
    /// A record.
    Record(Put),
    /// A page of its own.
    Topic(Written),
    /// A rating of an answer.
    Rated(Feedback),
    /// The path of a file of user memory.
    User(String),
}

/// Writes what is given. What is tracked is staged, never committed.
///
/// # Errors
/// [`Error::BadValue`] for values that no such text can have, and for what does not go together;
/// [`Error::UnknownRecord`]; otherwise as the use case. Nothing was written then.
pub fn answer(call: &Call, question: &WriteQuestion) -> Result<Wrote, Error> {
    // The record that is named may be a private one.
    settle(call.workspace)?;
    let mut question = question.clone();
    question.leave_out_empty();
    let (workspace, by) = (call.workspace, call.by());
    match question.kind.as_deref() {
        Some(TOPIC) => question.topic(workspace, by),
        Some(USER) => question.user(workspace),
        Some(FEEDBACK) => question.feedback(workspace),
        _ => Ok(Wrote::Record(question.record(workspace, by)?)),
    }
}

impl WriteQuestion {
    /// Takes an empty text for none: models that have to fill in every argument give one, and do
    /// not want to clear the present value.
    fn leave_out_empty(&mut self) {
        for text in [
            &mut self.kind,
            &mut self.title,
            &mut self.id,
            &mut self.supersedes,
            &mut self.status,
            &mut self.description,
            &mut self.scope,
            &mut self.category,
            &mut self.body,
            &mut self.blob,
        ] {
            if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
                *text = None;
            }
        }
        self.parts.retain(|_, text| !text.trim().is_empty());
    }

    /// A text that is not a record has no keys.
    fn must_be_alone(&self) -> Result<(), Error> {
        let has_keys = self.id.is_some()
            || self.supersedes.is_some()
            || self.blob.is_some()
            || self.confirm
            || !self.clear.is_empty()
            || self.description.is_some()
            || self.category.is_some()
            || !self.tags.is_empty()
            || !self.paths.is_empty()
            || !self.related.is_empty()
            || !self.parts.is_empty();
        let kind = self.kind.as_deref().unwrap_or_default();
        if has_keys {
            return bad(format!(
                "a {kind} has a title and a body, and no keys of a record"
            ));
        }
        if self.dry_run {
            return bad(format!("a {kind} has no dry run: only records do"));
        }
        Ok(())
    }

    /// The name and the text of a page.
    fn page(&self) -> Result<(&str, &str), Error> {
        self.must_be_alone()?;
        if self.append && self.replace {
            return bad("give one of 'append' and 'replace'".to_owned());
        }
        match (&self.title, &self.body) {
            (Some(name), Some(text)) => Ok((name, text)),
            _ => bad("give 'title', which names the page, and 'body'".to_owned()),
        }
    }

    fn user(&self, workspace: &Workspace) -> Result<Wrote, Error> {
        let (name, text) = self.page()?;
        if self.scope.is_some() {
            return bad("user memory has no scope".to_owned());
        }
        let path = user::write(At::Repository(workspace), name, text, !self.replace)?;
        Ok(Wrote::User(path.to_string()))
    }

    fn topic(&self, workspace: &Workspace, by: By) -> Result<Wrote, Error> {
        let (name, text) = self.page()?;
        let page = Page {
            name,
            text,
            is_appended: !self.replace,
            scope: match &self.scope {
                Some(scope) => Some(parse_scope(scope)?),
                None => None,
            },
            source: Some(by.source()),
            writer: by.writer(),
        };
        Ok(Wrote::Topic(topic::write(workspace, &page, true)?))
    }

    fn feedback(mut self, workspace: &Workspace) -> Result<Wrote, Error> {
        let id = self.id.take();
        self.must_be_alone()?;
        let (Some(query), Some(outcome)) = (&self.title, &self.status) else {
            return bad("give 'title', the question, and 'status', how the answer was".to_owned());
        };
        let Some(outcome) = Outcome::ALL.into_iter().find(|it| it.name() == outcome) else {
            let known = Outcome::ALL.map(Outcome::name).join(", ");
            return bad(format!(
                "invalid status '{}': one of: {known}",
                visible(outcome)
            ));
        };
        let rated = feedback::add(
            workspace,
            query,
            outcome,
            id.as_deref(),
            self.body.as_deref(),
        );
        Ok(Wrote::Rated(rated?))
    }
}

fn bad<T>(why: String) -> Result<T, Error> {
    Err(Error::BadValue(why))
}
