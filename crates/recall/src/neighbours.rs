//! Points that the best documents gain from similar ones among them: texts that answer a question
//! tend to be alike.

use super::feature::Points;
use super::stream;

/// Number of words of a text that count: the beginning of a long one shows its subject.
const WORDS: usize = 600;
/// Number of the nearest texts that count.
const NEAREST: usize = 3;
/// Share of a score that comes from its neighbours.
const SHARE: f64 = 0.2;
/// Words that more than one of this many texts have say little about any of them.
const COMMON: usize = 3;

/// The best documents, in the form in which they are compared.
#[derive(Default)]
pub(crate) struct Neighbourhood {
    /// Each word of each text: its mark, and the text in the lower half. As one number, thousands are
    /// sorted several times as fast.
    words: Vec<u64>,
    scores: Vec<Points>,
}

/// Number of times that a text has a word.
struct Occurrences {
    text: usize,
    count: u32,
}

/// A text beside another one.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Neighbour {
    /// The square of their cosine.
    likeness: f64,
    score: Points,
}

impl Neighbourhood {
    /// Adds a document: the words of its text, and its score by them.
    pub(crate) fn add(&mut self, words: &[u8], score: Points) {
        // Tens of texts are compared.
        let text = u32::try_from(self.scores.len()).unwrap_or(u32::MAX);
        self.scores.push(score);
        for word in stream::words(words).take(WORDS) {
            self.words
                .push(u64::from(word.mark) << 32 | u64::from(text));
        }
    }

    /// Points that each document gains or loses, in the order in which they were added.
    pub(crate) fn gains(mut self) -> Vec<Points> {
        let count = self.scores.len();
        let mut norms = vec![0.0_f64; count];
        let mut products = vec![0.0_f64; count * count];
        // In the order of the words: sums are the same everywhere.
        self.words.sort_unstable();
        let mut texts: Vec<Occurrences> = Vec::new();
        for word in self.words.chunk_by(|a, b| a >> 32 == b >> 32) {
            texts.clear();
            for of_text in word {
                let text = text_of(*of_text);
                match texts.last_mut() {
                    Some(last) if last.text == text => last.count += 1,
                    _ => texts.push(Occurrences { text, count: 1 }),
                }
            }
            if texts.len() * COMMON > count.max(NEAREST * COMMON) {
                continue;
            }
            let rarity = super::words::rarity(count as u64, texts.len() as u64);
            for (nth, one) in texts.iter().enumerate() {
                norms[one.text] += rarity * rarity * f64::from(one.count);
                for other in &texts[nth + 1..] {
                    // Whichever of the two comes first, the product is the same.
                    let product = rarity * rarity * frequency(one.count, other.count);
                    products[one.text * count + other.text] += product;
                    products[other.text * count + one.text] += product;
                }
            }
        }
        let mut gains = Vec::with_capacity(count);
        for (text, &score) in self.scores.iter().enumerate() {
            let mut nearest = Vec::new();
            for (other, &of_other) in self.scores.iter().enumerate() {
                let product = products[text * count + other];
                if product > 0.0 {
                    nearest.push(Neighbour {
                        likeness: product * product / (norms[text] * norms[other]),
                        score: of_other,
                    });
                }
            }
            gains.push(gain(score, &mut nearest));
        }
        gains
    }
}

/// The text that a word is of.
fn text_of(word: u64) -> usize {
    let [.., a, b, c, d] = word.to_be_bytes();
    u32::from_be_bytes([a, b, c, d]) as usize
}

/// Points that a document with this score gains from its neighbours.
fn gain(score: Points, all: &mut [Neighbour]) -> Points {
    all.sort_unstable_by(|a, b| {
        let by_likeness = b.likeness.total_cmp(&a.likeness);
        by_likeness.then_with(|| b.score.cmp(&a.score))
    });
    let (mut sum, mut weight) = (0.0, 0.0);
    for neighbour in all.iter().take(NEAREST) {
        sum += neighbour.likeness * neighbour.score.value();
        weight += neighbour.likeness;
    }
    if weight == 0.0 {
        return Points::default();
    }
    Points::of(SHARE * (sum / weight - score.value()))
}

/// Value of a word that two texts have this often: square roots, which all machines round alike.
fn frequency(one: u32, other: u32) -> f64 {
    (f64::from(one) * f64::from(other)).sqrt()
}
