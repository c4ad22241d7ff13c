//! The functions that a model applies to numbers, one by one or to a row.
//!
//! `exp` and `erf` are computed here, as those of the system differ from machine to machine.

#![allow(
    clippy::cast_precision_loss,
    clippy::inline_always,
    reason = "rows are short; instructions are chosen where functions are inlined"
)]

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x16, u32x16};

use super::kernel::{LANES, ROUNDING, load, store};

/// Adds one row of numbers to another.
pub(crate) fn add(to: &mut [f32], more: &[f32]) {
    for (to, more) in to.iter_mut().zip(more) {
        *to += more;
    }
}

/// Brings each row to a mean of 0 and a variance of 1, then scales and shifts its numbers.
pub(crate) fn normalize(rows: &mut [f32], scales: &[f32], shifts: &[f32], epsilon: f32) {
    for row in rows.chunks_exact_mut(scales.len()) {
        dispatch!(Level::new(), simd => normalize_row(simd, row, scales, shifts, epsilon));
    }
}

#[inline(always)]
fn normalize_row<S: Simd>(simd: S, row: &mut [f32], scales: &[f32], shifts: &[f32], epsilon: f32) {
    let mut all = f32x16::splat(simd, 0.0);
    for piece in row.chunks(LANES) {
        all += load(simd, piece);
    }
    let mean = sum(all) / row.len() as f32;
    row.iter_mut().for_each(|it| *it -= mean);
    let mut squares = f32x16::splat(simd, 0.0);
    for piece in row.chunks(LANES) {
        let numbers = load(simd, piece);
        squares += numbers * numbers;
    }
    let factor = 1.0 / (sum(squares) / row.len() as f32 + epsilon).sqrt();
    let norms = scales.chunks(LANES).zip(shifts.chunks(LANES));
    for (piece, (scales, shifts)) in row.chunks_mut(LANES).zip(norms) {
        let numbers = load(simd, piece) * factor;
        store(numbers * load(simd, scales) + load(simd, shifts), piece);
    }
}

/// The sum of all lanes, the first ones first.
#[inline(always)]
fn sum<S: Simd>(numbers: f32x16<S>) -> f32 {
    numbers.as_slice().iter().sum()
}

/// Turns numbers into shares that sum up to 1. There are as many as fill all lanes, of which the last
/// ones may be [`f32::MIN`].
#[inline(always)]
pub(crate) fn softmax<S: Simd>(simd: S, numbers: &mut [f32]) {
    let mut most = f32x16::splat(simd, f32::MIN);
    for piece in numbers.chunks_exact(LANES) {
        most = most.max(load(simd, piece));
    }
    let most = most.reduce_max();
    let mut all = f32x16::splat(simd, 0.0);
    for piece in numbers.chunks_exact_mut(LANES) {
        let share = exp(load(simd, piece) - most);
        all += share;
        store(share, piece);
    }
    let factor = 1.0 / sum(all);
    for piece in numbers.chunks_exact_mut(LANES) {
        store(load(simd, piece) * factor, piece);
    }
}

/// The activation function of BERT.
pub(crate) fn gelu(numbers: &mut [f32]) {
    dispatch!(Level::new(), simd => {
        for piece in numbers.chunks_mut(LANES) {
            let x = load(simd, piece);
            store(x * 0.5 * (erf(x * std::f32::consts::FRAC_1_SQRT_2) + 1.0), piece);
        }
    });
}

/// The error function, by formula 7.1.26 of Abramowitz and Stegun: within 1.5e-7.
#[inline(always)]
fn erf<S: Simd>(x: f32x16<S>) -> f32x16<S> {
    let size = x.abs();
    let t = 1.0 / (size * 0.327_591_1 + 1.0);
    let series = t * 1.061_405_4 - 1.453_152_1;
    let series = (series * t + 1.421_413_8) * t - 0.284_496_72;
    let series = (series * t + 0.254_829_6) * t;
    (1.0 - series * exp(-size * size)).copysign(x)
}

/// The exponential function: a power of two, and a polynomial for the rest.
#[inline(always)]
fn exp<S: Simd>(x: f32x16<S>) -> f32x16<S> {
    let x = x.max(-87.0).min(88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUNDING;
    let whole = shifted - ROUNDING;
    // ln 2 in two parts, the first with few bits, so that the difference is exact.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = rest * 0.001_388_889 + 0.008_333_334;
    let series = (series * rest + 0.041_666_67) * rest + 0.166_666_67;
    let series = ((series * rest + 0.5) * rest + 1.0) * rest + 1.0;
    let power = (shifted.bitcast::<u32x16<S>>() + 127) << 23;
    series * power.bitcast::<f32x16<S>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exp_of(x: f32) -> f32 {
        dispatch!(Level::new(), simd => exp(f32x16::splat(simd, x)).as_slice()[0])
    }

    fn erf_of(x: f32) -> f32 {
        dispatch!(Level::new(), simd => erf(f32x16::splat(simd, x)).as_slice()[0])
    }

    #[test]
    fn functions_are_as_exact_as_their_type() {
        for nth in -2000_i16..=2000 {
            let x = f32::from(nth) / 50.0;
            let wanted = f64::from(x).exp();
            let off = (f64::from(exp_of(x)) - wanted).abs() / wanted;
            assert!(off < 1e-6, "exp {x}: {off}");
        }
        // From a table of the error function.
        for (x, wanted) in [
            (0.0, 0.0),
            (0.5, 0.520_499_9),
            (1.0, 0.842_700_8),
            (3.0, 0.999_977_9),
        ] {
            assert!((erf_of(x) - wanted).abs() < 1e-6, "{x}");
            assert!((erf_of(-x) + wanted).abs() < 1e-6, "-{x}");
        }
    }
}
