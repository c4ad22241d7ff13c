//! `reader`: the people and programs that may ask.

use clap::Subcommand;
use git_memory_hub::Error;
use git_memory_hub::database::Database;
use git_memory_hub::readers::{self, Granted};

use crate::output::say;

const DAY: i64 = 24 * 3_600;

#[derive(Subcommand)]
pub enum Verb {
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

impl Verb {
    pub(super) async fn run(&self, database: &Database, now: i64) -> Result<(), Error> {
        match self {
            Self::Add {
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
            Self::Remove { name } => readers::remove(database, name).await,
            Self::List => {
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
}
