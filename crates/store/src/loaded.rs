//! The readings that a process has of one repository: kept between the questions of a command, and
//! shared by the requests of a server.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::tracked::Readings;
use git_memory_git::Trees;

/// All that a process has read of one repository.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded {
    readings: Arc<Mutex<Option<Readings>>>,
    trees: Arc<Trees>,
    shared: Arc<ForMany>,
    /// Several may ask at once, and go on asking.
    is_for_many: bool,
}

/// Further values that questions share: one of each type, which the reader of such things declares.
#[derive(Debug, Default)]
pub(crate) struct ForMany(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

/// The value that was found last, and its question: the same commit is asked about again and again.
struct Last<Of, Found>(Mutex<Option<(Of, Arc<Found>)>>);

impl<Of, Found> Default for Last<Of, Found> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl Loaded {
    /// The readings; `None` where they were not loaded yet.
    pub(crate) fn readings(&self) -> MutexGuard<'_, Option<Readings>> {
        // A thread that panicked has left readings that are right: each is put in whole.
        self.readings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The trees that were read.
    pub(crate) fn trees(&self) -> &Trees {
        &self.trees
    }

    /// Empty readings for several threads that ask at once.
    pub(crate) fn for_many() -> Self {
        Self {
            is_for_many: true,
            ..Self::default()
        }
    }

    /// The values that threads which ask at once share; `None` in a command.
    pub(crate) fn many(&self) -> Option<&ForMany> {
        self.is_for_many.then_some(&*self.shared)
    }

    /// Returns the answer of `find` to a question; the last one again, where it was the answer to the
    /// same question.
    ///
    /// # Errors
    /// What `find` returns.
    pub(crate) fn last<Of, Found, E>(
        &self,
        of: Of,
        find: impl FnOnce() -> Result<Found, E>,
    ) -> Result<Arc<Found>, E>
    where
        Of: PartialEq + Send + 'static,
        Found: Send + Sync + 'static,
    {
        let last = self.shared.of::<Last<Of, Found>>();
        // A thread that asks for the same waits here. One that panicked has left the answer found
        // before.
        let mut last = last.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, found)) = &*last
            && *known == of
        {
            return Ok(Arc::clone(found));
        }
        let found = Arc::new(find()?);
        *last = Some((of, Arc::clone(&found)));
        Ok(found)
    }
}

impl ForMany {
    /// The value of this type.
    pub(crate) fn of<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        // A thread that panicked has left whole values.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = all
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(T::default()));
        // It has the type that it is kept under.
        Arc::clone(value).downcast().unwrap_or_default()
    }
}
