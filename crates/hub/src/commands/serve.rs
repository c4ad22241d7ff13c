//! `serve`: answers readers, and keeps up with the repositories.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use git_memory_hub::Error;
use git_memory_hub::fill::Filler;
use git_memory_hub::private_server::PrivateServer;
use git_memory_hub::serve::{Serving, serve};

use crate::output::say;

#[derive(Args)]
pub struct ServeArguments {
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
    /// A header in which a proxy on this machine names the reader, after it has asked who that is
    #[arg(long, value_name = "NAME")]
    reader_header: Option<axum::http::HeaderName>,
    /// Start a PostgreSQL of its own in the folder, for trying
    #[arg(long, conflicts_with = "database")]
    pub dev: bool,
}

impl ServeArguments {
    pub(super) async fn run(
        &self,
        filler: Filler,
        server: Option<&PrivateServer>,
    ) -> Result<(), Error> {
        let secret = match &self.webhook_secret {
            Some(file) => Some(secret(file)?),
            None => None,
        };
        let serving = Serving {
            address: self.listen,
            interval: Duration::from_secs(self.interval.get()),
            rate: self.rate.get(),
            secret,
            reader_header: self.reader_header.clone(),
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
