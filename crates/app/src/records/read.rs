//! Reading a record or page, a topic, a file of user memory, or the index.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::settle::settle;
use crate::private::summary::{self, EntryText};
use crate::records::show::{self, Shown, Wanted};
use crate::records::{Tier, topic};
use crate::user;
use crate::workspace::{At, Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::private::entry::is_id;
use git_memory_store::View;

/// The thing to read; the index if nothing is named.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReadQuestion {
    /// A record or page: its id, a unique prefix of it, a path, or a number such as ADR 32.
    pub id: Option<String>,
    /// A topic.
    pub topic: Option<String>,
    /// A file of user memory: MEMORY, a topic, or rules/NAME.
    pub user: Option<String>,
    /// Part of a record: t0 abstract, t1 working text, t2 the file.
    pub tier: Option<Tier>,
    /// Only what is below this heading of a record.
    pub section: Option<String>,
    /// Only the paragraph of a record that has most of these words, with what is around it.
    pub around: Option<String>,
    /// Add the commits that follow a record.
    pub followers: bool,
    /// Memory as of this revision.
    pub rev: Option<String>,
}

/// Something that was read.
pub enum Read {
    /// A record or page.
    Record(Box<Shown>),
    /// An entry of private memory.
    Entry(Box<EntryText>),
    /// A topic and its text; the index without a topic.
    Topic(Option<String>, String),
    /// A file of user memory.
    User(Clean),
}

/// Reads what is named; the index where nothing is.
pub fn answer(call: &Call, question: &ReadQuestion) -> Result<Read, Error> {
    let workspace = call.workspace;
    let view = View::at(question.rev.as_deref());
    let has_followers = question.followers;
    let (tier, section, around) = (question.tier, &question.section, &question.around);
    let pieces = [tier.is_some(), section.is_some(), around.is_some()];
    let pieces = pieces.into_iter().filter(|it| *it).count();
    let bad = |why: &str| Err(Error::BadValue(why.to_owned()));
    match (&question.id, &question.topic, &question.user) {
        (Some(name), None, None) => {
            let wanted = match (section, around) {
                _ if pieces > 1 => return bad("give one of 'tier', 'section' and 'around'"),
                (Some(section), _) => Wanted::Section(section.clone()),
                (None, Some(words)) => Wanted::Around(words.clone()),
                (None, None) => Wanted::Tier(tier.unwrap_or(Tier::T2)),
            };
            settle(workspace)?;
            record(workspace, &view, name, &wanted, has_followers)
        }
        (None, ..) if pieces > 0 || has_followers => {
            bad("'tier', 'section', 'around' and 'followers' are of a record: give its 'id'")
        }
        (None, topic, None) => {
            let text = topic::read(workspace, &view, topic.as_deref())?;
            Ok(Read::Topic(topic.clone(), text))
        }
        (None, None, Some(_)) if view != View::WorkTree => bad("user memory has no revisions"),
        (None, None, Some(name)) => {
            let text = user::read(At::Repository(workspace), Some(name))?;
            Ok(Read::User(text.unwrap_or_default()))
        }
        _ => bad("give one of 'id', 'topic' and 'user'"),
    }
}

fn record(
    workspace: &Workspace,
    view: &View,
    name: &str,
    wanted: &Wanted,
    has_followers: bool,
) -> Result<Read, Error> {
    let mut shown = match show::show(workspace, view.clone(), name, wanted) {
        // Search finds steps of the work log, too, which are not records.
        Err(unknown @ Error::UnknownRecord(_)) if *view == View::WorkTree && is_id(name) => {
            return match summary::read(workspace, name) {
                Ok(entry) => Ok(Read::Entry(Box::new(entry))),
                Err(Error::UnknownEntry(_)) => Err(unknown),
                Err(error) => Err(error),
            };
        }
        shown => shown?,
    };
    if has_followers {
        show::add_followers(workspace, view, std::slice::from_mut(&mut shown))?;
    }
    Ok(Read::Record(Box::new(shown)))
}
