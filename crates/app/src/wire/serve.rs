//! The answers of `serve` and `site`, and what a server counts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::served::Clients;

/// Address of the server.
#[derive(Serialize, JsonSchema)]
pub struct ServeAnswer<'a> {
    /// The address to open, with the token of this run.
    pub address: &'a str,
}

/// Result of `site`.
#[derive(Serialize, JsonSchema)]
pub struct SiteAnswer {
    /// Number of files of the site.
    pub files: usize,
}

/// Counts for the clients of the server.
#[derive(Serialize, JsonSchema)]
pub struct StatsAnswer<'a> {
    clients: Vec<ClientItem<'a>>,
    /// Sum over all clients.
    defaults_redundant_count: u64,
}

/// Counts for one client.
#[derive(Serialize, JsonSchema)]
struct ClientItem<'a> {
    /// The client's own name (`User-Agent`).
    client: &'a str,
    /// Number of contexts that it got.
    context_count: u64,
    /// Number of them with defaults that it had got before.
    defaults_redundant_count: u64,
}

impl<'a> From<&'a Clients> for StatsAnswer<'a> {
    fn from(all: &'a Clients) -> Self {
        let mut clients = Vec::with_capacity(all.len());
        for (name, client) in all {
            clients.push(ClientItem {
                client: name,
                context_count: client.contexts,
                defaults_redundant_count: client.redundant,
            });
        }
        Self {
            clients,
            defaults_redundant_count: all.values().map(|client| client.redundant).sum(),
        }
    }
}
