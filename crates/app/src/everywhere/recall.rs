//! `recall --everywhere`.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Answers, ask_each, fault_of};
use crate::recall::{self, Answer, Hit, RecallQuestion, Standing};
use crate::workspace::listed::{Listed, ListedRepository};
use crate::workspace::{Error, Invocation};
use git_memory_store::side_by_side;

/// The question as each repository is asked.
///
/// # Errors
/// [`Error::BadValue`] for what means something in one repository only.
pub(crate) fn checked(question: &RecallQuestion) -> Result<RecallQuestion, Error> {
    let of_one = [
        ("rev", question.rev.is_some()),
        ("since", question.since.is_some()),
        ("near", !question.near.is_empty()),
        ("for", !question.files.is_empty()),
        ("user", question.user),
    ];
    if let Some((key, _)) = of_one.iter().find(|(_, is_given)| *is_given) {
        let why = format!("'{key}' is about one repository: it cannot be asked everywhere");
        return Err(Error::BadValue(why));
    }
    // Without a number, each would choose one by its own best score.
    Ok(RecallQuestion {
        most: Some(question.most()),
        everywhere: true,
        ..question.checked()?
    })
}

/// How many repositories are read at a time: the best answers are mostly in a few.
const BATCH: usize = 4;

/// Finds what answers a question in the repositories that the person has listed. `progress` is
/// called with how many of how many repositories were asked.
///
/// # Errors
/// [`Error::BadValue`] for a question that cannot be asked everywhere; if no repository is listed or
/// none can be read.
pub fn recall(
    invocation: &Invocation,
    question: &RecallQuestion,
    progress: &dyn Fn(usize, usize),
) -> Result<Answer, Error> {
    let question = checked(question)?;
    let listed = Listed::of(invocation)?;
    let Answers { all, faults } = ask_each(
        invocation,
        listed,
        question.private,
        progress,
        |workspace| recall::prospect(workspace, &question),
    )?;
    let mut answer = Answer {
        faults,
        ..Answer::default()
    };
    // Making a hit takes longer than finding it: repositories are read from the most promising one,
    // until no other can have a better hit.
    let mut waiting = Vec::new();
    for (nth, (place, prospect)) in all.iter().enumerate() {
        answer.asked += prospect.asked;
        let faults = prospect.faults.iter();
        answer
            .faults
            .extend(faults.map(|fault| fault_of(place, fault)));
        waiting.extend(prospect.best.map(|best| (best, nth)));
    }
    waiting.sort_unstable();
    let mut found = Vec::new();
    for batch in waiting.chunks(BATCH) {
        let (hits, worst) = merged(found.clone(), question.most());
        if hits.len() == question.most() && worst < batch.first().copied() {
            break;
        }
        let answered = side_by_side(batch, &|_, _| {}, |(_, nth)| {
            recall::recall(&all[*nth].0.open(invocation)?, &question, &|_, _| {})
        });
        for ((_, nth), answered) in batch.iter().zip(answered) {
            let place = &all[*nth].0;
            match answered {
                Ok(of_one) => found.push((*nth, at(place, of_one.hits))),
                // It was there a moment ago, and the others answer.
                Err(error) => answer.faults.push(fault_of(place, &error)),
            }
        }
    }
    answer.hits = merged(found, question.most()).0;
    Ok(answer)
}

/// The hits of one repository with its place.
fn at(place: &Arc<ListedRepository>, hits: Vec<Hit>) -> VecDeque<Hit> {
    let with_place = |hit: Hit| Hit {
        place: Some(Arc::clone(place)),
        ..hit
    };
    hits.into_iter().map(with_place).collect()
}

/// The standing of a repository's next hit, and its number: the first one goes before its equals.
type Head = (Standing, usize);

/// The best hits of all, each repository's in its own order, as a record stays behind its successor;
/// and the worst place that any of them was chosen for.
fn merged(mut found: Vec<(usize, VecDeque<Hit>)>, most: usize) -> (Vec<Hit>, Option<Head>) {
    let (mut hits, mut worst) = (Vec::new(), None);
    while hits.len() < most {
        let heads = found.iter_mut();
        let heads = heads.filter_map(|(nth, hits)| Some(((hits.front()?.standing(), *nth), hits)));
        let Some((head, of_one)) = heads.min_by_key(|(head, _)| *head) else {
            break;
        };
        hits.extend(of_one.pop_front());
        worst = worst.max(Some(head));
    }
    (hits, worst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::Origin;
    use git_memory_recall::{Confidence, Rank};

    fn hit(id: &str, rank: Rank, confidence: Confidence, score: f64) -> Hit {
        Hit {
            id: id.to_owned(),
            rank,
            score,
            confidence: Some(confidence),
            ..Hit::from(Origin::Tracked)
        }
    }

    #[test]
    fn hits_are_merged_by_class_and_score_and_keep_their_order() {
        use Confidence::{Likely, Near, Sure};
        use Rank::{Archived, Title, Words};
        let one = [
            hit("sure", Words, Sure, 3.0),
            hit("successor", Words, Near, 1.0),
            hit("predecessor", Words, Likely, 9.0),
        ];
        let other = [
            hit("title", Title, Near, 0.5),
            hit("likely", Words, Likely, 5.0),
            hit("archived", Archived, Near, 8.0),
        ];
        let found = vec![
            (0, VecDeque::from(one.to_vec())),
            (1, VecDeque::from(other.to_vec())),
        ];
        let merged = |most| {
            let (hits, worst) = merged(found.clone(), most);
            let ids: Vec<String> = hits.into_iter().map(|hit| hit.id).collect();
            (ids, worst)
        };
        let all = [
            "title",
            "sure",
            "likely",
            "successor",
            "predecessor",
            "archived",
        ];
        assert_eq!(merged(10).0, all);
        let (two, worst) = merged(2);
        assert_eq!(two, all[..2]);
        assert_eq!(worst, Some((one[0].standing(), 0)));
    }
}
