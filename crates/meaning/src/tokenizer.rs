//! The parts of `tokenizer.json` that say how a Unigram model splits a text.

use std::collections::HashMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::Error;
use super::splitting::{BLANK, Marked, Step, Unigram};

/// `tokenizer.json`; each part has the form that its model needs.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Tokenizer {
    pub(crate) model: TokenizerModel,
    pub(crate) normalizer: Value,
    #[serde(rename = "pre_tokenizer")]
    cuts: Value,
    post_processor: Value,
    added_tokens: Vec<Added>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct TokenizerModel {
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) vocab: Value,
    unk_id: Option<u32>,
    byte_fallback: bool,
}

#[derive(Deserialize)]
struct Added {
    id: u32,
    #[serde(default)]
    special: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Normalizer {
    Sequence {
        normalizers: Vec<Normalizer>,
    },
    Precompiled {
        precompiled_charsmap: String,
    },
    Replace {
        pattern: Pattern,
        content: String,
    },
    Strip {
        strip_left: bool,
        strip_right: bool,
    },
    StripAccents,
    Lowercase,
    #[serde(rename = "NFC")]
    Nfc,
    #[serde(rename = "NFD")]
    Nfd,
    #[serde(rename = "NFKC")]
    Nfkc,
    #[serde(rename = "NFKD")]
    Nfkd,
}

#[derive(Deserialize)]
enum Pattern {
    String(String),
    Regex(String),
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum PreTokenizer {
    Sequence {
        pretokenizers: Vec<PreTokenizer>,
    },
    WhitespaceSplit,
    Metaspace {
        replacement: char,
        prepend_scheme: Option<Marked>,
        /// As older files say it.
        add_prefix_space: Option<bool>,
        split: Option<bool>,
    },
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum PostProcessor {
    #[serde(rename = "TemplateProcessing")]
    Template {
        single: Vec<Slot>,
        special_tokens: HashMap<String, Special>,
    },
    #[serde(rename = "RobertaProcessing", alias = "BertProcessing")]
    Pair {
        sep: (String, u32),
        cls: (String, u32),
    },
}

#[derive(Deserialize)]
enum Slot {
    SpecialToken { id: String },
    Sequence {},
}

#[derive(Deserialize)]
struct Special {
    ids: Vec<u32>,
}

/// A Unigram tokenizer, as it was read.
pub(crate) struct ReadUnigram {
    pub(crate) unigram: Unigram,
    /// Empty without one.
    pub(crate) charsmap: Vec<u8>,
    /// Each piece with its number and its score, but those that no text can name.
    pub(crate) pieces: Vec<(String, u32, f32)>,
    /// Number of all pieces.
    pub(crate) count: usize,
    pub(crate) begin: u32,
    pub(crate) end: u32,
    pub(crate) unknown: u32,
}

impl Tokenizer {
    pub(crate) fn unigram(self) -> Result<ReadUnigram, Error> {
        if self.model.byte_fallback {
            return Err(refused("byte_fallback"));
        }
        let mut charsmap = Vec::new();
        let mut steps = Vec::new();
        if let Some(normalizer) = read(self.normalizer)? {
            add_steps(normalizer, &mut steps, &mut charsmap)?;
        }
        let mut unigram = Unigram {
            steps,
            is_parted: false,
            marked: Marked::Never,
            is_by_word: false,
            lowest: 0.0,
        };
        let pre: Option<PreTokenizer> = read(self.cuts)?;
        let pre = pre.ok_or_else(|| refused("no pre_tokenizer"))?;
        add_cuts(pre, &mut unigram)?;
        let post: Option<PostProcessor> = read(self.post_processor)?;
        let (begin, end) = ends(post.ok_or_else(|| refused("no post_processor"))?)?;
        let unknown = self.model.unk_id.ok_or_else(|| refused("no unk_id"))?;
        let vocabulary: Vec<(String, f32)> = read(self.model.vocab)?;
        let is_special = |number: u32| {
            let mut added = self.added_tokens.iter();
            number == unknown || added.any(|it| it.special && it.id == number)
        };
        let count = vocabulary.len();
        let mut pieces = Vec::with_capacity(count);
        for (number, (piece, score)) in (0..).zip(vocabulary) {
            if !score.is_finite() {
                return Err(refused("a score that is no number"));
            }
            unigram.lowest = unigram.lowest.min(score);
            if !is_special(number) && !piece.is_empty() {
                pieces.push((piece, number, score));
            }
        }
        Ok(ReadUnigram {
            unigram,
            charsmap,
            pieces,
            count,
            begin,
            end,
            unknown,
        })
    }
}

fn add_steps(
    normalizer: Normalizer,
    steps: &mut Vec<Step>,
    charsmap: &mut Vec<u8>,
) -> Result<(), Error> {
    steps.push(match normalizer {
        Normalizer::Sequence { normalizers } => {
            for normalizer in normalizers {
                add_steps(normalizer, steps, charsmap)?;
            }
            return Ok(());
        }
        Normalizer::Precompiled {
            precompiled_charsmap,
        } => {
            let bytes = BASE64_STANDARD.decode(precompiled_charsmap);
            *charsmap = bytes.map_err(|_| refused("a charsmap that is no base64"))?;
            Step::Charsmap
        }
        Normalizer::Replace { pattern, content } => match pattern {
            Pattern::String(from) => Step::Replace(from, content),
            Pattern::Regex(pattern) if pattern == " {2,}" => Step::Blanks(content),
            Pattern::Regex(pattern) => return Err(refused(&format!("the pattern '{pattern}'"))),
        },
        Normalizer::Strip {
            strip_left,
            strip_right,
        } => Step::Strip(strip_left, strip_right),
        Normalizer::StripAccents => Step::Bare,
        Normalizer::Lowercase => Step::Lower,
        Normalizer::Nfc => Step::Nfc,
        Normalizer::Nfd => Step::Nfd,
        Normalizer::Nfkc => Step::Nfkc,
        Normalizer::Nfkd => Step::Nfkd,
    });
    Ok(())
}

fn add_cuts(pre: PreTokenizer, unigram: &mut Unigram) -> Result<(), Error> {
    match pre {
        PreTokenizer::Sequence { pretokenizers } => {
            for pre in pretokenizers {
                add_cuts(pre, unigram)?;
            }
        }
        PreTokenizer::WhitespaceSplit => unigram.is_parted = true,
        PreTokenizer::Metaspace {
            replacement,
            prepend_scheme,
            add_prefix_space,
            split,
        } => {
            if replacement != BLANK {
                return Err(refused("another mark of blanks"));
            }
            let older = match add_prefix_space {
                Some(false) => Marked::Never,
                _ => Marked::Always,
            };
            unigram.marked = prepend_scheme.unwrap_or(older);
            unigram.is_by_word = split.unwrap_or(true);
        }
    }
    Ok(())
}

/// The pieces before and after a text.
fn ends(post: PostProcessor) -> Result<(u32, u32), Error> {
    match post {
        PostProcessor::Pair { sep, cls } => Ok((cls.1, sep.1)),
        PostProcessor::Template {
            single,
            special_tokens,
        } => {
            let one = |name: &str| match special_tokens.get(name).map(|it| &it.ids[..]) {
                Some([number]) => Ok(*number),
                _ => Err(refused(&format!("no piece {name}"))),
            };
            match &single[..] {
                [
                    Slot::SpecialToken { id: begin },
                    Slot::Sequence {},
                    Slot::SpecialToken { id: end },
                ] => Ok((one(begin)?, one(end)?)),
                _ => Err(refused("a text between other pieces than two")),
            }
        }
    }
}

fn read<T: DeserializeOwned>(part: Value) -> Result<T, Error> {
    serde_json::from_value(part).map_err(|error| refused(&error.to_string()))
}

fn refused(what: &str) -> Error {
    Error::Tokens(what.to_owned())
}
