//! Products of matrices, by the widest instructions that the processor has.
//!
//! Rows of numbers are rounded to whole ones and multiplied with weights of 8 bits. Whole numbers add
//! up to the same sum in any order, and fractions are never fused or regrouped, so every machine gets
//! the same bits.

#![allow(
    clippy::cast_possible_truncation,
    clippy::inline_always,
    reason = "numbers are rounded on purpose; instructions are chosen where functions are inlined"
)]

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x16, i8x32, i16x32, i32x16, u8x32};

/// Largest magnitude of a rounded activation: with weights of 8 bits and rows of at most
/// [`WIDEST`], sums stay below 2^31.
const FINEST: f32 = 2047.0;
/// The longest row of a matrix.
pub(crate) const WIDEST: usize = 8192;
/// A number that leaves no bits for a fraction when it is added.
pub(crate) const ROUNDING: f32 = 12_582_912.0;
/// Numbers that are computed at once.
pub(crate) const LANES: usize = 16;
/// Rows that are multiplied at once.
pub(crate) const ROWS: usize = 4;

/// Rows of numbers as whole numbers, each row with its own scale.
#[derive(Default)]
pub(crate) struct Rounded {
    /// Two numbers each, one of the first and one of the second half of a row; rows of 0 fill up
    /// the last [`ROWS`].
    pairs: Vec<i32>,
    scales: Vec<f32>,
}

impl Rounded {
    /// Rounds rows of a width.
    pub(crate) fn fill(&mut self, rows: &[f32], width: usize) {
        let (count, half) = (rows.len() / width, width.div_ceil(2));
        self.pairs.clear();
        self.pairs.resize(count.next_multiple_of(ROWS) * half, 0);
        self.scales.clear();
        let rows = rows.chunks_exact(width);
        for (row, pairs) in rows.zip(self.pairs.chunks_exact_mut(half)) {
            let scale = dispatch!(Level::new(), simd => round(simd, row, pairs));
            self.scales.push(scale);
        }
    }
}

/// Rounds a row, and gives its scale.
#[inline(always)]
fn round<S: Simd>(simd: S, row: &[f32], pairs: &mut [i32]) -> f32 {
    let mut largest = f32x16::splat(simd, 0.0);
    for piece in row.chunks(LANES) {
        largest = largest.max(load(simd, piece).abs());
    }
    let scale = (largest.reduce_max() / FINEST).max(f32::MIN_POSITIVE);
    let factor = 1.0 / scale;
    let (first, second) = row.split_at(pairs.len());
    // Of an odd row, the second half may have a piece less.
    let seconds = second.chunks(LANES).chain([&[][..]]);
    let halves = first.chunks(LANES).zip(seconds);
    for (pairs, (first, second)) in pairs.chunks_mut(LANES).zip(halves) {
        // The low bits of a sum are the nearest whole number.
        let first: i32x16<S> = (load(simd, first) * factor + ROUNDING).bitcast();
        let second: i32x16<S> = (load(simd, second) * factor + ROUNDING).bitcast();
        // The first one comes first in memory.
        let [low, high] = if cfg!(target_endian = "little") {
            [first, second]
        } else {
            [second, first]
        };
        let both = (low & 0xffff) | (high << 16);
        pairs.copy_from_slice(&both.as_slice()[..pairs.len()]);
    }
    scale
}

/// Numbers of a piece, and 0 where it is too short.
#[inline(always)]
pub(crate) fn load<S: Simd>(simd: S, piece: &[f32]) -> f32x16<S> {
    if piece.len() == LANES {
        return f32x16::from_slice(simd, piece);
    }
    let mut numbers = [0.0; LANES];
    numbers[..piece.len()].copy_from_slice(piece);
    f32x16::from_slice(simd, &numbers)
}

/// Keeps as many numbers as a piece has.
#[inline(always)]
pub(crate) fn store<S: Simd>(numbers: f32x16<S>, piece: &mut [f32]) {
    if piece.len() == LANES {
        numbers.store_slice(piece);
    } else {
        piece.copy_from_slice(&numbers.as_slice()[..piece.len()]);
    }
}

/// Brings a matrix, a row for each output, into the order in which it is multiplied: blocks of
/// [`LANES`] outputs, of each two inputs for every output in turn.
pub(crate) fn woven(rows: &[Vec<u8>], width: usize) -> Vec<u8> {
    let half = width.div_ceil(2);
    let mut bytes = Vec::with_capacity(woven_length(rows.len(), width));
    for block in rows.chunks(LANES) {
        for nth in 0..half {
            for lane in 0..LANES {
                let row = block.get(lane).map_or(&[][..], Vec::as_slice);
                let byte = |nth: usize| row.get(nth).copied().unwrap_or_default();
                bytes.extend([byte(nth), byte(half + nth)]);
            }
        }
    }
    bytes
}

/// Bytes of a woven matrix.
pub(crate) fn woven_length(outputs: usize, width: usize) -> usize {
    outputs.next_multiple_of(LANES) * width.next_multiple_of(2)
}

/// A matrix of weights, with a scale and a bias for each output.
#[derive(Clone, Copy)]
pub(crate) struct Linear<'a> {
    pub(crate) woven: &'a [u8],
    pub(crate) scales: &'a [f32],
    pub(crate) biases: &'a [f32],
    /// Number of inputs.
    pub(crate) width: usize,
}

impl Linear<'_> {
    /// Multiplies each row of numbers with the matrix; `out` has a row for each.
    pub(crate) fn apply(&self, input: &Rounded, out: &mut Vec<f32>) {
        out.resize(input.scales.len() * self.scales.len(), 0.0);
        dispatch!(Level::new(), simd => self.multiply(simd, input, out));
    }

    #[inline(always)]
    fn multiply<S: Simd>(&self, simd: S, input: &Rounded, out: &mut [f32]) {
        let outputs = self.scales.len();
        let half = self.width.div_ceil(2);
        let blocks = self.woven.chunks_exact(2 * LANES * half);
        let columns = self.scales.chunks(LANES).zip(self.biases.chunks(LANES));
        for ((nth, block), (own, biases)) in blocks.enumerate().zip(columns) {
            let columns = nth * LANES..nth * LANES + own.len();
            let (own, biases) = (load(simd, own), load(simd, biases));
            let rows = input.pairs.chunks_exact(ROWS * half);
            let mut outs = out.chunks_exact_mut(outputs).zip(&input.scales);
            for rows in rows {
                for (sums, (out, scale)) in products(simd, rows, block).into_iter().zip(&mut outs) {
                    let sums: f32x16<S> = sums.to_float();
                    store(sums * (own * *scale) + biases, &mut out[columns.clone()]);
                }
            }
        }
    }
}

/// The products of [`ROWS`] rows with a block of weights.
#[inline(always)]
fn products<S: Simd>(simd: S, rows: &[i32], block: &[u8]) -> [i32x16<S>; ROWS] {
    let half = rows.len() / ROWS;
    let rows: [&[i32]; ROWS] = std::array::from_fn(|nth| &rows[nth * half..][..half]);
    let mut sums = [i32x16::splat(simd, 0); ROWS];
    let weights = block.chunks_exact(2 * LANES);
    for (nth, weights) in weights.enumerate().take(half) {
        let weights = widened(simd, weights);
        for (sum, row) in sums.iter_mut().zip(rows) {
            let pair: i16x32<S> = i32x16::splat(simd, row[nth]).bitcast();
            *sum += pair.pairwise_dot_product(weights);
        }
    }
    sums
}

/// The whole numbers of a piece of bytes, and 0 where it is too short.
#[inline(always)]
fn widened<S: Simd>(simd: S, piece: &[u8]) -> i16x32<S> {
    let mut bytes = [0; 2 * LANES];
    let piece = if piece.len() == bytes.len() {
        piece
    } else {
        bytes[..piece.len()].copy_from_slice(piece);
        &bytes
    };
    let bytes: i8x32<S> = u8x32::from_slice(simd, piece).bitcast();
    let (low, high) = bytes.widen();
    low.combine(high)
}

/// The product of two vectors of bytes, and of the second one with itself, in one go.
pub(crate) fn dot(one: &[u8], other: &[u8]) -> (i32, i32) {
    dispatch!(Level::new(), simd => {
        let mut sums = [i32x16::splat(simd, 0); 2];
        for (one, other) in one.chunks(2 * LANES).zip(other.chunks(2 * LANES)) {
            let [one, other] = [widened(simd, one), widened(simd, other)];
            sums[0] += one.pairwise_dot_product(other);
            sums[1] += other.pairwise_dot_product(other);
        }
        (sums[0].reduce_sum(), sums[1].reduce_sum())
    })
}

/// Adds up multiples of pieces of rows, for each of [`ROWS`] rows of factors.
#[inline(always)]
pub(crate) fn mixed<'a, S: Simd>(
    simd: S,
    factors: [&[f32]; ROWS],
    rows: impl Iterator<Item = &'a [f32]>,
) -> [f32x16<S>; ROWS] {
    let mut sums = [f32x16::splat(simd, 0.0); ROWS];
    for (nth, row) in rows.enumerate() {
        let row = load(simd, row);
        for (sum, factors) in sums.iter_mut().zip(factors) {
            *sum += row * factors[nth];
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Outputs and inputs of matrices: full blocks, and those that are not.
    const SIZES: [(usize, usize); 4] = [(5, 3), (16, 32), (17, 33), (40, 50)];

    #[test]
    fn a_matrix_multiplies_as_by_hand() {
        for (outputs, width) in SIZES {
            let number = |nth: usize| i8::try_from(nth % 15).unwrap() - 7;
            let row = |output: usize| (0..width).map(move |it| number(output * 3 + it));
            let byte = |it: i8| it.cast_unsigned();
            let rows = (0..outputs).map(|output| row(output).map(byte).collect());
            let linear = Linear {
                woven: &woven(&rows.collect::<Vec<_>>(), width),
                scales: &vec![0.5; outputs],
                biases: &vec![1.0; outputs],
                width,
            };
            let rows = (0..5 * width).map(|it| f32::from(number(it * it)));
            let rows: Vec<f32> = rows.collect();
            let mut input = Rounded::default();
            input.fill(&rows, width);
            let mut out = Vec::new();
            linear.apply(&input, &mut out);
            for (nth, got) in out.iter().enumerate() {
                let numbers = &rows[nth / outputs * width..];
                let products = numbers.iter().zip(row(nth % outputs));
                let sum: f32 = products.map(|(a, b)| a * f32::from(b)).sum();
                assert!((got - 0.5 * sum - 1.0).abs() < 0.5, "{nth}: {got} {sum}");
            }
        }
    }

    #[test]
    fn the_longest_row_does_not_overflow() {
        let linear = Linear {
            woven: &woven(&[vec![127; WIDEST]], WIDEST),
            scales: &[1.0],
            biases: &[0.0],
            width: WIDEST,
        };
        let mut input = Rounded::default();
        input.fill(&vec![1.0; WIDEST], WIDEST);
        let mut out = Vec::new();
        linear.apply(&input, &mut out);
        let wanted = 127.0 * 8192.0;
        assert!((out[0] - wanted).abs() / wanted < 1e-3, "{out:?}");
    }
}
