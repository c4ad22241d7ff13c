//! Vectors that the hub holds, and compares itself: those of a repository are read when a question
//! needs them, and what is new of them after that.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::{Arc, Mutex};

use deadpool_postgres::Transaction;
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;

use crate::Error;
use crate::locked::locked;
use git_memory_git::ObjectId;
use git_memory_meaning::Vector;

/// Repositories that are read by one query.
const TOGETHER: usize = 32;

/// How far a repository of a reader is.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) repository: i32,
    pub(super) records: i64,
    pub(super) vectors: i64,
    pub(super) indexed: i64,
    pub(super) made: i64,
    pub(super) gone: i64,
}

/// The vectors of repositories.
pub(super) struct Held {
    /// The most bytes.
    limit: usize,
    /// Bytes of a vector.
    length: usize,
    repositories: Mutex<HashMap<i32, Arc<Rows>>>,
    /// Held while some are read, so that questions at the same time read them once.
    reading: tokio::sync::Mutex<()>,
}

/// The vectors of a repository.
#[derive(Clone, Default)]
pub(super) struct Rows {
    repository: i32,
    made: i64,
    gone: i64,
    blobs: Vec<ObjectId>,
    /// One after the other.
    bytes: Vec<u8>,
}

/// The number of vectors that were compared, repositories and blobs of the nearest ones, and all
/// cosines.
pub(super) type Compared = (i64, (Vec<i32>, Vec<String>), Vec<i32>);

impl Held {
    pub(super) fn new(limit: usize, length: usize) -> Self {
        Self {
            limit,
            length,
            repositories: Mutex::default(),
            reading: tokio::sync::Mutex::default(),
        }
    }

    /// The vectors of some repositories, without those that there is no room for.
    pub(super) async fn rows(
        &self,
        reading: &Transaction<'_>,
        states: &[State],
    ) -> Result<Vec<Arc<Rows>>, Error> {
        if let Some(rows) = self.known(states) {
            return Ok(rows);
        }
        let _one = self.reading.lock().await;
        // Repositories that were read stay, should the rest take too long.
        for wanted in self.with_room(states).chunks(TOGETHER) {
            let new = self.read(reading, wanted).await?;
            locked(&self.repositories).extend(new);
        }
        let held = locked(&self.repositories);
        let mine = states.iter().filter_map(|it| held.get(&it.repository));
        Ok(mine.cloned().collect())
    }

    /// Reads what is new of some repositories.
    async fn read(
        &self,
        reading: &Transaction<'_>,
        states: &[State],
    ) -> Result<HashMap<i32, Arc<Rows>>, Error> {
        let (mut repositories, mut made) = (Vec::new(), Vec::new());
        let mut new: HashMap<i32, Rows> = HashMap::new();
        for state in states {
            let mut rows = self.begin(state);
            repositories.push(state.repository);
            made.push(rows.made);
            (rows.made, rows.gone) = (state.made, state.gone);
            new.insert(state.repository, rows);
        }
        let asked = "SELECT x.repository, x.blob, x.vector FROM vectors x
                     JOIN unnest($1::integer[], $2::bigint[]) AS wanted (repository, made)
                     ON x.repository = wanted.repository AND x.made > wanted.made";
        let asked = reading.prepare_cached(asked).await?;
        let parameters: [&(dyn ToSql + Sync); 2] = [&repositories, &made];
        let mut found = pin!(reading.query_raw(&asked, parameters).await?);
        while let Some(row) = found.try_next().await? {
            let (blob, vector): (&str, &[u8]) = (row.get(1), row.get(2));
            let rows = new.get_mut(&row.get(0));
            if let (Some(rows), Ok(blob)) = (rows, blob.parse())
                && vector.len() == self.length
            {
                rows.blobs.push(blob);
                rows.bytes.extend_from_slice(vector);
            }
        }
        let new = new.into_iter().map(|(at, rows)| (at, Arc::new(rows)));
        Ok(new.collect())
    }

    /// The vectors of the repositories, if those that are held are new enough.
    fn known(&self, states: &[State]) -> Option<Vec<Arc<Rows>>> {
        let held = locked(&self.repositories);
        let of = |state: &State| held.get(&state.repository).filter(|it| it.is_new(state));
        states.iter().map(|it| of(it).cloned()).collect()
    }

    /// The vectors of a repository that are here, with room for the rest.
    fn begin(&self, state: &State) -> Rows {
        let known = locked(&self.repositories).get(&state.repository).cloned();
        let known = known.filter(|it| it.gone == state.gone);
        let mut rows = known.map_or_else(Rows::default, |it| Rows::clone(&it));
        let more = count(state.vectors).saturating_sub(rows.blobs.len());
        rows.repository = state.repository;
        rows.blobs.reserve_exact(more);
        rows.bytes.reserve_exact(more * self.length);
        rows
    }

    /// The repositories that have to be read, as far as there is room. Those that were asked for
    /// first stay: readers whose repositories do not fit together would take turns.
    fn with_room(&self, states: &[State]) -> Vec<State> {
        let mut held = locked(&self.repositories);
        let size = |count: usize| count * (self.length + size_of::<ObjectId>());
        let mut room = self.limit;
        let mine: HashSet<i32> = states.iter().map(|it| it.repository).collect();
        for (at, rows) in held.iter() {
            if !mine.contains(at) {
                room = room.saturating_sub(size(rows.blobs.len()));
            }
        }
        let mut wanted = Vec::new();
        for state in states {
            let Some(left) = room.checked_sub(size(count(state.vectors))) else {
                held.remove(&state.repository);
                continue;
            };
            room = left;
            if !held
                .get(&state.repository)
                .is_some_and(|it| it.is_new(state))
            {
                wanted.push(*state);
            }
        }
        wanted
    }
}

impl Rows {
    /// True if they are those of a state, or of a later one.
    fn is_new(&self, state: &State) -> bool {
        (self.gone, self.made) >= (state.gone, state.made)
    }
}

/// Compares vectors with a question; `most` is the number of the nearest ones.
pub(super) fn compared(all: &[Arc<Rows>], question: &Vector, most: i32) -> Compared {
    let most = count(most.into());
    let mut cosines = Vec::new();
    let mut nearest = Vec::new();
    for rows in all {
        let vectors = rows.bytes.chunks_exact(question.dimensions().max(1));
        for (blob, vector) in rows.blobs.iter().zip(vectors) {
            let cosine = question.cosine_to(vector);
            cosines.push(cosine);
            nearest.push((Reverse(cosine), rows.repository, blob));
        }
        keep_nearest(&mut nearest, most);
    }
    let nearest = nearest.into_iter();
    let places = nearest.map(|(_, repository, blob)| (repository, blob.to_string()));
    (
        i64::try_from(cosines.len()).unwrap_or(i64::MAX),
        places.unzip(),
        cosines,
    )
}

fn keep_nearest<T: Ord>(nearest: &mut Vec<T>, most: usize) {
    if nearest.len() > most {
        nearest.select_nth_unstable(most);
        nearest.truncate(most);
    }
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}
