//! A reflog as the `git` program lists it.

use super::answer::Fields;
use super::command::Git;
use super::{Environment, Error, RefLine};
use std::path::Path;

/// The reflog of a ref, newest line first; empty where there is none.
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
            let exists = Git::new(environment, repo, ["reflog", "exists", name]).says_yes()?;
            return if exists { Err(error) } else { Ok(Vec::new()) };
        }
    };
    let text = String::from_utf8_lossy(&answer);
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(parse(line)?);
    }
    Ok(lines)
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
