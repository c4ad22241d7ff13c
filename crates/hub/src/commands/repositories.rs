//! `add` and `reindex`: the repositories whose memory the hub reads.

use std::path::Path;

use clap::Args;
use git_memory_hub::Error;
use git_memory_hub::counted::count;
use git_memory_hub::fill::{Filled, Filler};
use git_memory_hub::meaning::{Claim, Limits, Meaning};

use crate::output::{complain, say};

#[derive(Args)]
pub struct AddArguments {
    /// Addresses, as git takes them; a folder that is no repository stands for those in it
    #[arg(required = true, value_name = "URL")]
    urls: Vec<String>,
    /// The name of the one repository in the hub; the last part of its address if left out
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
}

impl AddArguments {
    pub(super) async fn run(&self, filler: &Filler, now: i64) -> Result<(), Error> {
        let urls = addresses(filler.environment.folder(), &self.urls)?;
        if self.name.is_some() && urls.len() > 1 {
            let why = "one name is for one repository: leave out --as";
            return Err(Error::BadValue(why.to_owned()));
        }
        let mut names = Vec::with_capacity(urls.len());
        for url in &urls {
            let name = self.name.as_deref().unwrap_or_else(|| last_part(url));
            filler.add(name, url).await?;
            names.push(name.to_owned());
        }
        look_at(filler, &names, false, now).await
    }
}

pub(super) async fn reindex(filler: &Filler, names: &[String], now: i64) -> Result<(), Error> {
    let all = match names {
        [] => filler.names().await?,
        names => names.to_vec(),
    };
    look_at(filler, &all, true, now).await
}

/// Looks at repositories, tells of each, and fails with the first that failed.
async fn look_at(filler: &Filler, names: &[String], anew: bool, now: i64) -> Result<(), Error> {
    let mut first = Ok(());
    let told = &mut |name: &str, looked: Result<Filled, Error>| {
        let done = looked.and_then(|filled| told(name, &filled));
        if let Err(error) = done {
            if first.is_ok() {
                first = Err(error);
            } else {
                complain(&error);
            }
        }
    };
    filler.look_at(names, anew, told).await;
    count(&filler.database, now).await?;
    let meaning = Meaning::open(filler, Claim::Other, Limits::default()).await?;
    let told = &mut |name: &str, made: usize| {
        // Who called it may not read any more.
        let _ = say(&format!("{name}: {made} vectors"));
    };
    meaning.make(&filler.database, Some(names), told).await?;
    first
}

fn told(name: &str, filled: &Filled) -> Result<(), Error> {
    let Filled {
        commits,
        versions,
        is_cut,
        is_anew: _,
        left_out,
    } = filled;
    say(&format!(
        "{name}: {commits} commits with {versions} versions of files"
    ))?;
    if *is_cut {
        say(&format!("{name}: older commits are not kept"))?;
    }
    left_out.lines(name).iter().try_for_each(|line| say(line))
}

/// The addresses that are meant: paths are absolute, and a folder that is no repository stands for
/// those in it, by name.
fn addresses(here: &Path, given: &[String]) -> Result<Vec<String>, Error> {
    let mut urls = Vec::new();
    for url in given {
        let folder = here.join(url);
        if !folder.is_dir() {
            urls.push(url.clone());
        } else if is_repository(&folder) {
            urls.push(folder.to_string_lossy().into_owned());
        } else {
            let cannot = || Error::system(format!("read '{}'", folder.display()));
            let mut inside = Vec::new();
            for entry in std::fs::read_dir(&folder).map_err(cannot())? {
                let path = entry.map_err(cannot())?.path();
                if is_repository(&path) {
                    inside.push(path.to_string_lossy().into_owned());
                }
            }
            if inside.is_empty() {
                return Err(Error::BadValue(format!(
                    "there is no repository in '{}'",
                    folder.display()
                )));
            }
            inside.sort();
            urls.extend(inside);
        }
    }
    Ok(urls)
}

/// True if a folder is a repository, or a bare one.
fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists() || folder.join("HEAD").is_file() && folder.join("objects").is_dir()
}

/// The name of a repository where none is given.
fn last_part(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    let last = url.rsplit(['/', ':', '\\']).next().unwrap_or(url);
    last.strip_suffix(".git").unwrap_or(last)
}
