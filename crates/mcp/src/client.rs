//! Who is at the other end: what it calls itself, and the session, which lasts as long as the server.

use std::sync::{Arc, OnceLock};

use git_memory_app::Writer;
use git_memory_app::workspace::Workspace;
use git_memory_app::workspace::identity::session_word;

/// An agent that calls.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    name: String,
    session: Arc<OnceLock<String>>,
}

impl Client {
    /// A client by the name that it gives itself; a session's clients share its word.
    pub(crate) fn new(name: Option<&str>, session: &Arc<OnceLock<String>>) -> Self {
        Self {
            name: name.unwrap_or_default().to_owned(),
            session: Arc::clone(session),
        }
    }

    /// Returns the name that the client gives itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The client as what it writes names it.
    pub(crate) fn writer(&self, workspace: &Workspace) -> Writer {
        let session = self.session.get_or_init(|| session_word(workspace));
        Writer::named(&self.name, session)
    }
}
