//! The launcher of the npm package: it is as if the program itself had been called.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use crate::common::has;
use crate::{npm, world};

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn arguments_streams_and_status_are_the_programs() {
    let Some(folder) = npm::install() else { return };
    let world = world(&folder.path().join("bin"), &["node"]);
    world.git("memory init").ok();
    let body = "printf 'two words\\n\\n' | git memory add-note 'A \"title\"' --body-file - --json";
    has(&world.shell(body).ok(), "a-title");
    assert_eq!(world.git("memory show dec-nosuch").status, 128);
    assert_eq!(world.git("memory list --nosuch").status, 129);
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn a_signal_ends_the_program_and_the_launcher() {
    let Some(folder) = npm::install() else { return };
    let world = world(&folder.path().join("bin"), &["node"]);
    world.git("memory init").ok();
    let mut server = world.command("git-memory");
    let server = server.arg("mcp").stdin(Stdio::piped());
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    // The program answers, so it runs.
    let ping = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}\n";
    let mut input = server.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, ping.as_bytes()).unwrap();
    let mut answer = String::new();
    let mut out = std::io::BufReader::new(server.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut answer).unwrap();
    has(&answer, "\"id\":1");
    let pid = server.id().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    assert_eq!(server.wait().unwrap().signal(), Some(15));
    // The program has closed its end.
    assert_eq!(
        std::io::Read::read_to_string(&mut out, &mut answer).unwrap(),
        0
    );
}

#[test]
#[ignore = "makes packages; .ci/run asks for it"]
fn a_platform_without_a_package_is_told_the_way_out() {
    let Some(folder) = npm::install() else { return };
    let world = world(&folder.path().join("bin"), &["node"]);
    let launcher = folder.path().join("bin/git-memory");
    world.write(
        "other.js",
        "Object.defineProperty(process, 'arch', { value: 'riscv64' });\n",
    );
    let other = format!("node -r ./other.js '{}' list", launcher.display());
    let said = world.shell(&other).fails(128);
    has(
        &said,
        [
            "fatal: there is no package of git-memory for linux on riscv64\n",
            "hint: build it from its source: ",
        ],
    );
    let inside = folder
        .path()
        .join("lib/node_modules/git-memory/node_modules");
    std::fs::remove_dir_all(inside).unwrap();
    let said = world.git("memory list").fails(128);
    has(
        &said,
        [
            "fatal: the package git-memory-linux-",
            " is not installed\nhint: install git-memory again",
        ],
    );
}
