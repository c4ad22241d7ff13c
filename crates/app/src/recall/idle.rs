//! The vectors of a server's repository, made while nothing asks the server: on one thread, a part of
//! the time, so that a question never waits. The thread ends with the server.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::meaning::make_some;
use crate::workspace::Repositories;

/// Time without a question before some vectors are made; the last ones count as a question.
const IDLE: Duration = Duration::from_millis(500);
/// Time until the next look where no vector was missing; without a model, until a request after it.
const REST: Duration = Duration::from_secs(30);

/// Makes missing vectors of the server's own repository from now on, for as long as the repositories
/// are used.
pub fn make_while_idle(repositories: &Arc<Repositories>) {
    let ended = repositories.ends();
    let weak = Arc::downgrade(repositories);
    // Without a thread to spare, the first question makes them.
    let _ = thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(IDLE);
            let Some(repositories) = weak.upgrade() else {
                return;
            };
            if !repositories.are_idle(IDLE) {
                continue;
            }
            let made = repositories.ask(None, make_some);
            drop(repositories);
            // The end of this look is none of a request.
            while ended.try_recv().is_ok() {}
            match made {
                Ok(Some(true)) => {}
                Ok(Some(false)) => thread::sleep(REST),
                // A question is told of a model that cannot be used.
                Ok(None) | Err(_) => {
                    thread::sleep(REST);
                    if ended.recv().is_err() {
                        return;
                    }
                }
            }
        }
    });
}
