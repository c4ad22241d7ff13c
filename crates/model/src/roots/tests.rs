use super::*;

#[test]
fn a_folder_tells_the_kind_of_its_pages() {
    for (text, expected) in [
        ("docs/adr", "docs/adr decision"),
        (
            "doc/architecture/decisions/",
            "doc/architecture/decisions decision",
        ),
        ("RFCS", "RFCS decision"),
        ("docs/notes", "docs/notes note"),
        ("docs/guides", "docs/guides topic"),
        ("docs/guides=recipe", "docs/guides recipe"),
    ] {
        let root: Root = text.parse().unwrap();
        assert_eq!(
            format!("{} {}", root.folder(), root.kind().name()),
            expected
        );
    }
    for bad in ["", "/etc", "../x", ".", "docs=nosuch", "a/.git"] {
        assert!(bad.parse::<Root>().is_err(), "{bad}");
    }
    for top in ["", ".", "./"] {
        assert!(matches!(top.parse::<Root>(), Err(BadRoot::Top)), "{top}");
    }
}

#[test]
fn a_root_in_memory_is_read_with_it() {
    let roots = [
        "docs",
        "docs/adr",
        "docs/memory",
        "docs/memory/notes",
        "memory",
    ];
    let roots = roots.map(|text| text.parse().unwrap());
    let roots = Roots::new("docs/memory".parse().unwrap(), roots);
    assert!(roots.folders().eq(["docs/adr", "memory", "docs"]));
    let place = |path: &str| roots.place(&path.parse().unwrap()).unwrap();
    for (path, is_in_memory, kind) in [
        ("docs/memory/notes/x.md", true, Kind::NOTE),
        ("docs/notes/x.md", false, Kind::NOTE),
        ("memory/decisions/x.md", false, Kind::DECISION),
        ("docs/adr/2019/x.md", false, Kind::DECISION),
        ("docs/adr/research/x.md", false, Kind::NOTE),
    ] {
        assert_eq!(place(path).is_in_memory, is_in_memory, "{path}");
        assert_eq!(place(path).kind_of_page(), kind, "{path}");
    }
}

#[test]
fn settings_get_a_line_a_folder_and_keep_all_others() {
    let add = |config: &str| config_with(config, &["docs/adr".to_owned(), "a: b".to_owned()]);
    let added = "  - docs/adr\n  - \"a: b\"\n";
    for (before, expected) in [
        ("", format!("roots:\n{added}")),
        (
            "# ours\nscan: all",
            format!("# ours\nscan: all\nroots:\n{added}"),
        ),
        (
            "roots:\n  - rfcs # old\nscan: all\n",
            format!("roots:\n{added}  - rfcs # old\nscan: all\n"),
        ),
        (
            "roots:\n- rfcs\n",
            "roots:\n- docs/adr\n- \"a: b\"\n- rfcs\n".to_owned(),
        ),
        (
            "roots:\n  - rfcs\n  - 'docs/adr=note' # old\nother:\n  - docs/adr\n",
            format!("roots:\n{added}  - rfcs\nother:\n  - docs/adr\n"),
        ),
    ] {
        assert_eq!(add(before).as_deref(), Some(expected.as_str()), "{before}");
    }
    for odd in ["roots: [rfcs]\n", "roots: rfcs\n", "roots:\nscan: all\n"] {
        assert_eq!(add(odd), None, "{odd}");
    }
}

#[test]
fn the_nearest_folder_decides() {
    let roots = ["docs=topic", "docs/adr", "docs"].map(|text| text.parse().unwrap());
    let roots = Roots::new(MemoryFolder::default(), roots);
    let outermost: Vec<_> = roots.outermost().map(Root::folder).collect();
    assert_eq!(outermost, ["docs"]);
    let kind = |path: &str| {
        let place = roots.place(&path.parse().unwrap());
        place.map(|place| place.kind_of_page().name())
    };
    assert_eq!(kind("docs/adr/old/0001-x.md"), Some("decision"));
    assert_eq!(kind("docs/adrs.md"), Some("topic"));
    assert_eq!(kind("docs/adr/picture.png"), None);
    assert_eq!(kind("docs/adr/x.secret.md"), None);
    assert_eq!(kind("memory/notes/x.md"), Some("note"));
    assert_eq!(kind("memory/private/x.md"), None);
    assert_eq!(kind("src/x.md"), None);
}

#[test]
fn folders_of_a_root_are_scopes_and_topics_as_in_memory() {
    let roots = ["docs/adr", "docs", "resources/workspaces"].map(|text| text.parse().unwrap());
    let roots = Roots::new(MemoryFolder::default(), roots);
    for (path, expected) in [
        ("docs/adr/old/0001-x.mdx", "project decision decisions/old"),
        (
            "docs/adr/_archive/0001-x.md",
            "project decision decisions/_archive",
        ),
        ("docs/adr/billing/_notes/x.md", "billing note _notes"),
        ("docs/guides/x.md", "project topic topics/guides"),
        ("docs/billing/_runbooks/x.md", "billing topic _runbooks"),
        (
            "docs/services/billing/decisions/x.md",
            "services/billing decision decisions",
        ),
        ("resources/workspaces/README.md", "project topic "),
        ("resources/workspaces/acme/OVERVIEW.md", "acme topic "),
        (
            "resources/workspaces/acme/_plans/q/x.md",
            "acme plan _plans/q",
        ),
        (
            "resources/workspaces/acme/pay/decisions/x.md",
            "acme/pay decision decisions",
        ),
        (
            "resources/workspaces/acme/pay/ledger/x.md",
            "acme/pay/ledger topic ",
        ),
        (
            "resources/workspaces/acme/pay/ledger/guides/x.md",
            "acme/pay/ledger topic guides",
        ),
        (
            "resources/workspaces/events/api/_lessons/x.md",
            "events/api lesson _lessons",
        ),
        ("memory/scopes/web/notes/x.md", "web note notes"),
    ] {
        let path: RepoPath = path.parse().unwrap();
        let (scope, own) = roots.own_folder(path.folder()).unwrap();
        let place = roots.place(&path).unwrap();
        assert_eq!(place.scope, scope, "{path}");
        let kind = place.kind_of_page().name();
        assert_eq!(format!("{scope} {kind} {own}"), expected, "{path}");
    }
    for none in [
        "docs/adr/OVERVIEW.md",
        "docs/adr/README.md",
        "memory/notes/x.mdx",
    ] {
        assert_eq!(roots.place(&none.parse().unwrap()), None, "{none}");
    }
}

#[test]
fn one_workspace_as_a_root_keeps_its_name() {
    let roots = Roots::new(
        MemoryFolder::default(),
        ["workspaces/acme".parse().unwrap()],
    );
    let place = roots.place(&"workspaces/acme/pay/_notes/x.md".parse().unwrap());
    assert_eq!(place.unwrap().scope.as_str(), "acme/pay");
    let folders = |scope: &str| roots.scope_folders(&scope.parse().unwrap());
    assert_eq!(folders("acme/pay")[1..], ["workspaces/acme/pay"]);
    assert_eq!(folders("beta").len(), 1);
    assert_eq!(folders("project"), ["memory", "workspaces/acme"]);
}
