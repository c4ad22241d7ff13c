//! Sentences that have nothing to do with each other: the measure of a cosine that means nothing.

use super::vector::Vector;

/// Sentences that have nothing to do with each other.
pub const STRANGERS: [&str; 12] = [
    "Artefacts are kept for ninety days.",
    "Orders are stored in tables.",
    "The garden needs water in summer.",
    "Trains to the coast leave every hour.",
    "She plays the violin on Sundays.",
    "Passwords are checked at the door.",
    "The soup is better with garlic.",
    "A judge explained the new law.",
    "Birds fly south before winter.",
    "The team lost the final match.",
    "Bread prices rose again this year.",
    "The lamp in the hall is broken.",
];

/// The nearest that a stranger as a question comes to another one as a text, in steps of
/// [`Vector::WHOLE`]; `None` of vectors that are all the same.
#[must_use]
pub fn floor_of(questions: &[Vector], texts: &[Vector]) -> Option<i32> {
    if texts.iter().all(|text| *text == texts[0]) {
        return None;
    }
    let mut floor = 0;
    for (nth, question) in questions.iter().enumerate() {
        for (_, text) in texts.iter().enumerate().filter(|(other, _)| *other != nth) {
            floor = floor.max(question.cosine(text));
        }
    }
    Some(floor)
}
