//! Looking at all repositories again and again, and at one that says that it changed at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Error;
use crate::counted::count;
use crate::hub::{Hub, log};

/// Looks that are under way at once.
const LOOKS: usize = 2;
/// How long who asked what is kept, in seconds.
const KEPT: i64 = 90 * 24 * 3_600;

/// Looks at all repositories, then after each interval, until it is aborted.
pub(super) async fn look_again(hub: Arc<Hub>, interval: Duration) {
    let mut next = hub.filler.names().await;
    loop {
        match next {
            Ok(names) => look_at(&hub, &names).await,
            Err(error) => log(&format!("the repositories cannot be listed: {error}")),
        }
        next = tokio::select! {
            called = hub.calls() => Ok(called),
            () = sleep(jittered(interval)) => hub.filler.names().await,
        };
    }
}

async fn look_at(hub: &Arc<Hub>, names: &[String]) {
    let mut looks = JoinSet::new();
    let (mut changed, mut names) = (false, names.iter());
    loop {
        while looks.len() < LOOKS
            && let Some(name) = names.next()
        {
            looks.spawn(look(Arc::clone(hub), name.clone()));
        }
        match looks.join_next().await {
            Some(Ok(has_changed)) => changed |= has_changed,
            Some(Err(error)) => log(&format!("a look ended: {error}")),
            None => break,
        }
    }
    if let Err(error) = after(hub, changed).await {
        log(&format!("the words cannot be counted: {error}"));
    }
}

/// Looks at a repository; true if it changed.
async fn look(hub: Arc<Hub>, name: String) -> bool {
    let looked = hub.filler.look(&name, false).await;
    hub.measures.looked(looked.is_err());
    match looked {
        Ok(filled) => filled.commits > 0 || filled.is_anew,
        Err(error) => {
            log(&format!("{name}: {error}"));
            false
        }
    }
}

/// Counts the words where something changed, and forgets what is old.
async fn after(hub: &Hub, changed: bool) -> Result<(), Error> {
    let now = hub.now();
    let client = hub.database().writer().await?;
    client
        .execute("DELETE FROM asked WHERE time < $1", &[&(now - KEPT)])
        .await?;
    drop(client);
    if changed {
        count(hub.database(), now).await?;
    }
    Ok(())
}

/// A time and up to a tenth more: hubs that began together ask at different times.
fn jittered(interval: Duration) -> Duration {
    let part = getrandom::u32().unwrap_or_default();
    interval + interval.mul_f64(f64::from(part) / f64::from(u32::MAX) / 10.0)
}
