//! The table of agents: which files each of them reads, what is put there, and where that is
//! documented.
//!
//! A row says what its source says, or what the program of that version was seen to do; what could
//! not be confirmed is not in it.

use super::entry::{Entry, Json, PROGRAM, SERVER, What};
use super::format::Format;
use crate::domain::agent::Agent;

/// When an agent calls a hook of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A session begins, goes on, or begins anew.
    SessionStart,
    /// The user has sent a prompt.
    UserPrompt,
    /// A tool is about to be called.
    PreToolUse,
    /// A session ends, or its beginning is about to be summed up.
    SessionEnd,
    /// An agent that works for another one starts.
    SubagentStart,
}

/// Where a path of a user's file begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The home of the user.
    Home,
    /// `XDG_CONFIG_HOME`, else `.config` in the home.
    Config,
    /// That; on Windows `APPDATA`.
    ConfigOrRoaming,
    /// That; on macOS `Library/Application Support` in the home.
    Application,
}

/// A file of a user.
#[derive(Clone, Copy, Debug)]
pub struct UserFile {
    /// A variable that names another folder, and the path below it.
    pub variable: Option<(&'static str, &'static str)>,
    /// Where it is otherwise.
    pub base: Base,
    /// The path there.
    pub path: &'static str,
}

/// Files of servers: a project's, where the agent reads one, and the user's.
#[derive(Clone, Copy, Debug)]
pub struct ServerFile {
    /// The path from the top of the work tree.
    pub project: Option<&'static str>,
    /// The user's.
    pub user: UserFile,
    /// Their format.
    pub format: Format,
    /// Whether a file of the same name that ends in `c` is read as well.
    pub has_commented_name: bool,
    /// The keys of the object that holds the servers.
    pub path: &'static [&'static str],
    /// How a server is written.
    pub form: ServerForm,
}

/// How a server is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerForm {
    /// `command` and `args`.
    Plain,
    /// That, with the type `stdio`.
    Stdio,
    /// That, with the type `local` and the tools that may be called.
    LocalWithTools,
    /// The type `local`, and a `command` with its arguments.
    LocalList,
}

/// An event of an agent, and our hook for it.
pub type Events = &'static [(&'static str, Occasion)];

/// Files of hooks.
#[derive(Clone, Copy, Debug)]
pub struct HookFile {
    /// The path from the top of the work tree.
    pub project: &'static str,
    /// The user's.
    pub user: UserFile,
    /// Their format.
    pub format: Format,
    /// How a hook is written.
    pub form: HookForm,
    /// The events that are of use.
    pub events: Events,
}

/// How a hook is written, below `hooks` and the name of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookForm {
    /// In a group of its own, with a timeout in this many units a second.
    Group(u32),
    /// By itself, with a timeout in seconds; the file has a version, which is 1.
    Single,
}

/// The files of rules that an agent reads, of those that are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleFiles {
    /// None.
    None,
    /// `AGENTS.md`.
    Agents,
    /// `CLAUDE.md`, which imports it.
    Claude,
    /// `.cursor/rules/`.
    Cursor,
}

/// What is known of an agent.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which.
    pub agent: Agent,
    /// Its files of servers.
    pub servers: ServerFile,
    /// Its files of hooks, where it has hooks that can be of use.
    pub hooks: Option<HookFile>,
    /// The files of rules that it reads.
    pub rules: RuleFiles,
    /// Its program on PATH, where it has one.
    pub program: Option<&'static str>,
    /// What a project has that uses it, besides the files above.
    pub project_signs: &'static [&'static str],
    /// What the home of a user has who uses it.
    pub user_signs: &'static [(Base, &'static str)],
    /// The version of the program that was tried; `None` where only its documentation was read.
    pub tried: Option<&'static str>,
    /// Its public documentation.
    pub source: &'static str,
}

impl Occasion {
    /// The name of the hook.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session-start",
            Self::UserPrompt => "user-prompt",
            Self::PreToolUse => "pre-tool-use",
            Self::SessionEnd => "session-end",
            Self::SubagentStart => "subagent-start",
        }
    }

    /// After how many seconds an agent is to give the hook up. What ends a session reads its whole
    /// transcript; nothing else has anybody wait for long.
    fn seconds(self) -> u32 {
        if self == Self::SessionEnd { 10 } else { 5 }
    }
}

/// `mcpServers`, the name that most agents share.
const MCP_SERVERS: &[&str] = &["mcpServers"];

const fn home(path: &'static str) -> UserFile {
    below(Base::Home, path)
}

const fn below(base: Base, path: &'static str) -> UserFile {
    UserFile {
        variable: None,
        base,
        path,
    }
}

const fn named(variable: &'static str, there: &'static str, home: &'static str) -> UserFile {
    UserFile {
        variable: Some((variable, there)),
        base: Base::Home,
        path: home,
    }
}

const fn plain(project: &'static str, user: UserFile, format: Format) -> ServerFile {
    ServerFile {
        project: Some(project),
        user,
        format,
        has_commented_name: false,
        path: MCP_SERVERS,
        form: ServerForm::Plain,
    }
}

/// Every agent, in the order of [`Agent::ALL`].
pub static ROWS: [Row; 10] = [
    Row {
        agent: Agent::Claude,
        servers: plain(
            ".mcp.json",
            named("CLAUDE_CONFIG_DIR", ".claude.json", ".claude.json"),
            Format::Json,
        ),
        hooks: Some(HookFile {
            project: ".claude/settings.json",
            user: named(
                "CLAUDE_CONFIG_DIR",
                "settings.json",
                ".claude/settings.json",
            ),
            format: Format::Json,
            form: HookForm::Group(1),
            events: &[
                ("SessionStart", Occasion::SessionStart),
                ("UserPromptSubmit", Occasion::UserPrompt),
                ("PreToolUse", Occasion::PreToolUse),
                ("PreCompact", Occasion::SessionEnd),
                ("SessionEnd", Occasion::SessionEnd),
                ("SubagentStart", Occasion::SubagentStart),
            ],
        }),
        rules: RuleFiles::Claude,
        program: Some("claude"),
        project_signs: &[".claude", "CLAUDE.md"],
        user_signs: &[(Base::Home, ".claude"), (Base::Home, ".claude.json")],
        tried: Some("2.1.197"),
        source: "https://code.claude.com/docs/en/hooks",
    },
    Row {
        agent: Agent::Codex,
        servers: ServerFile {
            path: &["mcp_servers"],
            ..plain(
                ".codex/config.toml",
                named("CODEX_HOME", "config.toml", ".codex/config.toml"),
                Format::Toml,
            )
        },
        hooks: Some(HookFile {
            project: ".codex/hooks.json",
            user: named("CODEX_HOME", "hooks.json", ".codex/hooks.json"),
            format: Format::Json,
            form: HookForm::Group(1),
            events: &[
                ("SessionStart", Occasion::SessionStart),
                ("UserPromptSubmit", Occasion::UserPrompt),
                ("PreToolUse", Occasion::PreToolUse),
                ("PreCompact", Occasion::SessionEnd),
                ("SessionEnd", Occasion::SessionEnd),
                ("SubagentStart", Occasion::SubagentStart),
            ],
        }),
        rules: RuleFiles::Agents,
        program: Some("codex"),
        project_signs: &[".codex"],
        user_signs: &[(Base::Home, ".codex")],
        tried: Some("0.169.0"),
        source: "https://developers.openai.com/codex/hooks",
    },
    Row {
        agent: Agent::Cursor,
        servers: plain(".cursor/mcp.json", home(".cursor/mcp.json"), Format::Json),
        hooks: Some(HookFile {
            project: ".cursor/hooks.json",
            user: home(".cursor/hooks.json"),
            format: Format::Json,
            form: HookForm::Single,
            events: &[
                ("sessionStart", Occasion::SessionStart),
                ("beforeSubmitPrompt", Occasion::UserPrompt),
                ("preToolUse", Occasion::PreToolUse),
                ("preCompact", Occasion::SessionEnd),
                ("sessionEnd", Occasion::SessionEnd),
                ("subagentStart", Occasion::SubagentStart),
            ],
        }),
        rules: RuleFiles::Cursor,
        program: Some("cursor"),
        project_signs: &[".cursor"],
        user_signs: &[(Base::Home, ".cursor")],
        tried: None,
        source: "https://cursor.com/docs/agent/hooks",
    },
    Row {
        agent: Agent::Gemini,
        servers: plain(".gemini/settings.json", GEMINI, Format::JsonWithComments),
        hooks: Some(HookFile {
            project: ".gemini/settings.json",
            user: GEMINI,
            format: Format::JsonWithComments,
            form: HookForm::Group(1000),
            events: &[
                ("SessionStart", Occasion::SessionStart),
                ("BeforeAgent", Occasion::UserPrompt),
                ("BeforeTool", Occasion::PreToolUse),
                ("PreCompress", Occasion::SessionEnd),
                ("SessionEnd", Occasion::SessionEnd),
            ],
        }),
        // It reads GEMINI.md, which is not built.
        rules: RuleFiles::None,
        program: Some("gemini"),
        project_signs: &[".gemini", "GEMINI.md"],
        user_signs: &[(Base::Home, ".gemini")],
        tried: Some("0.61.0"),
        source: "https://geminicli.com/docs/hooks/reference",
    },
    Row {
        agent: Agent::Copilot,
        servers: ServerFile {
            form: ServerForm::LocalWithTools,
            ..plain(
                ".github/mcp.json",
                named(
                    "COPILOT_HOME",
                    "mcp-config.json",
                    ".copilot/mcp-config.json",
                ),
                Format::Json,
            )
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("copilot"),
        project_signs: &[".github/copilot-instructions.md"],
        user_signs: &[(Base::Home, ".copilot")],
        tried: Some("1.0.102"),
        source: "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
    },
    Row {
        agent: Agent::VsCode,
        servers: ServerFile {
            path: &["servers"],
            form: ServerForm::Stdio,
            ..plain(
                ".vscode/mcp.json",
                below(Base::Application, "Code/User/mcp.json"),
                Format::JsonWithComments,
            )
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("code"),
        project_signs: &[".vscode"],
        user_signs: &[(Base::Application, "Code/User")],
        tried: None,
        source: "https://code.visualstudio.com/docs/agents/reference/mcp-configuration",
    },
    Row {
        agent: Agent::OpenCode,
        servers: ServerFile {
            has_commented_name: true,
            path: &["mcp"],
            form: ServerForm::LocalList,
            ..plain(
                "opencode.json",
                below(Base::Config, "opencode/opencode.json"),
                Format::JsonWithComments,
            )
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("opencode"),
        project_signs: &[".opencode"],
        user_signs: &[(Base::Config, "opencode")],
        tried: Some("1.18.33"),
        source: "https://opencode.ai/docs/config",
    },
    Row {
        agent: Agent::Windsurf,
        servers: ServerFile {
            project: None,
            ..plain("", home(".codeium/windsurf/mcp_config.json"), Format::Json)
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("windsurf"),
        project_signs: &[".windsurf", ".windsurfrules"],
        user_signs: &[(Base::Home, ".codeium/windsurf")],
        tried: None,
        source: "https://docs.windsurf.com/windsurf/cascade/mcp",
    },
    Row {
        agent: Agent::Zed,
        servers: ServerFile {
            path: &["context_servers"],
            ..plain(
                ".zed/settings.json",
                below(Base::ConfigOrRoaming, "zed/settings.json"),
                Format::JsonWithComments,
            )
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("zed"),
        project_signs: &[".zed"],
        user_signs: &[(Base::ConfigOrRoaming, "zed")],
        tried: None,
        source: "https://zed.dev/docs/ai/mcp",
    },
    Row {
        agent: Agent::Amp,
        servers: ServerFile {
            has_commented_name: true,
            path: &["amp.mcpServers"],
            ..plain(
                ".amp/settings.json",
                below(Base::Config, "amp/settings.json"),
                Format::JsonWithComments,
            )
        },
        hooks: None,
        rules: RuleFiles::Agents,
        program: Some("amp"),
        project_signs: &[".amp"],
        user_signs: &[(Base::Config, "amp")],
        tried: Some("0.0.1790142911"),
        source: "https://ampcode.com/manual",
    },
];

const GEMINI: UserFile = named(
    "GEMINI_CLI_HOME",
    ".gemini/settings.json",
    ".gemini/settings.json",
);

impl Row {
    /// The row of an agent.
    #[must_use]
    pub fn of(agent: Agent) -> &'static Self {
        &ROWS[agent as usize]
    }

    /// The entry of the MCP server.
    #[must_use]
    pub fn server(&self) -> Entry {
        let command = ("command", Json::text(PROGRAM));
        let args = ("args", Json::texts(&["mcp"]));
        let value = match self.servers.form {
            ServerForm::Plain => vec![command, args],
            ServerForm::Stdio => vec![("type", Json::text("stdio")), command, args],
            ServerForm::LocalWithTools => vec![
                ("type", Json::text("local")),
                command,
                args,
                ("tools", Json::texts(&["*"])),
            ],
            ServerForm::LocalList => vec![
                ("type", Json::text("local")),
                ("command", Json::texts(&[PROGRAM, "mcp"])),
            ],
        };
        Entry {
            path: self.servers.path.to_vec(),
            what: What::Named(SERVER),
            value: Json::Object(value),
        }
    }

    /// The entries of the hooks, none where it has none.
    #[must_use]
    pub fn hook_entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let Some(hooks) = &self.hooks else {
            return entries;
        };
        for (event, occasion) in hooks.events {
            let command = format!("{PROGRAM} hook {} --agent {}", occasion.name(), self.agent);
            let run = ("command", Json::text(&command));
            let value = match hooks.form {
                HookForm::Group(units) => {
                    let timeout = Json::Number(occasion.seconds() * units);
                    let hook = vec![("type", Json::text("command")), run, ("timeout", timeout)];
                    vec![("hooks", Json::List(vec![Json::Object(hook)]))]
                }
                HookForm::Single => vec![run, ("timeout", Json::Number(occasion.seconds()))],
            };
            entries.push(Entry {
                path: vec!["hooks", event],
                what: What::Item(command),
                value: Json::Object(value),
            });
        }
        entries
    }

    /// What a new file of hooks needs besides.
    #[must_use]
    pub fn beside_hooks(&self) -> &'static [(&'static str, u32)] {
        match self.hooks.map(|hooks| hooks.form) {
            Some(HookForm::Single) => &[("version", 1)],
            _ => &[],
        }
    }
}
