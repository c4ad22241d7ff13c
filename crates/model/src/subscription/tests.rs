use super::*;
use git_memory_text::yaml;

const ID: &str = "0123456789012345678901234567890123456789";
const OTHER: &str = "abcdefabcdabcdefabcdabcdefabcdabcdefabcd";

fn org(name: &str) -> Subscription {
    Subscription {
        name: name.parse().unwrap(),
        url: "https://example.com/org.git".to_owned(),
        commit: ID.to_owned(),
        rev: Some("v1".to_owned()),
        folders: vec!["docs/adr".parse().unwrap()],
    }
}

fn read(config: &str) -> Vec<Subscription> {
    let yaml: serde_yaml::Mapping = yaml::read(config).unwrap();
    let entries = yaml[SUBSCRIPTIONS].as_sequence().unwrap();
    let entries = entries.iter().map(Subscription::of_yaml);
    entries.map(Result::unwrap).collect()
}

#[test]
fn a_list_changes_and_all_other_lines_stay() {
    let first = changed_list("# ours\nscan: all", ListChange::Add(&org("org"))).unwrap();
    assert!(first.starts_with("# ours\nscan: all\nsubscriptions:\n"));
    assert_eq!(read(&first), [org("org")]);
    let second = org("base");
    let two = format!("{first}\n# end\nauto: true\n");
    let two = changed_list(&two, ListChange::Add(&second)).unwrap();
    assert!(two.ends_with("\n\n# end\nauto: true\n"), "{two}");
    assert_eq!(read(&two), [org("org"), org("base")]);
    let base = "base".parse().unwrap();
    let moved = changed_list(&two, ListChange::Pin(&base, OTHER)).unwrap();
    assert_eq!(read(&moved)[1].commit, OTHER);
    assert_eq!(moved.lines().count(), two.lines().count());
    let one = changed_list(&moved, ListChange::Remove(&base)).unwrap();
    assert_eq!(one, format!("{first}\n# end\nauto: true\n"));
    let none = changed_list(&one, ListChange::Remove(&"org".parse().unwrap()));
    assert_eq!(none.unwrap(), "# ours\nscan: all\n\n# end\nauto: true\n");
}

#[test]
fn comments_and_forms_of_people_stay() {
    let text = format!(
        "subscriptions: # parents\n# one\n- name: org\n  commit: \"{ID}\" # v1\n  url: ../org\n"
    );
    let name = "org".parse().unwrap();
    let moved = changed_list(&text, ListChange::Pin(&name, OTHER)).unwrap();
    assert!(
        moved.contains(&format!("  commit: {OTHER} # v1\n")),
        "{moved}"
    );
    assert!(moved.starts_with("subscriptions: # parents\n# one\n"));
    for odd in ["subscriptions: []\n", "subscriptions: [{name: org}]\n"] {
        assert!(
            changed_list(odd, ListChange::Add(&org("b"))).is_none(),
            "{odd}"
        );
    }
    assert!(changed_list(&text, ListChange::Remove(&"x".parse().unwrap())).is_none());
}

#[test]
fn addresses_that_start_programs_are_refused() {
    for good in [
        "https://example.com/a.git",
        "git@example.com:org/memory.git",
        "ssh://[::1]/a",
        "../org",
        "/srv/org.git",
    ] {
        assert_eq!(fault_of_address(good), None, "{good}");
    }
    for bad in [
        "",
        "-u",
        "--upload-pack=touch x",
        "ext::sh -c true",
        "ext::sh",
        "fd::3",
        "ftp://example.com/a",
        "a\nb",
    ] {
        assert!(fault_of_address(bad).is_some(), "{bad}");
    }
    assert!(is_path("../org") && is_path("/a:b/c") && is_path("org"));
    assert!(!is_path("git@example.com:org") && !is_path("https://example.com/a"));
}

#[test]
fn names_are_made_of_addresses() {
    for (url, name) in [
        ("https://example.com/Org.Memory.git", Some("org-memory")),
        ("git@example.com:memory.git", Some("memory")),
        ("../org/", Some("org")),
        ("/srv/2024-rules", Some("rules")),
        ("https://example.com/..", None),
    ] {
        let made = name_of(url);
        assert_eq!(made.as_ref().map(ParentName::as_str), name, "{url}");
    }
    for bad in ["", "Org", "a.b", "1a", "a:b", "a/b"] {
        assert!(bad.parse::<ParentName>().is_err(), "{bad}");
    }
    let deep = ParentName::of_ref("refs/memory-upstream/org.base").unwrap();
    assert_eq!((deep.first(), deep.level()), ("org", 2));
    assert_eq!(deep.with("dec-7k3m9q"), "org.base:dec-7k3m9q");
    for odd in [
        "refs/memory-upstream/",
        "refs/memory-upstream/a/b",
        "refs/x",
    ] {
        assert!(ParentName::of_ref(odd).is_none(), "{odd}");
    }
}

#[test]
fn an_entry_with_a_fault_is_refused() {
    for (entry, why) in [
        ("name: Org\nurl: a\ncommit: x", "not the name of a parent"),
        ("name: org\nurl: 'ext::a'\ncommit: x", "transport helper"),
        ("name: org\nurl: a\ncommit: main", "not a whole commit id"),
        ("name: org\nurl: a", "missing field `commit`"),
        ("name: org\nurl: a\ncommit: x\ncolour: red", "unknown field"),
    ] {
        let yaml: Yaml = yaml::read(entry).unwrap();
        let error = Subscription::of_yaml(&yaml).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn an_address_and_a_list_of_folders_have_an_end() {
    let long = format!(
        "https://example.com/{}",
        "a".repeat(limits::PARENT_ADDRESS_BYTES)
    );
    assert!(fault_of_address(&long).is_some());
    assert!(fault_of_address(&long[..limits::PARENT_ADDRESS_BYTES]).is_none());
    let folders = |count: usize| {
        let names: Vec<String> = (0..count).map(|nth| format!("docs/f{nth}")).collect();
        let entry = format!(
            "name: org\nurl: /org\ncommit: {ID}\nfolders: [{}]",
            names.join(", ")
        );
        let entry: serde_yaml::Value = serde_yaml::from_str(&entry).unwrap();
        Subscription::of_yaml(&entry).is_ok()
    };
    assert!(folders(limits::PARENT_FOLDERS) && !folders(limits::PARENT_FOLDERS + 1));
}
