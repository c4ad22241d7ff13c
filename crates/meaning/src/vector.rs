//! Vectors of texts, rounded to bytes.

use super::kernel::dot;

/// The vector of a text: as long as its model says, each number a byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector {
    bytes: Vec<u8>,
    /// The product with itself.
    square: i32,
}

impl Vector {
    /// The number of steps of a cosine of 1.
    pub const WHOLE: i32 = 10_000;

    /// Rounds numbers, the largest to the largest byte.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the factor brings every number between -127 and 127"
    )]
    #[must_use]
    pub fn of(numbers: &[f32]) -> Self {
        let largest = numbers.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
        let factor = 127.0 / largest.max(f32::MIN_POSITIVE);
        let rounded = |it: &f32| ((it * factor).round() as i8).cast_unsigned();
        Self::of_bytes(numbers.iter().map(rounded).collect())
    }

    /// A vector of kept bytes.
    #[must_use]
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        let (square, _) = dot(&bytes, &bytes);
        Self { bytes, square }
    }

    /// Its bytes, to be kept.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its length.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.bytes.len()
    }

    /// The cosine of the angle to another one, in steps of [`Vector::WHOLE`]: the same whole number
    /// on every machine. 0 for vectors of two models.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> i32 {
        self.cosine_to(&other.bytes)
    }

    /// [`Self::cosine`] to a vector of kept bytes.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a cosine is at most 1")]
    pub fn cosine_to(&self, bytes: &[u8]) -> i32 {
        if self.bytes.len() != bytes.len() {
            return 0;
        }
        let (product, square) = dot(&self.bytes, bytes);
        let lengths = f64::from(self.square) * f64::from(square);
        let cosine = f64::from(product) / lengths.sqrt().max(f64::MIN_POSITIVE);
        (cosine * f64::from(Self::WHOLE)).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_is_of_directions() {
        let [right, up, back] =
            [[2.0, 0.0], [0.0, 0.5], [-7.0, 0.0]].map(|numbers| Vector::of(&numbers));
        let long = Vector::of(&[1.0, 1.0, 1.0]);
        // Longer than what is multiplied at once.
        let longer = Vector::of(&[-1.0; 70]);
        for (one, other, wanted) in [
            (&right, &right, Vector::WHOLE),
            (&right, &up, 0),
            (&right, &back, -Vector::WHOLE),
            (&right, &Vector::of(&[1.0, 1.0]), 7071),
            (&right, &long, 0),
            (&longer, &longer, Vector::WHOLE),
            (&right, &Vector::of(&[0.0, 0.0]), 0),
        ] {
            assert_eq!(one.cosine(other), wanted, "{one:?} {other:?}");
        }
    }
}
