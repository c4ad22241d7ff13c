//! Reading ahead of the first question to a server: a browser that is sent to it needs as long to
//! come as memory needs to be read.

use std::sync::Arc;
use std::thread;

use super::listing::{ListQuestion, list};
use crate::workspace::Repositories;

/// Reads the memory of the server's own repository, on a thread of its own. A question that comes
/// meanwhile shares what was read.
pub fn read_ahead(repositories: &Arc<Repositories>) {
    let repositories = Arc::clone(repositories);
    // Without a thread to spare, the first question waits.
    let _ = thread::Builder::new().spawn(move || {
        let question = ListQuestion {
            most: Some(1),
            ..ListQuestion::default()
        };
        // A question is told why memory cannot be read.
        let _ = repositories.ask(None, |workspace| list(workspace, &question).map(drop));
    });
}
