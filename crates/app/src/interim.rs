//! Verbs of pages.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::recall::following::following;
use crate::recall::review::grounds;
use crate::records::covered::covered_by_all;
use crate::records::list::Sort;
use crate::records::listing::{self, ListQuestion, list as listed};
use crate::verbs::{Verb, parsed};
use crate::wire::{CountAnswer, CoveredAnswer, ListAnswer, RecordAnswer};
use git_memory_model::record::Record;
use git_memory_store::View;

/// Count.
pub static COUNT: Verb = Verb {
    writes: false,
    path: "",
    about: "",
    question: schemars::Schema::default,
    run: |call, asked, question| {
        let listing = listing::answer(call, &parsed(question)?)?;
        asked.document(Some(call.workspace), CountAnswer::of(listing.records()))
    },
};

/// The revision.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WholeQuestion {
    /// Memory as of this revision.
    rev: String,
}

/// Every record of a list, with its text, its verdict, and the commits that follow it, by path.
pub static WHOLE: Verb = Verb {
    writes: false,
    path: "",
    about: "",
    question: schemars::Schema::default,
    run: |call, asked, question| {
        let view = View::Revision(parsed::<WholeQuestion>(question)?.rev);
        let listing = listed(
            call.workspace,
            &ListQuestion {
                rev: view.revision().map(str::to_owned),
                sort: Some(Sort::Path),
                ..ListQuestion::default()
            },
        )?;
        let texts = listing.texts(call.workspace)?;
        let records: Vec<&Record> = listing.records().collect();
        let grounds = grounds(call.workspace, &view, &listing.memory, &records)?;
        let mut answers = Vec::with_capacity(records.len());
        let followed = following(call.workspace, &view, &records)?;
        let judged = grounds.iter().zip(&followed);
        for ((record, text), (ground, followed)) in records.into_iter().zip(&texts).zip(judged) {
            let answer = RecordAnswer::of_list(&listing, record).with_content(text);
            let answer = answer.with_ground(record, ground);
            answers.push(answer.with_followers(followed));
        }
        asked.document(Some(call.workspace), ListAnswer { records: answers })
    },
};

/// The tracked files that the paths of each record cover.
pub static ALL_FILES: Verb = Verb {
    writes: false,
    path: "",
    about: "",
    question: schemars::Schema::default,
    run: |call, asked, question| {
        let view = View::Revision(parsed::<WholeQuestion>(question)?.rev);
        let covered = covered_by_all(call.workspace, &view)?;
        asked.document(Some(call.workspace), CoveredAnswer::from(&covered))
    },
};
