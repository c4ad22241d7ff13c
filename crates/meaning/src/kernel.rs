//! The arithmetic of a model: loops over numbers that the compiler turns into vector instructions.
//!
//! Products of whole numbers are added up as whole numbers, and fractions always in the same order
//! without a fused multiplication, so every machine gets the same bits. For the same reason `exp`
//! and `erf` are computed here: those of the system differ.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "numbers are rounded on purpose, and sums of products are below 2^31"
)]

use wide::{i16x8, i32x4};

/// Largest magnitude of a rounded activation: with weights of 8 bits and rows of at most
/// [`WIDEST`], sums stay below 2^31.
const FINEST: f32 = 2047.0;
/// The longest row of a matrix.
pub(crate) const WIDEST: usize = 8192;
/// A number that leaves no bits for a fraction when it is added.
const ROUNDING: f32 = 12_582_912.0;
/// Numbers that a processor multiplies at once.
const LANES: usize = 8;
/// Rows of weights, and rows of activations, that are multiplied with each other at once.
const ROWS: usize = 4;
const TOKENS: usize = 2;

/// Rows of numbers as whole numbers, each row with its own scale.
#[derive(Default)]
pub(crate) struct Rounded {
    /// A row has as many as its width needs; the last lanes may be 0.
    lanes: Vec<i16x8>,
    scales: Vec<f32>,
}

impl Rounded {
    /// Rounds rows of a width.
    pub(crate) fn fill(&mut self, rows: &[f32], width: usize) {
        self.lanes.clear();
        self.scales.clear();
        for row in rows.chunks_exact(width) {
            let largest = row.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            let scale = (largest / FINEST).max(f32::MIN_POSITIVE);
            let factor = 1.0 / scale;
            // The low bits of the sum are the nearest whole number.
            let round = |it: &f32| (it * factor + ROUNDING).to_bits() as i16;
            self.lanes
                .extend(row.chunks(LANES).map(|it| lanes(it, round)));
            self.scales.push(scale);
        }
    }
}

/// The numbers of a piece of a row, side by side.
fn lanes<T>(piece: &[T], number: impl Fn(&T) -> i16) -> i16x8 {
    let mut numbers = [0; LANES];
    for (lane, it) in numbers.iter_mut().zip(piece) {
        *lane = number(it);
    }
    i16x8::new(numbers)
}

/// A matrix of weights: a row for each output, with its scale and its bias.
#[derive(Clone, Copy)]
pub(crate) struct Linear<'a> {
    pub(crate) weights: &'a [u8],
    pub(crate) scales: &'a [f32],
    pub(crate) biases: &'a [f32],
    /// Length of a row.
    pub(crate) width: usize,
}

impl Linear<'_> {
    /// Multiplies each row of numbers with the matrix; `out` has a row for each.
    pub(crate) fn apply(&self, input: &Rounded, out: &mut Vec<f32>) {
        let outputs = self.scales.len();
        let length = self.width.div_ceil(LANES);
        out.clear();
        out.resize(input.scales.len() * outputs, 0.0);
        let mut rows = vec![i16x8::ZERO; ROWS * length];
        for first in (0..outputs).step_by(ROWS) {
            let last = outputs.min(first + ROWS);
            let weights = self.weights[first * self.width..last * self.width].chunks(self.width);
            for (wide, bytes) in rows.chunks_exact_mut(length).zip(weights) {
                for (wide, bytes) in wide.iter_mut().zip(bytes.chunks(LANES)) {
                    *wide = lanes(bytes, |byte| i16::from(byte.cast_signed()));
                }
            }
            let mut put = |token: usize, sums: [i32; ROWS]| {
                let scale = input.scales[token];
                for (output, sum) in (first..last).zip(sums) {
                    let value = sum as f32 * (scale * self.scales[output]);
                    out[token * outputs + output] = value + self.biases[output];
                }
            };
            let mut pairs = input.lanes.chunks_exact(TOKENS * length);
            let mut token = 0;
            for pair in &mut pairs {
                for sums in products::<TOKENS>(pair, &rows, length) {
                    put(token, sums);
                    token += 1;
                }
            }
            for single in pairs.remainder().chunks_exact(length) {
                put(token, products::<1>(single, &rows, length)[0]);
                token += 1;
            }
        }
    }
}

/// The products of some rows of activations with [`ROWS`] rows of weights.
fn products<const COUNT: usize>(
    tokens: &[i16x8],
    rows: &[i16x8],
    length: usize,
) -> [[i32; ROWS]; COUNT] {
    let row = |nth: usize| &rows[nth * length..][..length];
    let token = |nth: usize| &tokens[nth * length..][..length];
    let rows: [&[i16x8]; ROWS] = std::array::from_fn(row);
    let tokens: [&[i16x8]; COUNT] = std::array::from_fn(token);
    let mut sums = [[i32x4::ZERO; ROWS]; COUNT];
    for nth in 0..length {
        for (sums, token) in sums.iter_mut().zip(tokens) {
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum += token[nth].dot(row[nth]);
            }
        }
    }
    sums.map(|sums| sums.map(|lanes| lanes.to_array().iter().sum()))
}

/// Brings each row to a mean of 0 and a variance of 1, then scales and shifts its numbers.
pub(crate) fn normalize(rows: &mut [f32], scales: &[f32], shifts: &[f32], epsilon: f32) {
    let width = scales.len();
    for row in rows.chunks_exact_mut(width) {
        let mean = sum(row) / width as f32;
        row.iter_mut().for_each(|it| *it -= mean);
        let squares: Vec<f32> = row.iter().map(|it| it * it).collect();
        let factor = 1.0 / (sum(&squares) / width as f32 + epsilon).sqrt();
        for ((it, scale), shift) in row.iter_mut().zip(scales).zip(shifts) {
            *it = *it * factor * scale + shift;
        }
    }
}

/// A sum in eight lanes, always the same ones.
fn sum(numbers: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let mut chunks = numbers.chunks_exact(8);
    for chunk in &mut chunks {
        for (lane, it) in lanes.iter_mut().zip(chunk) {
            *lane += it;
        }
    }
    let rest: f32 = chunks.remainder().iter().sum();
    lanes.iter().sum::<f32>() + rest
}

/// Adds one row of numbers to another.
pub(crate) fn add(to: &mut [f32], more: &[f32]) {
    for (to, more) in to.iter_mut().zip(more) {
        *to += more;
    }
}

/// Adds a multiple of each row to a row, four at a time, so that it is read and written less.
pub(crate) fn add_multiples<'a>(to: &mut [f32], factors: &[f32], row: impl Fn(usize) -> &'a [f32]) {
    let mut groups = factors.chunks_exact(4);
    let mut nth = 0;
    for group in &mut groups {
        let [a, b, c, d] = [row(nth), row(nth + 1), row(nth + 2), row(nth + 3)];
        nth += 4;
        for ((((to, a), b), c), d) in to.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *to += (group[0] * a + group[1] * b) + (group[2] * c + group[3] * d);
        }
    }
    for factor in groups.remainder() {
        for (to, it) in to.iter_mut().zip(row(nth)) {
            *to += factor * it;
        }
        nth += 1;
    }
}

/// Turns numbers into shares that sum up to 1.
pub(crate) fn softmax(numbers: &mut [f32]) {
    let most = numbers.iter().fold(f32::MIN, |most, it| most.max(*it));
    numbers.iter_mut().for_each(|it| *it = exp(*it - most));
    let factor = 1.0 / sum(numbers);
    numbers.iter_mut().for_each(|it| *it *= factor);
}

/// The activation function of BERT.
pub(crate) fn gelu(numbers: &mut [f32]) {
    for it in numbers {
        *it = 0.5 * *it * (1.0 + erf(*it * std::f32::consts::FRAC_1_SQRT_2));
    }
}

/// The error function, by formula 7.1.26 of Abramowitz and Stegun: within 1.5e-7.
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let series = 1.061_405_4 * t - 1.453_152_1;
    let series = (series * t + 1.421_413_8) * t - 0.284_496_72;
    let series = (series * t + 0.254_829_6) * t;
    (1.0 - series * exp(-size * size)).copysign(x)
}

/// The exponential function: a power of two, and a polynomial for the rest.
fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUNDING;
    let whole = shifted - ROUNDING;
    // ln 2 in two parts, the first with few bits, so that the difference is exact.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = 0.001_388_889 * rest + 0.008_333_334;
    let series = (series * rest + 0.041_666_67) * rest + 0.166_666_67;
    let series = ((series * rest + 0.5) * rest + 1.0) * rest + 1.0;
    let power = shifted.to_bits().wrapping_add(127) << 23;
    series * f32::from_bits(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_as_exact_as_their_type() {
        for nth in -2000_i16..=2000 {
            let x = f32::from(nth) / 50.0;
            let wanted = f64::from(x).exp();
            let off = (f64::from(exp(x)) - wanted).abs() / wanted;
            assert!(off < 1e-6, "exp {x}: {off}");
        }
        // From a table of the error function.
        for (x, wanted) in [
            (0.0, 0.0),
            (0.5, 0.520_499_9),
            (1.0, 0.842_700_8),
            (3.0, 0.999_977_9),
        ] {
            assert!((erf(x) - wanted).abs() < 1e-6, "{x}");
            assert!((erf(-x) + wanted).abs() < 1e-6, "-{x}");
        }
    }

    #[test]
    fn a_matrix_multiplies_as_by_hand() {
        // Five outputs: one block of rows, and one that is not full.
        let weights: Vec<u8> = (0..15_i8).map(|it| (it - 7).cast_unsigned()).collect();
        let linear = Linear {
            weights: &weights,
            scales: &[0.5; 5],
            biases: &[1.0; 5],
            width: 3,
        };
        let mut input = Rounded::default();
        input.fill(&[1.0, -1.0, 0.5, 0.0, 0.0, 0.0], 3);
        let mut out = Vec::new();
        linear.apply(&input, &mut out);
        for (output, got) in out[..5].iter().enumerate() {
            let row: Vec<f32> = (0..3).map(|it| (output * 3 + it) as f32 - 7.0).collect();
            let wanted = 0.5 * (row[0] - row[1] + 0.5 * row[2]) + 1.0;
            assert!((got - wanted).abs() < 0.01, "{output}: {got} {wanted}");
        }
        assert!(out[5..].iter().all(|it| (it - 1.0).abs() < 1e-6), "{out:?}");
    }

    #[test]
    fn the_longest_row_does_not_overflow() {
        let weights = vec![127; WIDEST];
        let linear = Linear {
            weights: &weights,
            scales: &[1.0],
            biases: &[0.0],
            width: WIDEST,
        };
        let mut input = Rounded::default();
        input.fill(&vec![1.0; WIDEST], WIDEST);
        let mut out = Vec::new();
        linear.apply(&input, &mut out);
        let wanted = 127.0 * WIDEST as f32;
        assert!((out[0] - wanted).abs() / wanted < 1e-3, "{out:?}");
    }
}
