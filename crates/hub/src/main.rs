//! The `git-memory-hub` program.

#![warn(clippy::disallowed_methods)]

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use clap::{Args, Parser, Subcommand};
use git_memory_git::Environment;
use git_memory_hub::Error;
use git_memory_hub::backup::{Backup, backup, restore};
use git_memory_hub::counted::count;
use git_memory_hub::database::Database;
use git_memory_hub::fill::{Filled, Filler, seconds};
use git_memory_hub::private_server::PrivateServer;
use git_memory_hub::readers::{self, Granted};
use git_memory_hub::serve::{Serving, serve};

/// git's exit status for what could not be done.
const FAILED: u8 = 128;
/// Connections to the database: PostgreSQL gives a hundred to all.
const CONNECTIONS: usize = 16;
const DAY: i64 = 24 * 3_600;

/// The memory of many repositories in one PostgreSQL.
///
/// The hub changes no repository, keeps no backup of one, and answers nobody without a token.
#[derive(Parser)]
#[command(name = "git-memory-hub", version)]
struct Arguments {
    /// The folder for the mirrors of repositories; it can be filled again
    #[arg(
        long,
        value_name = "FOLDER",
        default_value = "git-memory-hub",
        global = true
    )]
    folder: PathBuf,
    /// The address of the database: postgresql://… or words as host=/run/postgresql
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "GIT_MEMORY_HUB_DATABASE",
        hide_env_values = true,
        global = true
    )]
    database: Option<String>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Make the tables in the database, or bring them to this version
    Init {
        /// Also bring in the repositories and readers of a backup; - is standard input
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Add repositories, and read their memory
    Add {
        /// Addresses, as git takes them; a folder that is no repository stands for those in it
        #[arg(required = true, value_name = "URL")]
        urls: Vec<String>,
        /// The name of the one repository in the hub; the last part of its address if left out
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
    },
    /// Forget a repository
    Remove {
        /// Its name in the hub
        name: String,
    },
    /// Read all of some repositories again; of all of them if none is named
    Reindex {
        /// Their names in the hub
        names: Vec<String>,
    },
    /// Who may ask
    #[command(subcommand)]
    Reader(ReaderVerb),
    /// Answer readers, and keep up with the repositories
    Serve(ServeArguments),
    /// Write the list of repositories and readers, which git cannot bring again
    Backup,
}

#[derive(Subcommand)]
enum ReaderVerb {
    /// Add a reader, and print its token, once
    Add {
        /// The reader's name
        name: String,
        /// Let it read this repository; may be given again
        #[arg(long, value_name = "NAME")]
        repository: Vec<String>,
        /// Let it read all repositories, also later ones
        #[arg(
            long,
            conflicts_with = "repository",
            required_unless_present = "repository"
        )]
        all: bool,
        /// Let it plan, take and report steps of runs
        #[arg(long)]
        works: bool,
        /// The days that the token is good for
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// Take the token of a reader away
    Remove {
        /// The reader's name
        name: String,
    },
    /// List the readers, and what they may read
    List,
}

#[derive(Args)]
struct ServeArguments {
    /// Where to listen; TLS is the business of a proxy before it
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7440")]
    listen: std::net::SocketAddr,
    /// Seconds between two looks at a repository
    #[arg(long, value_name = "SECONDS", default_value = "300")]
    interval: NonZero<u64>,
    /// Requests of a reader that are answered, a second
    #[arg(long, value_name = "NUMBER", default_value = "100")]
    rate: NonZero<u32>,
    /// A file with the secret of webhooks
    #[arg(long, value_name = "FILE")]
    webhook_secret: Option<PathBuf>,
    /// Start a PostgreSQL of its own in the folder, for trying
    #[arg(long, conflicts_with = "database")]
    dev: bool,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that asks the process what it was started with"
)]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let variables = std::env::vars_os().collect();
    let done = std::env::current_dir()
        .map_err(Error::system("find the working folder"))
        .and_then(|here| run(&arguments, here, variables, SystemTime::now));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::from(FAILED)
        }
    }
}

#[allow(clippy::print_stderr, reason = "the program's complaint")]
fn complain(error: &Error) {
    eprintln!(
        "fatal: {}",
        git_memory_text::visible_line(&error.to_string())
    );
    if let Some(hint) = error.hint() {
        eprintln!("hint: {hint}");
    }
}

fn run(
    arguments: &Arguments,
    here: PathBuf,
    variables: Vec<(OsString, OsString)>,
    clock: fn() -> SystemTime,
) -> Result<(), Error> {
    let folder = here.join(&arguments.folder);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Error::system("start threads"))?;
    let is_dev = matches!(&arguments.verb, Verb::Serve(serving) if serving.dev);
    let server = if is_dev {
        Some(PrivateServer::start(&folder.join("database"))?)
    } else {
        None
    };
    let address = match (&server, &arguments.database) {
        (Some(server), _) => server.address(),
        (None, Some(address)) => address.clone(),
        (None, None) => {
            return Err(Error::BadValue(
                "name the database: --database, or GIT_MEMORY_HUB_DATABASE".to_owned(),
            ));
        }
    };
    let filler = Filler {
        database: Database::at(&address, CONNECTIONS)?,
        environment: Environment::of_process(here, variables),
        folder: folder.join("mirrors"),
        clock,
    };
    runtime.block_on(ask(arguments, filler, server.as_ref()))
}

async fn ask(
    arguments: &Arguments,
    filler: Filler,
    server: Option<&PrivateServer>,
) -> Result<(), Error> {
    if matches!(arguments.verb, Verb::Init { .. }) || server.is_some() {
        filler.database.make().await?;
    } else if !filler.database.is_made().await? {
        return Err(Error::NotMade);
    }
    let now = seconds((filler.clock)());
    match &arguments.verb {
        Verb::Init { from: Some(file) } => {
            let backup = read(file)?;
            restore(&filler.database, &backup).await
        }
        Verb::Init { from: None } => Ok(()),
        Verb::Add { urls, name } => {
            let urls = addresses(filler.environment.folder(), urls)?;
            if name.is_some() && urls.len() > 1 {
                let why = "one name is for one repository: leave out --as";
                return Err(Error::BadValue(why.to_owned()));
            }
            let mut names = Vec::with_capacity(urls.len());
            for url in &urls {
                let name = name.as_deref().unwrap_or_else(|| last_part(url));
                filler.add(name, url).await?;
                names.push(name.to_owned());
            }
            look_at(&filler, &names, false, now).await
        }
        Verb::Remove { name } => filler.remove(name).await,
        Verb::Reindex { names } => {
            let all = match names.as_slice() {
                [] => filler.names().await?,
                names => names.to_vec(),
            };
            look_at(&filler, &all, true, now).await
        }
        Verb::Reader(verb) => reader(&filler.database, verb, now).await,
        Verb::Serve(arguments) => {
            let secret = match &arguments.webhook_secret {
                Some(file) => Some(secret(file)?),
                None => None,
            };
            let serving = Serving {
                address: arguments.listen,
                interval: Duration::from_secs(arguments.interval.get()),
                rate: arguments.rate.get(),
                secret,
            };
            if let Some(server) = server {
                say(&format!("database: {}", server.address()))?;
            }
            serve(filler, serving, &mut |address| {
                // Who started it may not listen any more.
                let _ = say(&format!("listening at http://{address}"));
            })
            .await
        }
        Verb::Backup => {
            let backup = backup(&filler.database).await?;
            let text = serde_json::to_string_pretty(&backup);
            say(&text.map_err(|error| Error::BadValue(error.to_string()))?)
        }
    }
}

async fn reader(database: &Database, verb: &ReaderVerb, now: i64) -> Result<(), Error> {
    match verb {
        ReaderVerb::Add {
            name,
            repository,
            all,
            works,
            days,
        } => {
            let granted = if *all {
                Granted::All
            } else {
                Granted::Some(repository.clone())
            };
            let expires = days.map(|days| now + i64::from(days) * DAY);
            let token = readers::add(database, name, &granted, *works, expires).await?;
            say(&token)
        }
        ReaderVerb::Remove { name } => readers::remove(database, name).await,
        ReaderVerb::List => {
            for reader in readers::list(database).await? {
                let what = match reader.repositories {
                    None => "all".to_owned(),
                    Some(names) => names.join(" "),
                };
                let end = reader
                    .expires
                    .map(|end| format!("  until {}", git_memory_text::date::rfc3339(end)));
                say(&format!(
                    "{}  {what}{}",
                    reader.name,
                    end.unwrap_or_default()
                ))?;
            }
            Ok(())
        }
    }
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
    first
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

fn read(file: &Path) -> Result<Backup, Error> {
    let cannot = || Error::system(format!("read '{}'", file.display()));
    let text = if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map_err(cannot())?;
        text
    } else {
        std::fs::read_to_string(file).map_err(cannot())?
    };
    let backup = serde_json::from_str(&text);
    backup.map_err(|error| Error::BadValue(format!("'{}' is no backup: {error}", file.display())))
}

fn secret(file: &Path) -> Result<String, Error> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(Error::system(format!("read '{}'", file.display())))?;
    match text.trim() {
        "" => Err(Error::BadValue(format!(
            "there is no secret in '{}'",
            file.display()
        ))),
        secret => Ok(secret.to_owned()),
    }
}

fn told(name: &str, filled: &Filled) -> Result<(), Error> {
    let Filled {
        commits,
        versions,
        is_cut,
        is_anew: _,
    } = filled;
    say(&format!(
        "{name}: {commits} commits with {versions} versions of files"
    ))?;
    if *is_cut {
        say(&format!("{name}: older commits are not kept"))?;
    }
    Ok(())
}

fn say(line: &str) -> Result<(), Error> {
    let written = writeln!(io::stdout(), "{line}");
    written.map_err(Error::system("write the answer"))
}
