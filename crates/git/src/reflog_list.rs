//! A reflog as the `git` program lists it.

use super::answer::Fields;
use super::command::Git;
use super::{Environment, Error, RefLine};
use std::path::Path;

/// The reflog of a ref, newest line first; empty if there is none.
pub(crate) fn list(
    environment: &Environment,
    repo: &Path,
    name: &str,
) -> Result<Vec<RefLine>, Error> {
    let args = [
        "log",
        "-g",
        "--no-show-signature",
        "--date=unix",
        "--format=%H%x01%gd%x01%gs",
        name,
        "--",
    ];
    let listed = Git::new(environment, repo, args).run();
    let answer = match listed {
        Ok(answer) => answer,
        // To `git log`, a ref without a reflog is as bad a revision as any other.
        Err(error) => {
            return if exists(environment, repo, name)? {
                Err(error)
            } else {
                Ok(Vec::new())
            };
        }
    };
    let text = String::from_utf8_lossy(&answer);
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(parse(line)?);
    }
    Ok(lines)
}

fn exists(environment: &Environment, repo: &Path, name: &str) -> Result<bool, Error> {
    match Git::new(environment, repo, ["reflog", "exists", name]).says_yes() {
        // The chain of a branch whose name was given again has a name that no branch can have.
        Err(Error::Failed { message, .. }) if message.starts_with("invalid ref format") => {
            Ok(false)
        }
        answer => answer,
    }
}

/// Reads `<id>\x01<ref>@{<seconds>}\x01<message>`.
fn parse(line: &str) -> Result<RefLine, Error> {
    let mut fields = Fields::of(line, "log");
    let new = fields.next()?.parse()?;
    let selector = fields.next()?;
    let Some((_, time)) = selector.rsplit_once("@{") else {
        return Err(Error::unexpected("log"));
    };
    let Ok(time) = time.trim_end_matches('}').parse() else {
        return Err(Error::unexpected("log"));
    };
    Ok(RefLine {
        new,
        time,
        message: fields.rest()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_understood_is_an_error() {
        let id = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
        let line = parse(&format!("{id}\u{1}main@{{12}}\u{1}commit: a\u{1}b")).unwrap();
        assert_eq!((line.time, line.message.as_str()), (12, "commit: a\u{1}b"));
        for bad in [
            String::new(),
            format!("{id}\u{1}main@{{0 days}}\u{1}x"),
            format!("{id}\u{1}main\u{1}x"),
            format!("{id}\u{1}main@{{12}}"),
            "x\u{1}main@{12}\u{1}x".to_owned(),
        ] {
            assert!(parse(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_ref_without_a_reflog_has_no_lines() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::of_process(folder.path().to_owned(), []);
        let init = ["init", "-q", "-b", "main"];
        Git::new(&environment, folder.path(), init).run().unwrap();
        for name in ["HEAD", "refs/heads/none", "refs/heads/a~b"] {
            let lines = list(&environment, folder.path(), name).unwrap();
            assert!(lines.is_empty(), "{name}");
        }
        // Without a repository, there is no evidence that a reflog is missing.
        let nowhere = folder.path().join(".git/objects/info/..");
        std::fs::remove_file(folder.path().join(".git/HEAD")).unwrap();
        assert!(list(&environment, &nowhere, "HEAD").is_err());
    }
}
