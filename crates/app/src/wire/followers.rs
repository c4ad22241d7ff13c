//! Commits that follow a record, in answers.

use schemars::JsonSchema;
use serde::Serialize;

use super::text::Text;
use crate::recall::following::{Followed, FollowingCommit};

/// The commits that name a record in their messages.
#[derive(Serialize, JsonSchema)]
pub struct FollowersItem<'a> {
    /// The newest of them, newest first.
    commits: Vec<FollowingItem<'a>>,
    /// Number of commits that are left out.
    commits_left: usize,
    /// True if this shallow clone lacks history, so that there may be more; left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_cut: bool,
}

#[derive(Serialize, JsonSchema)]
struct FollowingItem<'a> {
    commit: String,
    date: &'a str,
    subject: Text<'a>,
}

impl<'a> From<&'a Followed> for FollowersItem<'a> {
    fn from(followed: &'a Followed) -> Self {
        Self {
            commits: followed.commits.iter().map(Into::into).collect(),
            commits_left: followed.commits_left,
            is_cut: followed.is_cut,
        }
    }
}

impl<'a> From<&'a FollowingCommit> for FollowingItem<'a> {
    fn from(following: &'a FollowingCommit) -> Self {
        Self {
            commit: following.commit.to_string(),
            date: &following.date,
            subject: Text(&following.subject),
        }
    }
}
