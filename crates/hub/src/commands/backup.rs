//! `backup`, and `init --from`, which brings one in.

use std::io::{self, Read};
use std::path::Path;

use git_memory_hub::Error;
use git_memory_hub::backup::{Backup, backup, restore};
use git_memory_hub::database::Database;

use crate::output::say;

pub(super) async fn write(database: &Database) -> Result<(), Error> {
    let backup = backup(database).await?;
    let text = serde_json::to_string_pretty(&backup);
    say(&text.map_err(|error| Error::BadValue(error.to_string()))?)
}

pub(super) async fn bring(database: &Database, file: &Path) -> Result<(), Error> {
    restore(database, &read(file)?).await
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
