//! Looking at all repositories again and again, and at one that says that it changed at once.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::Error;
use crate::counted::count;
use crate::fill::Filled;
use crate::hub::Hub;
use crate::reply::log;

/// Time for which the table of questions and their readers is kept, in seconds.
const KEPT: i64 = 90 * 24 * 3_600;

/// Looks at all repositories, then after each interval, and at those that call, until it is aborted.
pub(super) async fn look_again(hub: Arc<Hub>, interval: Duration) {
    // A call does not wait for the end of a round, which may take minutes.
    tokio::join!(rounds(&hub, interval), calls(&hub));
}

async fn rounds(hub: &Hub, interval: Duration) {
    loop {
        match hub.filler.names().await {
            Ok(names) => look_at(hub, &names).await,
            Err(error) => log(&format!("the repositories cannot be listed: {error}")),
        }
        sleep(jittered(interval)).await;
    }
}

async fn calls(hub: &Hub) {
    loop {
        look_at(hub, &hub.calls().await).await;
    }
}

/// Makes the vectors that are missing after each look, until it is aborted.
pub(super) async fn make_vectors(hub: Arc<Hub>) {
    loop {
        hub.filled.notified().await;
        let told = &mut |_: &str, _| {};
        if let Err(error) = hub.meaning.make(hub.database(), None, told).await {
            log(&format!("vectors cannot be made: {error}"));
        }
    }
}

async fn look_at(hub: &Hub, names: &[String]) {
    let mut has_changed = false;
    let told = &mut |name: &str, looked: Result<Filled, Error>| {
        hub.measures.looked(looked.is_err());
        match looked {
            Ok(filled) => {
                has_changed |= filled.has_changed();
                for line in filled.left_out.lines(name) {
                    log(&line);
                }
            }
            Err(error) => log(&format!("{name}: {error}")),
        }
    };
    hub.filler.look_at(names, false, told).await;
    hub.filled.notify_one();
    if let Err(error) = after(hub, has_changed).await {
        log(&format!("the words cannot be counted: {error}"));
    }
}

/// Counts the words where something changed, and forgets what is old.
async fn after(hub: &Hub, has_changed: bool) -> Result<(), Error> {
    let now = hub.now();
    let client = hub.database().writer().await?;
    client
        .execute("DELETE FROM asked WHERE time < $1", &[&(now - KEPT)])
        .await?;
    drop(client);
    if has_changed {
        count(hub.database(), now).await?;
    }
    Ok(())
}

/// A time and up to a tenth more: hubs that began together ask at different times.
fn jittered(interval: Duration) -> Duration {
    let part = getrandom::u32().unwrap_or_default();
    interval + interval.mul_f64(f64::from(part) / f64::from(u32::MAX) / 10.0)
}
