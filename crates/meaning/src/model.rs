//! A model that is read from its file, and the vectors of texts.

use std::io;
use std::ops::Range;

use super::attention::Attention;
use super::error::Error;
use super::functions::{add, gelu, normalize};
use super::kernel::{Linear, Rounded, woven_length};
use super::onnx::words;
use super::shape::{Blocks, HEAD, LINE, Places, Pooling, Shape, WORD};
use super::splitting::Splitting;
use super::vector::Vector;
use super::vocabulary::KnownPieces;
use super::wordpiece::pieces;

/// Characters of a record's text that its vector stands for.
const PASSAGE: usize = 1000;
/// Texts whose vectors are made at once: each layer is read once for all of them.
pub const TEXTS: usize = 16;

/// The text whose vector stands for a record: its title, and the beginning of its text.
pub fn passage(title: &str, text: &str) -> String {
    let text = text.trim_start();
    let end = text
        .char_indices()
        .nth(PASSAGE)
        .map_or(text.len(), |it| it.0);
    format!("{title}\n{}", &text[..end])
}

/// Bytes of a model file.
pub trait Source {
    /// Number of bytes.
    ///
    /// # Errors
    /// Where it cannot be told.
    fn length(&self) -> io::Result<u64>;

    /// Fills bytes from a place.
    ///
    /// # Errors
    /// Where it cannot be read, or ends before.
    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()>;
}

impl Source for &[u8] {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(place)
            .ok()
            .and_then(|place| self.get(place..));
        let part = rest.and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A sentence model: the vectors of texts that say the same are close to each other.
pub struct Model<S> {
    source: S,
    shape: Shape,
    places: Places,
    pieces: KnownPieces,
}

/// A layer, read for all texts.
struct Layer {
    block: Vec<u8>,
    matrices: [Weights; 6],
    /// Scales and shifts after each of the two steps.
    norms: [[Vec<f32>; 2]; 2],
}

/// A matrix of a layer.
struct Weights {
    scales: Vec<f32>,
    biases: Vec<f32>,
    /// Place in the layer's block.
    bytes: Range<usize>,
    width: usize,
}

/// Room for the steps of a layer.
#[derive(Default)]
struct Room {
    rounded: Rounded,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    mixed: Vec<f32>,
    out: Vec<f32>,
    inner: Vec<f32>,
}

impl<S: Source> Model<S> {
    /// Opens a model file.
    ///
    /// # Errors
    /// Where it cannot be read, or is not as [`convert`](super::convert()) writes it.
    pub fn open(source: S) -> Result<Self, Error> {
        let mut start = [0; LINE.len() + WORD];
        source.read_at(0, &mut start)?;
        let Some(length) = start.strip_prefix(LINE).and_then(|rest| rest.first_chunk()) else {
            return Err(Error::File("it does not begin as one"));
        };
        let length = u32::from_le_bytes(*length) as usize;
        if length > HEAD {
            return Err(Error::File("its head is too long"));
        }
        let head = Blocks::at(start.len() as u64, length);
        let head = block(&source, &head, 0)?;
        let shape: Shape =
            serde_json::from_slice(&head).map_err(|_| Error::File("its head is wrong"))?;
        shape.check()?;
        let places = shape.places(length);
        if source.length()? != places.end {
            return Err(Error::File("it is not as long as its head says"));
        }
        let blocks = [
            block(&source, &places.vocabulary, 0)?,
            block(&source, &places.scores, 0)?,
            block(&source, &places.charsmap, 0)?,
        ];
        let pieces = KnownPieces::of(blocks, shape.pieces)?;
        Ok(Self {
            source,
            shape,
            places,
            pieces,
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.shape.name
    }

    /// Licence of its weights; empty if it is not known.
    pub fn licence(&self) -> &str {
        &self.shape.licence
    }

    /// Hash of what it is made of: vectors of another one cannot be compared.
    pub fn sum(&self) -> &str {
        &self.shape.sum
    }

    /// Length of its vectors.
    pub fn dimensions(&self) -> usize {
        self.shape.dimensions
    }

    /// Cosine up to which a text may have nothing to do with a question, in steps of
    /// [`Vector::WHOLE`].
    pub fn floor(&self) -> i32 {
        self.shape.floor
    }

    /// Number of pieces of a text that are read, by which its vector takes longer.
    ///
    /// # Errors
    /// Where the file is damaged.
    pub fn count(&self, text: &str) -> Result<usize, Error> {
        let text = format!("{}{text}", self.shape.text);
        Ok(self.numbers(&text)?.len())
    }

    /// The vector of a question.
    ///
    /// # Errors
    /// Where the file cannot be read, or is damaged.
    pub fn question(&self, text: &str) -> Result<Vector, Error> {
        let text = format!("{}{text}", self.shape.question);
        Ok(self.vectors(&[text])?.pop().unwrap_or_default())
    }

    /// The vectors of texts, of each as much as the model reads.
    ///
    /// # Errors
    /// Where the file cannot be read, or is damaged.
    pub fn texts(&self, texts: &[&str]) -> Result<Vec<Vector>, Error> {
        let texts = texts
            .iter()
            .map(|text| format!("{}{text}", self.shape.text));
        self.vectors(&texts.collect::<Vec<_>>())
    }

    /// The vectors of texts with what belongs before them.
    fn vectors(&self, texts: &[String]) -> Result<Vec<Vector>, Error> {
        let mut vectors = Vec::with_capacity(texts.len());
        for texts in texts.chunks(TEXTS) {
            let mut states = Vec::with_capacity(texts.len());
            for text in texts {
                states.push(self.begin(text)?);
            }
            let mut room = Room::default();
            for nth in 0..self.shape.layers {
                let layer = self.layer(nth)?;
                for state in &mut states {
                    layer.run(&self.shape, state, &mut room);
                }
            }
            vectors.extend(states.iter().map(|state| self.vector(state)));
        }
        Ok(vectors)
    }

    /// The numbers of the pieces of a text, between those that begin and end it.
    pub(crate) fn numbers(&self, text: &str) -> Result<Vec<u32>, Error> {
        let Shape { begin, end, .. } = self.shape;
        let (unknown, most) = (self.shape.unknown, self.shape.longest - 2);
        let middle = match &self.shape.splitting {
            Splitting::Words { is_lower } => pieces(text, &self.pieces, *is_lower, unknown, most),
            Splitting::Scores(unigram) => unigram.pieces(text, &self.pieces, unknown, most)?,
        };
        Ok([&[begin], &middle[..], &[end]].concat())
    }

    /// The state of a text before the first layer: a row for each piece.
    fn begin(&self, text: &str) -> Result<Vec<f32>, Error> {
        let width = self.shape.dimensions;
        let numbers = self.numbers(text)?;
        let mut state = vec![0.0; numbers.len() * width];
        for (nth, (number, row)) in numbers
            .iter()
            .zip(state.chunks_exact_mut(width))
            .enumerate()
        {
            let piece = block(&self.source, &self.places.pieces, *number as usize)?;
            let (scale, bytes) = piece.split_at(WORD);
            let scale = floats(scale).next().unwrap_or_default();
            let place = block(&self.source, &self.places.positions, nth)?;
            for ((it, byte), place) in row.iter_mut().zip(bytes).zip(floats(&place)) {
                *it = f32::from(byte.cast_signed()) * scale + place;
            }
        }
        let norm: Vec<f32> = floats(&block(&self.source, &self.places.norm, 0)?).collect();
        let (scales, shifts) = norm.split_at(width);
        normalize(&mut state, scales, shifts, self.shape.epsilon);
        Ok(state)
    }

    fn layer(&self, nth: usize) -> Result<Layer, Error> {
        let block = block(&self.source, &self.places.layers, nth)?;
        let width = self.shape.dimensions;
        let mut place = 0;
        let mut take = |length: usize| {
            place += length;
            place - length..place
        };
        let matrices = self.shape.matrices().map(|(outputs, width)| {
            let [scales, biases] = [take(outputs * WORD), take(outputs * WORD)];
            Weights {
                scales: floats(&block[scales]).collect(),
                biases: floats(&block[biases]).collect(),
                bytes: take(woven_length(outputs, width)),
                width,
            }
        });
        let mut norm = || {
            let [scales, shifts] = [take(width * WORD), take(width * WORD)];
            [scales, shifts].map(|range| floats(&block[range]).collect())
        };
        let norms = [norm(), norm()];
        Ok(Layer {
            block,
            matrices,
            norms,
        })
    }

    /// The vector of a state after the last layer.
    fn vector(&self, state: &[f32]) -> Vector {
        let width = self.shape.dimensions;
        match self.shape.pooling {
            Pooling::First => Vector::of(&state[..width]),
            Pooling::Mean => {
                let mut sum = vec![0.0; width];
                state.chunks_exact(width).for_each(|row| add(&mut sum, row));
                Vector::of(&sum)
            }
        }
    }
}

impl Layer {
    /// Brings the state of a text to the next layer.
    fn run(&self, shape: &Shape, state: &mut [f32], room: &mut Room) {
        let width = shape.dimensions;
        let [query, key, value, output, wide, narrow] = self.matrices.each_ref();
        room.rounded.fill(state, width);
        self.linear(query).apply(&room.rounded, &mut room.query);
        self.linear(key).apply(&room.rounded, &mut room.key);
        self.linear(value).apply(&room.rounded, &mut room.value);
        let attention = Attention {
            query: &room.query,
            key: &room.key,
            value: &room.value,
            width,
            heads: shape.heads,
        };
        attention.apply(&mut room.mixed);
        room.rounded.fill(&room.mixed, width);
        self.linear(output).apply(&room.rounded, &mut room.out);
        let [first, second] = &self.norms;
        add(state, &room.out);
        normalize(state, &first[0], &first[1], shape.epsilon);
        room.rounded.fill(state, width);
        self.linear(wide).apply(&room.rounded, &mut room.inner);
        gelu(&mut room.inner);
        room.rounded.fill(&room.inner, shape.inner);
        self.linear(narrow).apply(&room.rounded, &mut room.out);
        add(state, &room.out);
        normalize(state, &second[0], &second[1], shape.epsilon);
    }

    fn linear<'a>(&'a self, weights: &'a Weights) -> Linear<'a> {
        Linear {
            woven: &self.block[weights.bytes.clone()],
            scales: &weights.scales,
            biases: &weights.biases,
            width: weights.width,
        }
    }
}

/// Reads a block, and holds it against its sum.
fn block(source: &impl Source, blocks: &Blocks, nth: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; blocks.length];
    source.read_at(blocks.place(nth), &mut bytes)?;
    let sum = bytes.split_off(blocks.length - WORD);
    if crc32fast::hash(&bytes).to_le_bytes() != sum[..] {
        return Err(Error::File("a part has another sum"));
    }
    Ok(bytes)
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> + '_ {
    words(bytes).map(f32::from_le_bytes)
}
