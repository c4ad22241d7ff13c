use super::*;
use proptest::prelude::*;

const BASE: &str = "---\nid: note-abc123\ntitle: One\nstatus: active\ntags: [a, b]\n\
                    updated: 2026-11-20\n---\nx\ny\nz\n";

#[test]
fn a_change_of_one_side_counts() {
    let ours = BASE.replace("One", "Two").replace("x\n", "X\n");
    let theirs = BASE
        .replace("active", "archived")
        .replace("z\n", "z\nmore\n")
        .replace("a, b", "b, c");
    let merged = merge(Some(BASE), &ours, &theirs);
    let expected = "---\nid: note-abc123\ntitle: Two\nstatus: archived\n\
                    tags: [b, c]\nupdated: 2026-11-20\n---\nX\ny\nz\nmore\n";
    assert_eq!(merged, expected);
    assert_eq!(merge(Some(BASE), BASE, &ours), ours);
}

#[test]
fn of_two_changes_the_later_counts_and_the_body_loses_nothing() {
    let ours = BASE
        .replace("One", "Ours")
        .replace("11-20", "11-22")
        .replace("y\n", "ours\n")
        .replace("a, b", "a, b, c");
    let theirs = BASE
        .replace("One", "Theirs")
        .replace("11-20", "11-21")
        .replace("y\n", "theirs\n")
        .replace("a, b", "b, d");
    let merged = merge(Some(BASE), &ours, &theirs);
    let expected = "---\nid: note-abc123\ntitle: Ours\nstatus: active\n\
                    tags: [b, c, d]\nupdated: 2026-11-22\n---\nx\nours\ntheirs\nz\n";
    assert_eq!(merged, expected);
}

#[test]
fn a_record_counts_more_than_what_cannot_be_read_as_one() {
    let broken = "zzz: not a record";
    assert_eq!(merge(Some(BASE), BASE, broken), BASE);
    assert_eq!(merge(Some(BASE), broken, BASE), BASE);
    assert_eq!(merge(None, "a", "b"), merge(None, "b", "a"));
}

#[test]
fn a_list_is_joined_whatever_its_key_is_called() {
    let base = BASE.replace("tags: [a, b]", "impactedPaths: [a, b]");
    let ours = base.replace("a, b", "a, b, c");
    let theirs = base.replace("a, b", "b, d");
    let merged = merge(Some(&base), &ours, &theirs);
    assert!(merged.contains("impactedPaths: [b, c, d]\n"), "{merged}");
}

proptest! {
    #[test]
    fn it_is_symmetric_and_reads_as_a_record(
        lines in proptest::collection::vec("[a-c]", 0..4),
        sides in proptest::array::uniform2((
            "[A-C]",
            20..23u32,
            proptest::collection::vec("[a-e]", 0..4),
        )),
    ) {
        let file = |title: &str, day: u32, lines: &[String]| {
            let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
            format!(
                "---\nid: note-abc123\ntitle: {title}\nstatus: active\nscope: project\n\
                 updated: 2026-11-{day}\n---\n{body}"
            )
        };
        let base = file("A", 20, &lines);
        let [ours, theirs] = sides.map(|(title, day, lines)| file(&title, day, &lines));
        let merged = merge(Some(&base), &ours, &theirs);
        prop_assert_eq!(&merged, &merge(Some(&base), &theirs, &ours));
        let reading = crate::record::reading::read(merged.as_bytes());
        prop_assert!(reading.faults.is_empty(), "{}", merged);
        prop_assert_eq!(merge(Some(&base), &ours, &ours), ours);
    }
}

fn marks() -> Marks {
    Marks::new(7, ["HEAD", "base", "topic"])
}

fn marked(base: &str, ours: &str, theirs: &str) -> Merged {
    merge_marked(Some(base), ours, theirs, &marks()).unwrap()
}

#[test]
fn conflicts_are_marked_and_front_matter_stays_valid() {
    let ours = BASE
        .replace("One", "Ours")
        .replace("y\n", "ours\n")
        .replace("11-20", "11-21");
    let theirs = BASE
        .replace("One", "Theirs")
        .replace("y\n", "theirs\n")
        .replace("11-20", "11-22")
        .replace("a, b", "b");
    let merged = marked(BASE, &ours, &theirs);
    let expected = "---\nid: note-abc123\ntitle: Ours\nstatus: active\ntags: [b]\n\
                    updated: 2026-11-22\n---\n\
                    <<<<<<< HEAD\n=======\ntitle: Theirs\n>>>>>>> topic\n\
                    x\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\nz\n";
    assert_eq!(merged.text, expected);
    assert!(!merged.is_clean);
    let conflict = crate::record::conflict::Conflict::of(&merged.text).unwrap();
    let side = |text: &str| text.replace("11-21", "11-22").replace("a, b", "b");
    assert_eq!(conflict.ours, side(&ours));
    assert_eq!(conflict.theirs, side(&theirs));
}

#[test]
fn a_change_outlives_a_removal_and_remarks_are_not_lost() {
    let base = BASE.replace("tags", "owner: ann\ntags");
    let ours = BASE.to_owned();
    let theirs = base.replace("ann", "bob");
    assert_eq!(
        marked(&base, &ours, &theirs)
            .text
            .matches("owner: bob")
            .count(),
        1
    );
    let ours = BASE.replace("a, b]", "a, b, c] # why");
    let theirs = BASE.replace("a, b]", "b]");
    let merged = marked(BASE, &ours, &theirs);
    assert!(
        merged.text.contains("# why") && !merged.is_clean,
        "{}",
        merged.text
    );
}

#[test]
fn line_ends_and_a_byte_order_mark_are_those_of_the_side_that_changed_them() {
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let ours = BASE.replace("x\n", "X\n");
    let theirs = BASE.replace("z\n", "Z\n");
    let both = ours.replace("z\n", "Z\n");
    for (base, ours, theirs, expected) in [
        (
            windows(BASE),
            windows(&ours),
            windows(&theirs),
            windows(&both),
        ),
        (
            BASE.to_owned(),
            windows(&ours),
            theirs.clone(),
            windows(&both),
        ),
        (windows(BASE), ours.clone(), windows(&theirs), both.clone()),
        (BASE.to_owned(), ours.clone(), windows(BASE), windows(&ours)),
    ] {
        assert_eq!(marked(&base, &ours, &theirs).text, expected);
        assert_eq!(marked(&base, &theirs, &ours).text, expected);
    }
    let last = |text: &str| text.trim_end().to_owned();
    assert_eq!(
        marked(&last(BASE), &last(&ours), &last(BASE)).text,
        last(&ours)
    );
}

#[test]
fn front_matter_that_is_not_written_by_lines_is_not_split() {
    for odd in [
        "text\n",
        "---\n{id: note-abc123}\n---\n",
        "---\nid: note-abc123\n\"title\": x\n---\n",
        "---\nid: note-abc123\nid: note-abc123\n---\n",
        "---\nid: note-abc123\n",
    ] {
        assert_eq!(merge_marked(Some(BASE), BASE, odd, &marks()), None, "{odd}");
        assert_eq!(merge_marked(Some(BASE), odd, BASE, &marks()), None, "{odd}");
    }
    // Each side is valid; in the merged text, `*x` is undefined.
    let base = BASE.replace("active", "&x active");
    let theirs = base.replace("updated", "category: *x\nupdated");
    assert_eq!(merge_marked(Some(&base), BASE, &theirs, &marks()), None);
}

#[test]
fn conflicts_in_the_base_are_not_lost() {
    // Two merges of the same two branches, with different decisions, and merged in turn: git merges
    // the two bases first, and the result is the base.
    let (one, two) = (BASE.replace("One", "1"), BASE.replace("One", "2"));
    let base = merge_marked(Some(BASE), &one, &two, &Marks::new(9, ["a", "b", "c"])).unwrap();
    for (ours, theirs) in [(&one, &two), (&two, &one)] {
        let merged = marked(&base.text, ours, theirs);
        assert!(!merged.is_clean, "{}", merged.text);
        assert!(marked(&base.text, ours, ours).is_clean);
    }
}

#[test]
fn each_side_takes_out_its_own_of_two_equal_lines() {
    let body = |lines: &str| BASE.replace("x\ny\nz\n", lines);
    let (base, ours, theirs) = (body("c\na\nc\n"), body("a\nc\n"), body("c\na\n"));
    let merged = marked(&base, &ours, &theirs);
    assert!(merged.is_clean);
    assert_eq!(merged.text, body("a\n"));
    assert_eq!(merge(Some(&base), &theirs, &ours), body("a\n"));
}

proptest! {
    #[test]
    fn a_marked_merge_is_symmetric_and_loses_nothing(
        sides in proptest::array::uniform3((
            "[A-C]", 20..23u32, proptest::collection::vec("[a-e]", 0..6),
            proptest::collection::btree_set("[s-w]", 0..4), proptest::bool::ANY,
        )),
    ) {
        let [base, ours, theirs] = sides.map(|(title, day, lines, tags, is_windows)| {
            let tags: Vec<String> = tags.into_iter().collect();
            let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let text = format!(
                "---\nid: note-abc123\ntitle: {title}\nstatus: active\nscope: project\n\
                 tags: [{}]\nupdated: 2026-11-{day}\n---\n{body}", tags.join(", "));
            if is_windows { text.replace('\n', "\r\n") } else { text }
        });
        let merged = marked(&base, &ours, &theirs);
        let turned = marked(&base, &theirs, &ours);
        prop_assert_eq!(merged.is_clean, turned.is_clean);
        if merged.is_clean {
            prop_assert_eq!(&merged.text, &turned.text);
        }
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(|line| line.replace("HEAD", "topic")
                .replace('>', "<")).collect();
            lines.sort();
            lines
        };
        prop_assert_eq!(sorted(&merged.text), sorted(&turned.text));
        let reading = crate::record::reading::read(merged.text.as_bytes());
        prop_assert!(reading.header.is_some(), "{}", merged.text);
        prop_assert_eq!(reading.faults.is_empty(), merged.is_clean);
        // Every line of a side is there, except those that the other side took out. A line may be
        // there twice, and each side take out another one.
        let count = |text: &str, line: &str| text.lines().filter(|own| *own == line).count();
        for (side, other) in [(&ours, &theirs), (&theirs, &ours)] {
            for line in side.lines() {
                if line.len() != 1 && !line.starts_with("title") {
                    continue;
                }
                let is_taken = count(&base, line) > count(other, line);
                let is_there = count(&merged.text, line) > 0;
                prop_assert!(is_taken || is_there, "{} of\n{}", line, merged.text);
            }
        }
        for (ours, theirs, expected) in [
            (&ours, &base, &ours),
            (&base, &theirs, &theirs),
            (&ours, &ours, &ours),
        ] {
            prop_assert_eq!(&marked(&base, ours, theirs).text, expected);
        }
    }
}
