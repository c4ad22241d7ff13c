//! A pack of only the records for some files or a question.

use std::convert::Infallible;

use super::answers::Answers;
use super::item::Item;
use crate::context::fence::NOTICE;
use git_memory_text::budget::Size;

/// The texts that there is room for, the first ones whole or in part, and how many they are; empty
/// if there is no room for any.
#[must_use]
pub fn fill_only(most: Size, items: &[Item]) -> (String, usize) {
    let room = most.without(most.measure(NOTICE));
    let mut items = items.iter().cloned();
    let Ok(answers) = Answers::of::<Infallible>(room, &mut || Ok(items.next()));
    if answers.told.is_empty() {
        return (String::new(), 0);
    }
    (format!("{NOTICE}{}", answers.text()), answers.told.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn item(nth: usize, brief: usize, full: usize) -> Item {
        Item {
            origin: format!("id=dec-{nth:06}"),
            brief: format!("Use it — {}", "brief words ".repeat(brief)),
            full: Some(format!(
                "## Decision\n\n{}",
                "a telling line of words\n".repeat(full)
            )),
            ..Item::default()
        }
    }

    fn named(text: &str, count: usize) -> Vec<usize> {
        let mut named: Vec<usize> = (0..count).collect();
        named.retain(|nth| text.contains(&format!("id=dec-{nth:06}")));
        named
    }

    #[test]
    fn one_text_has_all_of_the_room() {
        let (text, _) = fill_only(Size::at_most(Some(600), None, None), &[item(0, 4, 15)]);
        assert!(text.contains("## Decision"), "{text}");
        assert!(text.len() > 450, "{text}");
        let none = (String::new(), 0);
        let few = Size::at_most(Some(90), None, None);
        assert_eq!(fill_only(few, &[item(0, 4, 9)]), none);
        assert_eq!(fill_only(Size::at_most(None, None, None), &[]), none);
    }

    #[test]
    fn the_first_text_is_whole_if_it_fits_and_gets_what_is_left() {
        let most = Size::at_most(Some(900), None, None);
        let (text, _) = fill_only(most, &[item(0, 2, 20), item(1, 2, 20)]);
        assert!(
            text.contains(&"a telling line of words\n".repeat(20)),
            "{text}"
        );
        let (text, _) = fill_only(most, &[item(0, 2, 90), item(1, 2, 3), item(2, 2, 0)]);
        assert!(text.contains("[…]"), "{text}");
        assert!(text.len() > 840, "{} {text}", text.len());
    }

    proptest! {
        #[test]
        fn more_room_only_adds(
            sizes in prop::collection::vec((0_usize..12, 0_usize..30), 1..8),
            most in 0_usize..900,
            more in 0_usize..300,
            unit in 0_usize..3,
        ) {
            let mut items = Vec::new();
            for (nth, &(brief, full)) in sizes.iter().enumerate() {
                items.push(item(nth, brief, full));
            }
            let size = |most: usize| match unit {
                0 => Size::at_most(Some(4 * most), None, None),
                1 => Size::at_most(None, Some(most / 6), None),
                _ => Size::at_most(None, None, Some(most)),
            };
            let (small, count) = fill_only(size(most), &items);
            let (large, _) = fill_only(size(most + more), &items);
            prop_assert!(size(most).holds(size(most).measure(&small)));
            let (small, large) = (named(&small, items.len()), named(&large, items.len()));
            prop_assert!(small.iter().all(|nth| large.contains(nth)), "{small:?} {large:?}");
            let mut named = small.clone();
            named.sort_unstable();
            prop_assert_eq!(&named, &(0..count).collect::<Vec<_>>(), "the best ones");
        }
    }
}
