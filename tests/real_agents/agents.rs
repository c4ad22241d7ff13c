//! The programs: their packages, their arguments for a model on loopback, and the names of their
//! tools.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::World;

/// A program of an agent.
pub struct Real {
    /// The name that `agents install` knows.
    pub agent: &'static str,
    pub title: &'static str,
    /// Its package, with the version that these tests are written for.
    pub package: &'static str,
    pub program: &'static str,
    /// A script of the package that puts the program for this machine into its place. It runs below
    /// `target/`, after a look at what it does: those of other packages do not run.
    pub finish: Option<&'static str>,
    /// Writes its configuration into the home of a world: the model's port, and that it is trusted.
    pub configure: fn(&World, u16),
    pub variables: &'static [(&'static str, &'static str)],
    /// The arguments for a prompt.
    pub ask: fn(&str) -> Vec<String>,
    /// The arguments that compact the last session, if it has such a command.
    pub compact: Option<&'static [&'static str]>,
    /// The turns of a model that calls its tools so.
    pub calls: fn(&World, &Call) -> Vec<Value>,
    /// Files of its own, from the home.
    pub own: &'static [&'static str],
    /// Moments at which it takes nothing from us.
    pub lacks: &'static [&'static str],
}

/// Call of a tool by a model.
pub enum Call<'a> {
    /// Replaces a text of a file.
    Edit(&'a str, &'a str, &'a str),
    Shell(&'a str),
    Recall(&'a str),
    Write(&'a str),
}

/// A turn with one call.
fn call(tool: &str, with: &Value) -> Value {
    json!([{"call": tool, "with": with}])
}

fn at(world: &World, file: &str) -> String {
    world.here.join(file).display().to_string()
}

fn home(world: &World, file: &str) -> PathBuf {
    world.root().join("home").join(file)
}

fn put(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

pub const ALL: [Real; 5] = [CLAUDE, CODEX, GEMINI, COPILOT, OPENCODE];

const CLAUDE: Real = Real {
    agent: "claude",
    title: "Claude Code",
    package: "@anthropic-ai/claude-code@2.1.332",
    program: "claude",
    finish: Some("@anthropic-ai/claude-code/install.cjs"),
    configure: |_, _| {},
    variables: &[
        ("ANTHROPIC_BASE_URL", "http://127.0.0.1:PORT"),
        ("ANTHROPIC_API_KEY", "x"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_TELEMETRY", "1"),
        ("IS_SANDBOX", "1"),
    ],
    ask: |prompt| words(&["-p", prompt, "--dangerously-skip-permissions"]),
    compact: Some(&[
        "-p",
        "/compact",
        "--continue",
        "--dangerously-skip-permissions",
    ]),
    calls: |world, wanted| match wanted {
        Call::Edit(file, old, new) => {
            let file = at(world, file);
            let edit = json!({"file_path": file, "old_string": old, "new_string": new});
            vec![
                call("Read", &json!({"file_path": file})),
                call("Edit", &edit),
            ]
        }
        Call::Shell(line) => vec![call("Bash", &json!({"command": line}))],
        Call::Recall(query) => vec![call(
            "mcp__git-memory__memory_recall",
            &json!({"query": query}),
        )],
        Call::Write(file) => vec![call("Write", &json!({"file_path": file, "content": "x\n"}))],
    },
    own: &[".claude/plans/p.md", ".claude/projects/p/memory/MEMORY.md"],
    lacks: &[],
};

const CODEX: Real = Real {
    agent: "codex",
    title: "Codex",
    package: "@openai/codex@0.171.0",
    program: "codex",
    finish: None,
    configure: |world, port| {
        let config = format!(
            "model = \"gpt-5.5\"\nmodel_provider = \"loopback\"\n\
             [model_providers.loopback]\nname = \"loopback\"\nwire_api = \"responses\"\n\
             base_url = \"http://127.0.0.1:{port}/v1\"\n\
             [projects.\"{}\"]\ntrust_level = \"trusted\"\n",
            world.here.display()
        );
        put(&home(world, ".codex/config.toml"), &config);
        // It runs commands by a login shell.
        let path = format!("export PATH='{}':$PATH\n", world.path());
        put(&home(world, ".profile"), &path);
    },
    variables: &[],
    ask: |prompt| words(&[&["exec"], &CODEX_FREE[..], &[prompt]].concat()),
    compact: Some(&[
        "exec",
        "resume",
        "--last",
        "--dangerously-bypass-approvals-and-sandbox",
        "--dangerously-bypass-hook-trust",
        "-c",
        "model_auto_compact_token_limit=500",
        "Go on",
    ]),
    calls: |world, wanted| {
        let patch = |body: &str| format!("*** Begin Patch\n{body}*** End Patch\n");
        match wanted {
            Call::Edit(file, old, new) => {
                let body = format!("*** Update File: {file}\n@@\n-{old}\n+{new}\n");
                vec![call("apply_patch", &json!(patch(&body)))]
            }
            Call::Shell(line) => vec![call("exec_command", &json!({"cmd": line}))],
            Call::Recall(query) => {
                let tool = "memory_recall";
                let with = json!({"query": query});
                vec![json!([{"call": tool, "with": with, "namespace": "mcp__git_memory"}])]
            }
            Call::Write(file) => {
                let file = world.here.join(file);
                let body = format!("*** Add File: {}\n+x\n", file.display());
                vec![call("apply_patch", &json!(patch(&body)))]
            }
        }
    },
    own: &[".codex/notes.md"],
    lacks: &[],
};
const CODEX_FREE: [&str; 2] = [
    "--dangerously-bypass-approvals-and-sandbox",
    "--dangerously-bypass-hook-trust",
];

const GEMINI: Real = Real {
    agent: "gemini",
    title: "Gemini CLI",
    package: "@google/gemini-cli@0.61.0",
    program: "gemini",
    finish: None,
    configure: |world, _| {
        let settings = json!({"security": {"auth": {"selectedType": "gemini-api-key"}}});
        put(&home(world, ".gemini/settings.json"), &settings.to_string());
    },
    variables: &[
        ("GEMINI_API_KEY", "x"),
        ("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:PORT"),
        ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
        ("GEMINI_CLI_NO_RELAUNCH", "true"),
    ],
    ask: |prompt| words(&["--yolo", "-p", prompt]),
    compact: None,
    calls: |_, wanted| match wanted {
        Call::Edit(file, old, new) => {
            let edit = json!({"file_path": file, "old_string": old, "new_string": new,
                "instruction": "change it"});
            vec![
                call("read_file", &json!({"file_path": file})),
                call("replace", &edit),
            ]
        }
        Call::Shell(line) => vec![call("run_shell_command", &json!({"command": line}))],
        Call::Recall(query) => vec![call(
            "mcp_git-memory_memory_recall",
            &json!({"query": query}),
        )],
        Call::Write(file) => vec![call(
            "write_file",
            &json!({"file_path": file, "content": "x\n"}),
        )],
    },
    own: &[".gemini/tmp/repo/plan.md"],
    // It refuses a file of the git folder before it calls a hook.
    lacks: &["before an edit", "before a shell's edit", "denial"],
};

const COPILOT: Real = Real {
    agent: "copilot",
    title: "Copilot CLI",
    package: "@github/copilot@1.0.102",
    program: "copilot",
    finish: None,
    configure: |_, _| {},
    variables: &[
        ("COPILOT_OFFLINE", "true"),
        ("COPILOT_AUTO_UPDATE", "false"),
        ("COPILOT_PROVIDER_BASE_URL", "http://127.0.0.1:PORT/v1"),
        ("COPILOT_PROVIDER_API_KEY", "x"),
        ("COPILOT_MODEL", "gpt-4.1"),
        ("COPILOT_ALLOW_ALL", "true"),
    ],
    ask: |prompt| words(&["-p", prompt]),
    compact: None,
    calls: |world, wanted| match wanted {
        Call::Edit(file, old, new) => {
            let file = at(world, file);
            let edit = json!({"path": file, "old_str": old, "new_str": new});
            vec![call("view", &json!({"path": file})), call("edit", &edit)]
        }
        Call::Shell(line) => {
            vec![call(
                "bash",
                &json!({"command": line, "description": "run it"}),
            )]
        }
        Call::Recall(query) => vec![call("git-memory-memory_recall", &json!({"query": query}))],
        Call::Write(file) => vec![call("create", &json!({"path": file, "file_text": "x\n"}))],
    },
    own: &[".copilot/session-state/s/plan.md"],
    lacks: &[
        "prompt",
        "before an edit",
        "before a shell's edit",
        "compaction",
        // It writes them after its hook.
        "last words",
    ],
};

const OPENCODE: Real = Real {
    agent: "opencode",
    title: "opencode",
    package: "opencode-ai@1.18.33",
    program: "opencode",
    finish: Some("opencode-ai/postinstall.mjs"),
    configure: |world, port| {
        // A provider that the program brings; any other one is fetched from npm at first.
        let options = json!({"baseURL": format!("http://127.0.0.1:{port}/v1"), "apiKey": "x"});
        let config = json!({
            "autoupdate": false,
            "share": "disabled",
            // No person is there to answer a question about files elsewhere.
            "permission": {"external_directory": "allow"},
            "model": "anthropic/claude-sonnet-4-5",
            "provider": {"anthropic": {"options": options}},
        });
        put(
            &home(world, ".config/opencode/opencode.json"),
            &config.to_string(),
        );
        // It fetches what plugins of another kind need, and waits for that.
        put(&home(world, ".npmrc"), "offline=true\nfetch-retries=0\n");
    },
    variables: &[
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
        ("npm_config_offline", "true"),
    ],
    ask: |prompt| words(&["run", prompt]),
    compact: None,
    calls: |world, wanted| match wanted {
        Call::Edit(file, old, new) => {
            let file = at(world, file);
            let edit = json!({"filePath": file, "oldString": old, "newString": new});
            vec![
                call("read", &json!({"filePath": file})),
                call("edit", &edit),
            ]
        }
        Call::Shell(line) => {
            vec![call(
                "bash",
                &json!({"command": line, "description": "run it"}),
            )]
        }
        Call::Recall(query) => vec![call("git-memory_memory_recall", &json!({"query": query}))],
        Call::Write(file) => vec![call("write", &json!({"filePath": file, "content": "x\n"}))],
    },
    own: &[".local/share/opencode/plans/p.md"],
    lacks: &[
        "compaction",
        "end",
        "last words",
        "follow-up",
        "follow-up done",
    ],
};
