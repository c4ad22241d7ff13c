//! Attention: each piece of a text takes on what the pieces that fit it say.

#![allow(
    clippy::inline_always,
    reason = "instructions are chosen where functions are inlined"
)]

use fearless_simd::{Level, Simd, dispatch};

use super::functions::softmax;
use super::kernel::{LANES, ROWS, mixed, store};

/// Rows of queries, keys and values: one for each piece, each of all heads side by side.
pub(crate) struct Attention<'a> {
    pub(crate) query: &'a [f32],
    pub(crate) key: &'a [f32],
    pub(crate) value: &'a [f32],
    /// Length of a row.
    pub(crate) width: usize,
    pub(crate) heads: usize,
}

impl Attention<'_> {
    /// Mixes the values of all pieces for each piece: those whose keys fit its query count most.
    pub(crate) fn apply(&self, out: &mut Vec<f32>) {
        out.resize(self.query.len(), 0.0);
        let size = self.width / self.heads;
        for first in (0..self.width).step_by(size) {
            dispatch!(Level::new(), simd => self.head(simd, first, size, out));
        }
    }

    /// Mixes the numbers of a head.
    #[inline(always)]
    fn head<S: Simd>(&self, simd: S, first: usize, size: usize, out: &mut [f32]) {
        let count = self.query.len() / self.width;
        let columns = count.next_multiple_of(LANES);
        #[allow(clippy::cast_precision_loss, reason = "a head has few dimensions")]
        let factor = 1.0 / (size as f32).sqrt();
        // A row for each dimension, so that all pieces are multiplied at once.
        let mut keys = vec![0.0; size * columns];
        for (piece, row) in self.key.chunks_exact(self.width).enumerate() {
            for (nth, number) in row[first..first + size].iter().enumerate() {
                keys[nth * columns + piece] = *number * factor;
            }
        }
        let mut shares = vec![0.0; ROWS * columns];
        let queries = self.query.chunks(ROWS * self.width);
        for (queries, out) in queries.zip(out.chunks_mut(ROWS * self.width)) {
            // The last rows are made several times where there are fewer.
            let last = queries.len() / self.width - 1;
            let row = |nth: usize| &queries[nth.min(last) * self.width + first..][..size];
            let queries: [&[f32]; ROWS] = std::array::from_fn(row);
            for column in (0..columns).step_by(LANES) {
                let keys = keys.chunks_exact(columns);
                let keys = keys.map(|row| &row[column..column + LANES]);
                let fits = mixed(simd, queries, keys);
                for (fits, shares) in fits.into_iter().zip(shares.chunks_exact_mut(columns)) {
                    store(fits, &mut shares[column..column + LANES]);
                }
            }
            for shares in shares.chunks_exact_mut(columns) {
                shares[count..].fill(f32::MIN);
                softmax(simd, shares);
            }
            let share = |nth: usize| &shares[nth * columns..][..count];
            let shares: [&[f32]; ROWS] = std::array::from_fn(share);
            for column in (first..first + size).step_by(LANES) {
                let some = column..(column + LANES).min(first + size);
                let values = self.value.chunks_exact(self.width);
                let values = values.map(|row| &row[some.clone()]);
                let sums = mixed(simd, shares, values);
                for (sums, out) in sums.into_iter().zip(out.chunks_exact_mut(self.width)) {
                    store(sums, &mut out[some.clone()]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_gets_the_same_bits() {
        let width = 40;
        let number = |nth: usize| f32::from(u8::try_from(nth * nth % 251).unwrap()) / 50.0 - 2.5;
        let rows = |first| {
            (first..first + 37 * width)
                .map(number)
                .collect::<Vec<f32>>()
        };
        let (query, key, value) = (rows(3), rows(5), rows(7));
        let attention = Attention {
            query: &query,
            key: &key,
            value: &value,
            width,
            heads: 1,
        };
        let mut best = Vec::new();
        attention.apply(&mut best);
        // The instructions that every processor has.
        let mut plain = vec![0.0; best.len()];
        dispatch!(Level::baseline(), simd => attention.head(simd, 0, width, &mut plain));
        assert_eq!(best, plain);
        assert!(best.iter().all(|it| (-2.5..2.5).contains(it)), "{best:?}");
    }
}
