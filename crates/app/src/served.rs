//! Counts of the server's answers: how often clients request the defaults of a context that they
//! already have, so that a team can decide by data if its clients should leave them out.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::call::{Call, NoQuestion};
use crate::workspace::{Error, Workspace};
use git_memory_text::{hex, one_line, plain};

/// Maximum number of clients that are counted separately; the others count together.
const CLIENTS: usize = 100;
/// Name for all other clients, and for a client without a name.
const OTHERS: &str = "(others)";
const UNNAMED: &str = "(no name)";
/// The longest name, in characters.
const NAME: usize = 80;
/// Number of defaults that are remembered per client: it may ask for several scopes in turn.
const HAD: usize = 16;
/// Number of bytes of a hash that identify defaults.
const LENGTH: usize = 8;

/// Lock around a count.
static COUNTING: Mutex<()> = Mutex::new(());

/// Counts for one client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Client {
    /// Number of contexts that it got.
    pub contexts: u64,
    /// Number of them with defaults that it had got before.
    pub redundant: u64,
    /// Hashes of the defaults that it got, the last one at the end.
    had: Vec<String>,
}

/// Answers with the counts of every client.
pub fn answer(call: &Call, _: &NoQuestion) -> Result<Clients, Error> {
    Ok(clients(call.workspace))
}

/// The clients, by what they call themselves.
pub type Clients = BTreeMap<String, Client>;

/// Returns the counts for the clients of this work tree's servers.
#[must_use]
pub fn clients(workspace: &Workspace) -> Clients {
    // A count, kept beside the caches: where it cannot be read, it begins anew.
    let kept = workspace.store().served().unwrap_or_default();
    serde_json::from_str(&kept).unwrap_or_default()
}

/// Counts a context that a client got.
///
/// # Errors
/// Where the guard cannot be had: a name may be anything.
pub fn count(workspace: &Workspace, name: &str, document: &str) -> Result<(), Error> {
    #[derive(Default, Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        defaults: Option<&'a RawValue>,
    }
    let answer: Answer = serde_json::from_str(document).unwrap_or_default();
    let defaults = answer.defaults.map(RawValue::get);
    // Nothing is left half-done under it.
    let _alone = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let name = one_line(&plain(name), NAME);
    let mut name = workspace.guard()?.redact(&name).into_string();
    if name.is_empty() {
        UNNAMED.clone_into(&mut name);
    }
    let mut all = clients(workspace);
    if all.len() >= CLIENTS && !all.contains_key(&name) {
        OTHERS.clone_into(&mut name);
    }
    let client = all.entry(name).or_default();
    client.contexts += 1;
    if let Some(defaults) = defaults {
        let now = hex(&Sha256::digest(defaults)[..LENGTH]);
        let count = client.had.len();
        client.had.retain(|had| *had != now);
        if client.had.len() < count {
            client.redundant += 1;
        }
        client.had.push(now);
        let older = client.had.len().saturating_sub(HAD);
        client.had.drain(..older);
    }
    if let Ok(text) = serde_json::to_string(&all) {
        workspace.store().keep_served(&text);
    }
    Ok(())
}
