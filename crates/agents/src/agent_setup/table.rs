//! The table of agents: which files each of them reads, what is put there, and where that is
//! documented.
//!
//! A row says what its source says, or what the program of that version was seen to do; what could
//! not be confirmed is not in it.

use super::entry::Fixed;
use super::row::{
    Base, HookFile, HookForm, PluginFile, Row, RuleFiles, ServerFile, ServerForm, UserFile,
};
use super::unfit::Format;
use crate::agent::{Agent, AgentEvent};

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
        beside: &[],
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
            form: HookForm::GroupInShell,
            events: &[
                ("SessionStart", AgentEvent::SessionStart),
                ("UserPromptSubmit", AgentEvent::UserPrompt),
                ("PreToolUse", AgentEvent::PreToolUse),
                ("PreCompact", AgentEvent::SessionEnd),
                ("SessionEnd", AgentEvent::SessionEnd),
                ("SubagentStart", AgentEvent::SubagentStart),
            ],
            hears_before_tools: true,
            granted: &[],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Claude,
        program: Some("claude"),
        project_signs: &[".claude", "CLAUDE.md"],
        user_signs: &[(Base::Home, ".claude"), (Base::Home, ".claude.json")],
        own_folders: &[named("CLAUDE_CONFIG_DIR", "", ".claude")],
        tried: Some("2.1.332"),
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
                ("SessionStart", AgentEvent::SessionStart),
                ("UserPromptSubmit", AgentEvent::UserPrompt),
                ("PreToolUse", AgentEvent::PreToolUse),
                ("PreCompact", AgentEvent::SessionEnd),
                ("SessionEnd", AgentEvent::SessionEnd),
                ("SubagentStart", AgentEvent::SubagentStart),
            ],
            hears_before_tools: true,
            granted: &[("SessionEnd", 3)],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("codex"),
        project_signs: &[".codex"],
        user_signs: &[(Base::Home, ".codex")],
        own_folders: &[named("CODEX_HOME", "", ".codex")],
        tried: Some("0.171.0"),
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
                ("sessionStart", AgentEvent::SessionStart),
                ("beforeSubmitPrompt", AgentEvent::UserPrompt),
                ("preToolUse", AgentEvent::PreToolUse),
                ("preCompact", AgentEvent::SessionEnd),
                ("sessionEnd", AgentEvent::SessionEnd),
            ],
            hears_before_tools: true,
            granted: &[],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Cursor,
        program: Some("cursor"),
        project_signs: &[".cursor"],
        user_signs: &[(Base::Home, ".cursor")],
        own_folders: &[home(".cursor")],
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
                ("SessionStart", AgentEvent::SessionStart),
                ("BeforeAgent", AgentEvent::UserPrompt),
                ("BeforeTool", AgentEvent::PreToolUse),
                ("PreCompress", AgentEvent::SessionEnd),
                ("SessionEnd", AgentEvent::SessionEnd),
            ],
            hears_before_tools: false,
            granted: &[],
        }),
        plugin: None,
        rule_names: Some((&["context", "fileName"], "GEMINI.md")),
        rules: RuleFiles::Agents,
        program: Some("gemini"),
        project_signs: &[".gemini", "GEMINI.md"],
        user_signs: &[(Base::Home, ".gemini")],
        own_folders: &[named("GEMINI_CLI_HOME", ".gemini", ".gemini")],
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
        hooks: Some(HookFile {
            project: ".github/hooks/git-memory.json",
            user: named(
                "COPILOT_HOME",
                "hooks/git-memory.json",
                ".copilot/hooks/git-memory.json",
            ),
            format: Format::Json,
            form: HookForm::Shells,
            // What a hook says to a prompt is dropped; the end of a session names no transcript.
            events: &[
                ("sessionStart", AgentEvent::SessionStart),
                ("preToolUse", AgentEvent::PreToolUse),
                ("subagentStart", AgentEvent::SubagentStart),
                ("preCompact", AgentEvent::SessionEnd),
                ("agentStop", AgentEvent::SessionEnd),
            ],
            hears_before_tools: false,
            granted: &[],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("copilot"),
        project_signs: &[".github/copilot-instructions.md"],
        user_signs: &[(Base::Home, ".copilot")],
        own_folders: &[named("COPILOT_HOME", "", ".copilot")],
        tried: Some("1.0.102"),
        source: "https://docs.github.com/en/copilot/reference/hooks-reference",
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
        // Copilot CLI reads the same folder. In its form the two tell apart who asks, and a hook
        // that was put in for the other one keeps silent.
        hooks: Some(HookFile {
            project: ".github/hooks/git-memory-vscode.json",
            user: home(".copilot/hooks/git-memory-vscode.json"),
            format: Format::Json,
            form: HookForm::Shells,
            // It takes no context at a prompt, and the form of its transcripts is not public.
            events: &[
                ("sessionStart", AgentEvent::SessionStart),
                ("preToolUse", AgentEvent::PreToolUse),
                ("subagentStart", AgentEvent::SubagentStart),
            ],
            hears_before_tools: true,
            granted: &[],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("code"),
        project_signs: &[".vscode"],
        user_signs: &[(Base::Application, "Code/User")],
        own_folders: &[below(Base::Application, "Code/User"), home(".copilot")],
        tried: None,
        source: "https://code.visualstudio.com/docs/agent-customization/hooks",
    },
    Row {
        agent: Agent::OpenCode,
        servers: ServerFile {
            has_commented_name: true,
            path: &["mcp"],
            form: ServerForm::LocalList,
            beside: &[("$schema", Fixed::Text("https://opencode.ai/config.json"))],
            ..plain(
                "opencode.json",
                below(Base::Config, "opencode/opencode.json"),
                Format::JsonWithComments,
            )
        },
        hooks: None,
        plugin: Some(PluginFile {
            project: ".opencode/plugins/git-memory.js",
            user: below(Base::Config, "opencode/plugins/git-memory.js"),
            text: include_str!("opencode.js"),
        }),
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("opencode"),
        project_signs: &[".opencode"],
        user_signs: &[(Base::Config, "opencode")],
        own_folders: &[
            below(Base::Config, "opencode"),
            named("XDG_DATA_HOME", "opencode", ".local/share/opencode"),
        ],
        tried: Some("1.18.33"),
        source: "https://opencode.ai/docs/config",
    },
    Row {
        agent: Agent::Windsurf,
        servers: ServerFile {
            project: None,
            ..plain("", home(".codeium/windsurf/mcp_config.json"), Format::Json)
        },
        // None of them takes context; those before a call can deny it.
        hooks: Some(HookFile {
            project: ".windsurf/hooks.json",
            user: home(".codeium/windsurf/hooks.json"),
            format: Format::Json,
            form: HookForm::Bare,
            events: &[
                ("pre_read_code", AgentEvent::PreToolUse),
                ("pre_write_code", AgentEvent::PreToolUse),
                ("pre_run_command", AgentEvent::PreToolUse),
                ("pre_mcp_tool_use", AgentEvent::PreToolUse),
                (
                    "post_cascade_response_with_transcript",
                    AgentEvent::SessionEnd,
                ),
            ],
            hears_before_tools: false,
            granted: &[],
        }),
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("windsurf"),
        project_signs: &[".windsurf", ".windsurfrules"],
        user_signs: &[(Base::Home, ".codeium/windsurf")],
        own_folders: &[home(".codeium")],
        tried: None,
        source: "https://docs.windsurf.com/windsurf/cascade/hooks",
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
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("zed"),
        project_signs: &[".zed"],
        user_signs: &[(Base::ConfigOrRoaming, "zed")],
        own_folders: &[below(Base::ConfigOrRoaming, "zed")],
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
        plugin: None,
        rule_names: None,
        rules: RuleFiles::Agents,
        program: Some("amp"),
        project_signs: &[".amp"],
        user_signs: &[(Base::Config, "amp")],
        own_folders: &[below(Base::Config, "amp")],
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
}
