//! An empty repository that is thrown away, for fetching from another one: it reaches it with the
//! settings of the person's repository, whose remotes and refs stay as they are.

use super::answer::names;
use super::command::Git;
use super::remote::fetch_args;
use super::{Environment, Error, ObjectId, Repo, temporary};

/// The name of the other repository.
const REMOTE: &str = "parent";
/// Beginnings of the settings by which git reaches another repository: ways, servers, and logins.
const REACHING: [&str; 8] = [
    "core.askpass",
    "core.gitproxy",
    "core.sshcommand",
    "credential.",
    "http.",
    "protocol.",
    "ssh.",
    "url.",
];

/// The repository.
pub(crate) struct ThrowAway {
    // Held, as the folder goes with it.
    _folder: tempfile::TempDir,
    environment: Environment,
    /// Settings of the person's repository that git would not read here, in git's order.
    settings: Vec<(String, String)>,
}

impl ThrowAway {
    /// Makes one for fetching from a URL, in the format of an id of the other repository.
    pub(crate) fn new(person: &Repo, url: &str, id: ObjectId) -> Result<Self, Error> {
        let folder = temporary::folder()?;
        let environment = person.environment().at(folder.path())?;
        let mut made = Self {
            _folder: folder,
            environment,
            settings: Vec::new(),
        };
        let format = id.format().option();
        made.git(["init", "--quiet", "--bare", "--template=", format, "."])
            .run()?;
        made.git(["config", &format!("remote.{REMOTE}.url"), url])
            .run()?;
        let known = reaching(&made.git(LIST).run()?);
        made.settings = beyond(&known, reaching(&person.git(LIST).run()?));
        Ok(made)
    }

    /// Where it is.
    pub(crate) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// A call of git in it.
    pub(crate) fn git<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Git {
        let call = Git::new(&self.environment, self.environment.folder(), args);
        if self.settings.is_empty() {
            return call;
        }
        // By the environment: a value may be a password, which neither a file nor a list of
        // processes is to have.
        let mut call = call.env("GIT_CONFIG_COUNT", self.settings.len().to_string());
        for (nth, (key, value)) in self.settings.iter().enumerate() {
            call = call.env(&format!("GIT_CONFIG_KEY_{nth}"), key);
            call = call.env(&format!("GIT_CONFIG_VALUE_{nth}"), value);
        }
        call
    }

    /// A fetch from the other repository.
    pub(crate) fn fetch(&self, options: &[&str], wanted: &[&str]) -> Result<(), Error> {
        let call = self.git(fetch_args(REMOTE, options, wanted));
        call.online().run().map(drop)
    }

    /// A fetch of the objects that are named on the lines of `names`.
    pub(crate) fn fetch_objects(&self, options: &[&str], names: &str) -> Result<(), Error> {
        let call = self.git(fetch_args(REMOTE, options, &[]));
        call.online().run_with(names.as_bytes()).map(drop)
    }
}

/// The settings in effect, with includes, as `key LF value NUL`.
const LIST: [&str; 3] = ["config", "-z", "--list"];

/// The settings by which git reaches another repository, in a list of all.
fn reaching(list: &[u8]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in names(list) {
        let (key, value) = entry.split_once('\n').unwrap_or((&entry, "true"));
        if REACHING.iter().any(|it| key.starts_with(it)) {
            found.push((key.to_owned(), value.to_owned()));
        }
    }
    found
}

/// The settings of one list that another one lacks. A list such as that of headers would have its
/// items twice if all were given.
fn beyond(known: &[(String, String)], all: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut known: Vec<_> = known.iter().collect();
    let mut beyond = all;
    beyond.retain(|setting| match known.iter().position(|it| *it == setting) {
        Some(at) => {
            known.remove(at);
            false
        }
        None => true,
    });
    beyond
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_list_has_is_left_out_once() {
        let pairs = |text: &str| reaching(text.replace(' ', "\0").replace('=', "\n").as_bytes());
        let known = pairs("http.proxy=a http.proxy=b user.name=x ");
        let all = pairs("http.proxy=a http.proxy=b user.name=y http.proxy=a url.x.insteadof=y ");
        let beyond = beyond(&known, all);
        assert_eq!(beyond, pairs("http.proxy=a url.x.insteadof=y "));
    }
}
