//! The host of the project's remote, where it is one whose addresses are known: links to files,
//! commits and merges.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::source::Source;
use git_memory_app::workspace::Error;

/// A host: its name, and what its addresses of a file, a commit and a merge have before their own
/// part.
struct Form {
    name: &'static str,
    file: &'static str,
    commit: &'static str,
    merge: &'static str,
}

const FORMS: [Form; 3] = [
    Form {
        name: "github.com",
        file: "/blob/",
        commit: "/commit/",
        merge: "/pull/",
    },
    Form {
        name: "gitlab.com",
        file: "/-/blob/",
        commit: "/-/commit/",
        merge: "/-/merge_requests/",
    },
    Form {
        name: "bitbucket.org",
        file: "/src/",
        commit: "/commits/",
        merge: "/pull-requests/",
    },
];

/// Characters of a path that an address has as they are.
const NOT_IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The project on its host.
pub(super) struct Host {
    /// Its address, without a slash at the end.
    project: String,
    form: &'static Form,
    /// The revision of its files.
    revision: String,
}

impl Host {
    /// The host of `origin`, or of the only remote.
    ///
    /// # Errors
    /// Settings that cannot be read; an unknown revision.
    pub(super) fn of(source: &Source) -> Result<Option<Self>, Error> {
        let store = source.workspace.store();
        let settings = store.configuration().settings()?;
        let remotes = settings.subsections("remote", "url");
        let chosen = match remotes.as_slice() {
            [only] => Some(*only),
            _ => remotes.into_iter().find(|name| *name == "origin"),
        };
        let url = chosen.and_then(|name| settings.get(&format!("remote.{name}.url")));
        let Some((form, path)) = url.and_then(project) else {
            return Ok(None);
        };
        let revision = match source.tip() {
            // A commit may not be pushed yet; this is the host's own.
            "HEAD" => "HEAD".to_owned(),
            revision => store.history().resolve(revision)?.to_string(),
        };
        Ok(Some(Self {
            project: format!("https://{}/{path}", form.name),
            form,
            revision,
        }))
    }

    /// The address of a file.
    pub(super) fn file(&self, path: &str) -> String {
        let path = utf8_percent_encode(path, NOT_IN_PATHS);
        format!("{}{}{}/{path}", self.project, self.form.file, self.revision)
    }

    /// The address of a commit.
    pub(super) fn commit(&self, id: &str) -> String {
        format!("{}{}{id}", self.project, self.form.commit)
    }

    /// The address of a merge request.
    pub(super) fn merge(&self, number: &str) -> String {
        format!("{}{}{number}", self.project, self.form.merge)
    }
}

/// The host that a remote's URL names, and the path of the project on it; nothing else of the URL,
/// which may have a password.
fn project(url: &str) -> Option<(&'static Form, &str)> {
    let (place, path) = match url.split_once("://") {
        Some(("https" | "http" | "ssh" | "git", rest)) => rest.split_once('/')?,
        Some(_) => return None,
        // As of `scp`.
        None => url.split_once(':')?,
    };
    let (_, host) = place.rsplit_once('@').unwrap_or(("", place));
    let (host, _) = host.split_once(':').unwrap_or((host, ""));
    let form = FORMS.iter().find(|form| form.name == host)?;
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let is_part = |part: &str| {
        let is_known = |it: u8| it.is_ascii_alphanumeric() || b"-._~".contains(&it);
        !part.starts_with('.') && !part.is_empty() && part.bytes().all(is_known)
    };
    let is_project = path.contains('/') && path.split('/').all(is_part);
    is_project.then_some((form, path))
}

/// The number of the merge request that a commit's subject names, as hosts write it: `(#12)` at its
/// end, or `Merge pull request #12`.
pub(super) fn merged(subject: &str) -> Option<&str> {
    let number = if let Some(rest) = subject.strip_prefix("Merge pull request #") {
        rest.split(' ').next()?
    } else {
        let (_, end) = subject.trim_end().strip_suffix(')')?.rsplit_once("(#")?;
        end
    };
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    is_number.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_is_a_project_on_a_known_host() {
        for (url, expected) in [
            ("https://github.com/o/n.git", Some("github.com/o/n")),
            ("https://me:secret@github.com/o/n", Some("github.com/o/n")),
            (
                "git@gitlab.com:group/sub/n.git",
                Some("gitlab.com/group/sub/n"),
            ),
            ("ssh://git@bitbucket.org:22/o/n/", Some("bitbucket.org/o/n")),
            ("https://github.com/only", None),
            ("https://github.com/o/../n", None),
            ("https://github.com.example.org/o/n", None),
            ("https://example.org/github.com/o/n", None),
            ("file:///srv/github.com/o/n", None),
            ("/srv/o/n", None),
            ("../github.com:o/n", None),
        ] {
            let found = project(url).map(|(form, path)| format!("{}/{path}", form.name));
            assert_eq!(found.as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn a_subject_names_the_merge_that_it_came_through() {
        for (subject, expected) in [
            ("Use queues (#12)", Some("12")),
            ("Merge pull request #7 from o/branch", Some("7")),
            ("Use queues, see #12", None),
            ("Use queues (#x)", None),
            ("Use queues", None),
        ] {
            assert_eq!(merged(subject), expected, "{subject}");
        }
    }
}
