//! Reads YAML of strangers: an alias (`*name`) stands for all that its anchor holds, so that a few
//! lines can stand for gigabytes. The library gives up only after a hundred times the text.

use std::cell::Cell;
use std::fmt;

use crate::limits;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// Approximate size of a value without its text, in bytes.
const NODE: u64 = 32;

/// Reads a text as YAML. The contents of its aliases may be at most as large as a file.
///
/// # Errors
/// If it is not YAML, not of this form, or stands for more.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, serde_yaml::Error> {
    if text.len() > limits::OPEN_BRACKETS && opened(text) > limits::OPEN_BRACKETS {
        return Err(serde_yaml::Error::custom("it is too deep"));
    }
    // Without aliases, nothing is larger than the text is.
    if text.contains('&') && text.contains('*') {
        let room = Cell::new(limits::ALIAS_BYTES);
        Counting(&room).deserialize(serde_yaml::Deserializer::from_str(text))?;
    }
    serde_yaml::from_str(text)
}

/// The highest number of open brackets, also of those in strings.
fn opened(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// Reads a value and keeps nothing of it, as long as there is room.
#[derive(Clone, Copy)]
struct Counting<'a>(&'a Cell<u64>);

impl Counting<'_> {
    fn take<E: serde::de::Error>(self, bytes: u64) -> Result<(), E> {
        match self.0.get().checked_sub(bytes + NODE) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(E::custom("its aliases stand for more than 1 MiB")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Counting<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counting<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any YAML")
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
        self.take(0)
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<(), E> {
        self.take(0)
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<(), E> {
        self.take(0)
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.take(text.len() as u64)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.take(0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.take(0)?;
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.take(0)?;
        while entries.next_key_seed(self)?.is_some() {
            entries.next_value_seed(self)?;
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<(), A::Error> {
        let ((), value) = tagged.variant_seed(self)?;
        value.newtype_variant_seed(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_yaml::{Mapping, Value};

    /// A text of which each line stands for nine times the content of the line before.
    fn bomb(lines: usize) -> String {
        let mut text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
        for nth in 1..lines {
            let aliases = vec![format!("*a{}", nth - 1); 9].join(", ");
            text.extend([format!("a{nth}: &a{nth} [{aliases}]\n")]);
        }
        text
    }

    #[test]
    fn aliases_stand_for_no_more_than_a_file_may_hold() {
        for lines in [5, 9, 40] {
            let error = read::<Mapping>(&bomb(lines)).unwrap_err().to_string();
            assert!(
                error.contains("aliases") || error.contains("limit"),
                "{error}"
            );
        }
        let third = usize::try_from(limits::ALIAS_BYTES / 3).unwrap();
        let long = "x".repeat(third - 100);
        let text = format!("a: &a {long}\nb: [*a, *a]\n");
        assert!(read::<Mapping>(&text).is_ok());
        let long = "x".repeat(third + 1);
        let text = format!("a: &a {long}\nb: [*a, *a, *a]\n");
        assert!(read::<Mapping>(&text).is_err());
    }

    #[test]
    fn deep_nesting_is_refused_at_once() {
        for open in ["[", "{a: ", "- ["] {
            let text = open.repeat(limits::OPEN_BRACKETS + 1);
            assert!(read::<Value>(&text).is_err());
            let text = open.repeat(200_000);
            assert!(read::<Value>(&text).is_err());
        }
        let text = format!("a: {}{}", "[".repeat(60), "]".repeat(60));
        assert!(read::<Value>(&text).is_ok());
        let text = format!("a: '{}'\n", "[]{".repeat(600));
        assert!(read::<Value>(&text).is_ok());
    }

    #[test]
    fn small_texts_read_as_with_the_library() {
        for text in [
            "a: &x 1\nb: *x\n",
            "a: &x !tag {b: [1.5, null, true, -3, ~]}\nc: *x\n",
            "? &k [1]\n: *k\n",
            "a: 'x & y * z'\n",
            "a: &x\nb: *x\n",
        ] {
            let read = read::<Value>(text).unwrap();
            assert_eq!(read, serde_yaml::from_str::<Value>(text).unwrap(), "{text}");
        }
        assert!(read::<Mapping>("a: *nowhere\nb: &b 1\n").is_err());
    }
}
