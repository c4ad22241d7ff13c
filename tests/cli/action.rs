//! The action for GitHub: its scripts with the real program, against a small server in place of the
//! API.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::pr::decide;
use crate::common::{Answer, World, has, lacks};

/// Comments of the pull request, and what the token may do.
#[derive(Default)]
struct Forge {
    comments: Vec<Value>,
    may_write: bool,
    next: u64,
}

impl Forge {
    /// The status and the answer of a request.
    fn answer(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        if method == "GET" {
            return (200, json!(self.comments));
        }
        if !self.may_write {
            return (
                403,
                json!({ "message": "Resource not accessible by integration" }),
            );
        }
        let id: u64 = path.rsplit('/').next().unwrap().parse().unwrap_or_default();
        let sent: Value = serde_json::from_str(body).unwrap_or_default();
        match method {
            "POST" => {
                self.next += 1;
                let (id, body) = (self.next, &sent["body"]);
                self.comments
                    .push(json!({ "id": id, "user": { "type": "Bot" }, "body": body }));
            }
            "PATCH" => {
                let mut comments = self.comments.iter_mut();
                comments.find(|it| it["id"] == id).unwrap()["body"] = sent["body"].clone();
            }
            _ => self.comments.retain(|it| it["id"] != id),
        }
        (200, json!({}))
    }
}

fn serve(stream: &mut TcpStream, forge: &Mutex<Forge>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let (mut length, mut is_known) = (0, false);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.parse().unwrap();
        }
        is_known |= line == "authorization: bearer t0ken";
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let words: Vec<&str> = first.split(' ').collect();
    let path = words[1].split('?').next().unwrap();
    let (status, answer) = if is_known {
        let body = String::from_utf8_lossy(&body);
        forge.lock().unwrap().answer(words[0], path, &body)
    } else {
        (401, json!({}))
    };
    let answer = answer.to_string();
    let length = answer.len();
    write!(
        stream,
        "HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{answer}"
    )
}

/// A pull request of `topic` into `main`, whose API is a server here.
struct Pull {
    world: World,
    forge: Arc<Mutex<Forge>>,
}

impl Pull {
    fn new() -> Self {
        let mut world = World::with_memory();
        world.write("src/queue.rs", "fn one() {}\n");
        decide(&world, "One queue", "src/queue.rs");
        world.commit("Decide");
        world.git("switch -q -c topic").ok();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let forge = Arc::new(Mutex::new(Forge {
            may_write: true,
            ..Forge::default()
        }));
        let served = Arc::clone(&forge);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = serve(&mut stream, &served);
            }
        });
        let root = world.root().display().to_string();
        for (name, value) in [
            ("GITHUB_API_URL", format!("http://{address}")),
            ("GITHUB_REPOSITORY", "a/b".to_owned()),
            ("GITHUB_STEP_SUMMARY", format!("{root}/summary")),
            ("GITHUB_OUTPUT", format!("{root}/output")),
            ("RUNNER_TEMP", root),
            ("PATH", format!("{}:/usr/bin:/bin", world.path())),
            ("TOKEN", "t0ken".to_owned()),
            ("NUMBER", "7".to_owned()),
            ("BASE", "main".to_owned()),
            ("HEAD", "topic".to_owned()),
        ] {
            world.set(name, &value);
        }
        Self { world, forge }
    }

    fn run(&self) -> Answer {
        script(&self.world, "pr.sh")
    }

    fn bodies(&self) -> Vec<String> {
        let forge = self.forge.lock().unwrap();
        let bodies = forge
            .comments
            .iter()
            .map(|it| it["body"].as_str().unwrap().to_owned());
        bodies.collect()
    }
}

fn script(world: &World, words: &str) -> Answer {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/action");
    world.shell(&format!("exec bash {}/{words}", folder.display()))
}

#[test]
fn one_comment_is_made_kept_up_to_date_and_removed() {
    let pull = Pull::new();
    let world = &pull.world;
    world.write("src/queue.rs", "fn two() {}\n");
    world.commit("Change it");
    // Somebody else's comment is none of ours, whatever it begins with.
    let strange = json!({ "id": 90, "user": { "type": "User" }, "author_association": "NONE",
        "body": "<!-- git-memory -->\nmine" });
    pull.forge.lock().unwrap().comments.push(strange);
    pull.run().ok();
    assert_eq!(pull.bodies().len(), 2);
    has(
        &pull.bodies()[1],
        ["<!-- git-memory -->\n### Decisions", "**One queue**"],
    );
    world.git("rm -q src/queue.rs").ok();
    world.commit("Delete it");
    let answer = pull.run();
    assert_eq!(answer.status, 1);
    has(
        &answer.out,
        "::error file=src/queue.rs,line=1,col=1,title=deleted::",
    );
    assert_eq!(pull.bodies().len(), 2, "the comment is updated");
    has(&pull.bodies()[1], "**Blocks:**");
    has(
        &world.read("../output"),
        ["passes=true\n", "passes=false\n"],
    );
    world.git("reset -q --hard main").ok();
    pull.run().ok();
    assert_eq!(
        pull.bodies(),
        ["<!-- git-memory -->\nmine"],
        "nothing is left to tell"
    );
}

/// The commands of `run:` in the action, one for each step.
fn steps() -> Vec<String> {
    let action = include_str!("../../action.yml").lines();
    let runs = action.filter_map(|line| line.trim().strip_prefix("run: "));
    let runs = runs.map(|run| run.trim_matches('\'').to_owned());
    runs.collect()
}

#[test]
fn the_steps_run_as_the_host_runs_them() {
    let mut pull = Pull::new();
    pull.world.write("src/queue.rs", "fn two() {}\n");
    pull.world.commit("Change it");
    // The host checks the merge out, on no branch.
    pull.world.git("switch -q --detach main").ok();
    pull.world.git("merge -q --no-ff --no-edit topic").ok();
    let ends = ["main", "topic"].map(|name| pull.world.git(["rev-parse", name]).ok());
    pull.world.set("BASE", ends[0].trim());
    pull.world.set("HEAD", ends[1].trim());
    let root = pull.world.root().display().to_string();
    pull.world.set("GITHUB_PATH", &format!("{root}/path"));
    pull.world
        .set("GITHUB_ACTION_PATH", env!("CARGO_MANIFEST_DIR"));
    pull.world.set("VERSION", "path");
    assert_eq!(steps().len(), 3);
    for step in steps() {
        let bash = "exec bash --noprofile --norc -e -o pipefail -c";
        pull.world.shell(&format!("{bash} '{step}'")).ok();
    }
    let output = pull.world.read("../output");
    has(
        &output,
        ["version=path\n", "key=", "passes=true\n", "comment="],
    );
    has(&pull.bodies()[0], "**One queue**");
}

#[test]
fn the_job_for_gitlab_reports_and_fails() {
    let mut pull = Pull::new();
    pull.world.write("src/mail.rs", "// Sends mail.\n");
    pull.world.commit("Change something else");
    let (_, script) = include_str!("../../templates/git-memory.gitlab-ci.yml")
        .split_once("  script:\n")
        .unwrap();
    let script = script.split_once("  artifacts:").unwrap().0;
    let lines = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- "));
    let script = lines.collect::<Vec<_>>().join("\n");
    pull.world.git("clone -q --bare . ../target.git").ok();
    pull.world.git("remote add origin ../target.git").ok();
    pull.world
        .set("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main");
    pull.world.set("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "");
    pull.world.set("CI_COMMIT_SHA", "HEAD");
    pull.world.set("CI_MERGE_REQUEST_DIFF_BASE_SHA", "main");
    let run = |world: &World| world.shell(&format!("set -e\n{script}"));
    run(&pull.world).ok();
    assert_eq!(pull.world.read("gl-code-quality-report.json").trim(), "[]");
    pull.world.git("rm -q src/queue.rs").ok();
    pull.world.commit("Delete it");
    let answer = run(&pull.world);
    assert_eq!(answer.status, 1);
    has(&answer.out, "**Blocks:** `src/queue.rs` was deleted");
    lacks(&answer.out, "(its path");
    has(
        &pull.world.read("gl-code-quality-report.json"),
        "\"severity\": \"blocker\"",
    );
}

#[test]
fn a_token_that_may_only_read_gets_the_summary() {
    let pull = Pull::new();
    pull.forge.lock().unwrap().may_write = false;
    pull.world.write("src/queue.rs", "fn two() {}\n");
    pull.world.commit("Change it");
    has(
        &pull.run().ok(),
        "::notice::git-memory cannot write a comment here",
    );
    assert_eq!(pull.bodies().len(), 0);
    has(&pull.world.read("../summary"), "**One queue**");
}

#[test]
fn the_inputs_say_what_fails_and_which_files_count() {
    let mut pull = Pull::new();
    pull.world.git("rm -q src/queue.rs").ok();
    pull.world.commit("Delete it");
    for (fail_on, status) in [("error", 1), ("conflict", 1), ("broken", 0), ("never", 0)] {
        pull.world.set("FAIL_ON", fail_on);
        assert_eq!(pull.run().status, status, "{fail_on}");
    }
    pull.world.set("GIT_MEMORY_PR_DELETED", "off");
    pull.world.set("FAIL_ON", "broken");
    lacks(&pull.run().ok(), "deleted");
    pull.world.set("GIT_MEMORY_PR_DELETED", "blocking");
    pull.world.set("FAIL_ON", "$(touch hacked)");
    has(&pull.run().out, "");
    assert_eq!(pull.run().status, 1);
    assert!(!pull.world.has("hacked"));
    pull.world.set("FAIL_ON", "error");
    pull.world.set("PATHS", "docs/**\n*.md");
    lacks(&pull.run().ok(), "queue");
}

#[test]
fn a_release_is_taken_by_its_checksum() {
    let mut world = World::new();
    let root = world.root().display().to_string();
    let name = "git-memory-0.1.0-x86_64-unknown-linux-musl";
    for (key, value) in [
        ("RUNNER_TEMP", root.clone()),
        ("RUNNER_OS", "Linux".to_owned()),
        ("RUNNER_ARCH", "X64".to_owned()),
        ("GITHUB_PATH", format!("{root}/path")),
        ("GITHUB_OUTPUT", format!("{root}/output")),
        ("PATH", format!("{}:/usr/bin:/bin", world.path())),
        ("RELEASES", format!("file://{root}/r")),
        ("ACTION_REF", "v0.1.0".to_owned()),
        ("VERSION", String::new()),
    ] {
        world.set(key, &value);
    }
    world.shell(&format!(
        "mkdir -p ../r/v0.1.0/{name} && cp ../bin/git-memory ../r/v0.1.0/{name}/ && cd ../r/v0.1.0 \
         && tar -czf {name}.tar.gz {name} && sha256sum {name}.tar.gz > SHA256SUMS"
    ))
    .ok();
    script(&world, "install.sh choose").ok();
    has(&world.read("../output"), "version=0.1.0\n");
    world.set("VERSION", "0.1.0");
    script(&world, "install.sh install").ok();
    let folder = world.read("../path");
    assert!(
        Path::new(folder.trim()).join("git-memory").is_file(),
        "{folder}"
    );
    world
        .shell(&format!("echo more >> ../r/v0.1.0/{name}.tar.gz"))
        .ok();
    let answer = script(&world, "install.sh install");
    has(&answer.err, "has another checksum");
    assert_eq!(answer.status, 1);
}
