//! Question of `read`: a record or page, a topic, a file of user memory, or the index.

use schemars::JsonSchema;
use serde::Deserialize;

use super::TierName;
use crate::records::Tier;
use crate::records::show::Wanted;
use crate::workspace::Error;
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
    pub tier: Option<TierName>,
    /// Only what is below this heading of a record.
    pub section: Option<String>,
    /// Only the paragraph of a record that has most of these words, with what is around it.
    pub around: Option<String>,
    /// Add the commits that follow a record.
    pub followers: bool,
    /// Memory as of this revision.
    pub rev: Option<String>,
}

/// The thing to read.
#[derive(Debug)]
pub enum ReadRequest {
    /// A record or page.
    Record {
        /// The view to read it in.
        view: View,
        /// Its name.
        name: String,
        /// The wanted part of it.
        wanted: Wanted,
        /// True if the answer has the commits that follow it.
        has_followers: bool,
    },
    /// A topic of a view; the index without a name.
    Topic(View, Option<String>),
    /// A file of user memory.
    User(String),
}

impl ReadQuestion {
    /// The use case's request.
    ///
    /// # Errors
    /// [`Error::BadValue`] for more than one thing, and for what the one does not have.
    pub fn request(self) -> Result<ReadRequest, Error> {
        let view = View::at(self.rev);
        let has_followers = self.followers;
        let pieces = [
            self.tier.is_some(),
            self.section.is_some(),
            self.around.is_some(),
        ];
        let pieces = pieces.into_iter().filter(|it| *it).count();
        let bad = |why: &str| Err(Error::BadValue(why.to_owned()));
        match (self.id, self.topic, self.user) {
            (Some(id), None, None) => {
                let wanted = match (self.section, self.around) {
                    _ if pieces > 1 => return bad("give one of 'tier', 'section' and 'around'"),
                    (Some(section), _) => Wanted::Section(section),
                    (None, Some(words)) => Wanted::Around(words),
                    (None, None) => Wanted::Tier(self.tier.map_or(Tier::T2, Tier::from)),
                };
                Ok(ReadRequest::Record {
                    view,
                    name: id,
                    wanted,
                    has_followers,
                })
            }
            (None, ..) if pieces > 0 || has_followers => {
                bad("'tier', 'section', 'around' and 'followers' are of a record: give its 'id'")
            }
            (None, topic, None) => Ok(ReadRequest::Topic(view, topic)),
            (None, None, Some(_)) if view != View::WorkTree => bad("user memory has no revisions"),
            (None, None, Some(user)) => Ok(ReadRequest::User(user)),
            _ => bad("give one of 'id', 'topic' and 'user'"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(json: &str) -> Result<ReadRequest, Error> {
        let question: ReadQuestion = serde_json::from_str(json).unwrap();
        question.request()
    }

    #[test]
    fn one_thing_is_read() {
        assert!(matches!(
            asked(r#"{"id": "dec-1", "tier": "t0"}"#).unwrap(),
            ReadRequest::Record {
                view: View::WorkTree,
                name,
                wanted: Wanted::Tier(Tier::T0),
                has_followers: false,
            } if name == "dec-1"
        ));
        assert!(matches!(
            asked(r#"{"id": "dec-1", "section": "Decision", "rev": "v1"}"#).unwrap(),
            ReadRequest::Record {
                view: View::Revision(_),
                wanted: Wanted::Section(_),
                ..
            }
        ));
        assert!(matches!(
            asked(r#"{"id": "dec-1", "around": "one queue"}"#).unwrap(),
            ReadRequest::Record { wanted: Wanted::Around(words), .. } if words == "one queue"
        ));
        assert!(matches!(
            asked(r#"{"topic": "mail"}"#).unwrap(),
            ReadRequest::Topic(View::WorkTree, Some(_))
        ));
        assert!(matches!(asked("{}").unwrap(), ReadRequest::Topic(_, None)));
        assert!(matches!(
            asked(r#"{"user": "MEMORY"}"#).unwrap(),
            ReadRequest::User(_)
        ));
    }

    #[test]
    fn what_does_not_go_together_is_an_error() {
        for json in [
            r#"{"id": "a", "topic": "b"}"#,
            r#"{"topic": "a", "user": "b"}"#,
            r#"{"topic": "a", "tier": "t0"}"#,
            r#"{"topic": "a", "followers": true}"#,
            r#"{"user": "a", "rev": "v1"}"#,
            r#"{"id": "a", "tier": "t0", "section": "b"}"#,
            r#"{"id": "a", "around": "b", "section": "b"}"#,
            r#"{"topic": "a", "around": "b"}"#,
        ] {
            assert!(matches!(asked(json), Err(Error::BadValue(_))), "{json}");
        }
    }
}
