//! Vectors of texts, rounded to bytes.

/// The vector of a text: as long as its model says, each number a byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector(Vec<i8>);

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
        let rounded = numbers.iter().map(|it| (it * factor).round() as i8);
        Self(rounded.collect())
    }

    /// A vector of kept bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|it| it.cast_signed()).collect())
    }

    /// Its bytes, to be kept.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().map(|it| it.cast_unsigned()).collect()
    }

    /// Its length.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.0.len()
    }

    /// True if it points nowhere.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    /// The cosine of the angle to another one, in steps of [`Vector::WHOLE`]: the same whole number
    /// on every machine. 0 for vectors of two models.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "a cosine is at most 1")]
    pub fn cosine(&self, other: &Self) -> i32 {
        if self.0.len() != other.0.len() {
            return 0;
        }
        let product = dot(&self.0, &other.0);
        let lengths = f64::from(dot(&self.0, &self.0)) * f64::from(dot(&other.0, &other.0));
        let cosine = f64::from(product) / lengths.sqrt().max(f64::MIN_POSITIVE);
        (cosine * f64::from(Self::WHOLE)).round() as i32
    }
}

fn dot(one: &[i8], other: &[i8]) -> i32 {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(a, b)| i32::from(i16::from(*a) * i16::from(*b)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cosine_is_of_directions() {
        let [right, up, back] =
            [[2.0, 0.0], [0.0, 0.5], [-7.0, 0.0]].map(|numbers| Vector::of(&numbers));
        let long = Vector::of(&[1.0, 1.0, 1.0]);
        for (one, other, wanted) in [
            (&right, &right, Vector::WHOLE),
            (&right, &up, 0),
            (&right, &back, -Vector::WHOLE),
            (&right, &Vector::of(&[1.0, 1.0]), 7071),
            (&right, &long, 0),
            (&right, &Vector::of(&[0.0, 0.0]), 0),
        ] {
            assert_eq!(one.cosine(other), wanted, "{one:?} {other:?}");
        }
        assert_eq!(Vector::from_bytes(&back.to_bytes()), back);
    }
}
