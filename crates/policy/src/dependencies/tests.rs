use super::*;
use git_memory_text::limits;
use proptest::prelude::*;

fn lines(path: &str, text: &str, package: &str) -> Vec<u32> {
    Manifest::of_path(path).unwrap().lines(text, package)
}

fn names(path: &str, text: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let kind = Manifest::of_path(path).unwrap();
    (kind.read)(text, &mut |name, line| found.push((name.to_owned(), line)));
    found.sort_by_key(|(_, line)| *line);
    found
}

fn expect(path: &str, text: &str, expected: &[(&str, u32)]) {
    let expected: Vec<(String, u32)> = expected
        .iter()
        .map(|(name, line)| ((*name).to_owned(), *line))
        .collect();
    assert_eq!(names(path, text), expected, "{path}");
}

#[test]
fn manifests_of_cargo_are_read() {
    expect(
        "a/Cargo.toml",
        "[package]\nname = \"a\"\n[dependencies]\nserde = \"1\"\n# openssl = \"1\"\n\
         ssl = { version = \"1\",\n  package = \"openssl\" }\n[dependencies.regex]\nversion = \"1\"\n\
         [target.'cfg(unix)'.dev-dependencies]\nrustix.workspace = true\n\
         [workspace.dependencies]\ntoml = \"1\"\n[features]\nx = [\"serde\"]\n",
        &[
            ("serde", 4),
            ("openssl", 7),
            ("regex", 8),
            ("rustix", 11),
            ("toml", 13),
        ],
    );
    let lock = "version = 4\n\n[[package]]\nname = \"openssl-sys\"\nversion = \"1\"\n\
                dependencies = [\n \"cc\",\n]\n";
    expect("Cargo.lock", lock, &[("openssl-sys", 4)]);
    assert_eq!(lines("Cargo.lock", lock, "openssl_sys"), [4]);
    assert_eq!(lines("Cargo.lock", lock, "openssl"), [] as [u32; 0]);
    assert_eq!(lines("Cargo.lock", lock, "openssl*"), [4]);
}

#[test]
fn manifests_of_python_are_read() {
    expect(
        "pyproject.toml",
        "[project]\nname = \"a\"\ndependencies = [\n  \"requests[socks]>=2; python_version > '3'\",\n\
         ]\n[project.optional-dependencies]\nx = [\"Flask\"]\n[tool.poetry.group.dev.dependencies]\n\
         pytest = \"*\"\n",
        &[("requests", 4), ("Flask", 7), ("pytest", 9)],
    );
    expect(
        "requirements-dev.txt",
        "# a\n-r base.txt\nZope.Interface==5 \\\n    --hash=sha256:a\n\nurl @ https://x\n",
        &[("Zope.Interface", 3), ("url", 6)],
    );
    assert_eq!(
        lines("requirements.txt", "Zope.Interface\n", "zope__interface"),
        [1]
    );
    expect(
        "Pipfile",
        "[packages]\na = \"*\"\n[dev-packages]\nb = \"*\"\n",
        &[("a", 2), ("b", 4)],
    );
    let lock =
        "{\n \"_meta\": {\"hash\": {\"sha256\": \"x\"}},\n \"default\": {\n  \"a\": {}\n }\n}";
    expect("Pipfile.lock", lock, &[("a", 4)]);
}

#[test]
fn manifests_of_node_are_read() {
    expect(
        "package.json",
        "{\n \"name\": \"a\",\n \"scripts\": {\"test\": \"x\"},\n \"dependencies\": {\n  \
         \"@a/b\": \"^1\",\n  \"c\": \"npm:real@1\"\n },\n \"files\": [\"dependencies\"]\n}",
        &[("@a/b", 5), ("c", 6), ("real", 6)],
    );
    expect(
        "package-lock.json",
        "{\"packages\": {\n\"\": {\"dependencies\": {\"a\": \"1\"}},\n\
         \"node_modules/a/node_modules/@b/c\": {\"version\": \"1\"}}}",
        &[("@b/c", 3)],
    );
    let old =
        "{\"dependencies\": {\n\"a\": {\"version\": \"1\", \"dependencies\": {\n\"b\": {}}}}}";
    expect("package-lock.json", old, &[("a", 2), ("b", 3)]);
    expect(
        "yarn.lock",
        "# yarn\n\"@a/b@^1\", \"@a/b@^2\":\n  version \"1\"\n  dependencies:\n    c \"1\"\n\
         d@^4:\n  x \"1\"\n\"e@npm:real@1\":\n\"f@npm:^1\":\n",
        &[("@a/b", 2), ("@a/b", 2), ("d", 6), ("real", 8), ("f", 9)],
    );
    expect(
        "pnpm-lock.yaml",
        "importers:\n  .:\npackages:\n\n  /a/1.0.0:\n    dev: true\n  /@b/c@2.0.0:\n  d@1(e@2):\n\
         snapshots:\n  f@1:\n",
        &[("a", 5), ("@b/c", 7), ("d", 8)],
    );
}

#[test]
fn manifests_of_other_languages_are_read() {
    expect(
        "go.mod",
        "module x\nrequire a.b/c v1 // indirect\nrequire (\n\td.e/f v2\n)\nexclude g v1\n\
         replace h => i.j/k v1\n",
        &[("a.b/c", 2), ("d.e/f", 4), ("i.j/k", 7)],
    );
    expect(
        "Gemfile",
        "source 'https://x'\ngem 'rails', '~> 7'\n# gem 'a'\ngemspec\n  gem(\"pg\")\n",
        &[("rails", 2), ("pg", 5)],
    );
    expect(
        "a.gemspec",
        "  s.add_dependency \"rack\", \"1\"\n",
        &[("rack", 1)],
    );
    expect(
        "Gemfile.lock",
        "GEM\n  specs:\n    rack (1)\n      x (>= 1)\n",
        &[("rack", 3)],
    );
    expect(
        "pom.xml",
        "<project><groupId>me</groupId>\n<!-- <dependency><groupId>a</groupId> -->\n<dependency>\n\
         <groupId>b.c</groupId>\n<artifactId>d</artifactId>\n<exclusions><exclusion>\n\
         <groupId>x</groupId></exclusion></exclusions></dependency></project>",
        &[("b.c:d", 5)],
    );
    expect(
        "build.gradle.kts",
        "// \"a:b:1\"\nimplementation(\"a.b:c:1.0\")\nurl = 'https://x'\n",
        &[("a.b:c", 2)],
    );
    expect(
        "gradle.lockfile",
        "# x\na.b:c:1=runtimeClasspath\n",
        &[("a.b:c", 2)],
    );
    expect(
        "composer.json",
        "{\"require\": {\"a/b\": \"1\"}}",
        &[("a/b", 1)],
    );
    let lock = "{\"packages\": [{\n\"name\": \"a/b\", \"authors\": [{\"name\": \"x\"}]}]}";
    expect("composer.lock", lock, &[("a/b", 2)]);
}

#[test]
fn a_file_with_faults_is_read_as_far_as_it_can_be() {
    assert_eq!(
        lines("Cargo.toml", "[dependencies]\na = 1\nb = = 2\n", "a"),
        [2]
    );
    assert_eq!(
        lines("package.json", "{\"dependencies\": {\"a\": \"1\", ", "a"),
        [1]
    );
    for path in [
        "package.json",
        "package-lock.json",
        "composer.lock",
        "Pipfile.lock",
    ] {
        assert_eq!(
            lines(path, &"[{\"a\":".repeat(limits::JSON_DEPTH), "a"),
            [] as [u32; 0]
        );
    }
    assert!(Manifest::of_path("src/main.rs").is_none());
}

#[test]
fn a_manifest_of_a_megabyte_takes_no_longer_than_its_letters() {
    let names: Vec<String> = (0..60_000).map(|nth| format!("a{nth} = \"1\"\n")).collect();
    let text = format!("[dependencies]\n{}", names.concat());
    assert_eq!(lines("Cargo.toml", &text, "a59999"), [60_001]);
    let text = format!(
        "{{\"dependencies\": {{\n{}\"b\": 1}}}}",
        "\"a\": \"1\",\n".repeat(60_000)
    );
    assert_eq!(lines("package.json", &text, "b"), [60_002]);
}

proptest! {
    #[test]
    fn no_text_stops_a_reader(text in "[\\[\\]{}\"':,@/#<>!= a\n\\\\-]{0,80}|\\PC{0,40}") {
        for kind in Manifest::all() {
            let _ = kind.lines(&text, "a*b*");
        }
    }
}
