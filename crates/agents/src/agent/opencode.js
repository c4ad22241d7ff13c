// git-memory for opencode, as `git memory agents install opencode` writes it: each moment of a session calls a hook.
import { spawnSync } from "node:child_process"

// Options of the hook before the call of a tool.
const UNJUDGED = []
const TOOLS = { read: "Read", edit: "Edit", write: "Write", bash: "Bash", grep: "Grep", glob: "Glob" }

export const GitMemory = async ({ directory }) => {
  // What each session was told: the system prompt is made anew for each request to the model.
  const told = new Map()
  const hook = (name, session, more) => {
    const input = JSON.stringify({ session_id: session, cwd: directory, ...more })
    const options = name === "pre-tool-use" ? UNJUDGED : []
    const run = spawnSync("git-memory", ["hook", name, "--agent", "opencode", ...options], { input, encoding: "utf8", timeout: 5000 })
    try {
      return JSON.parse(run.stdout).hookSpecificOutput ?? {}
    } catch {
      return {} // It had nothing to say, or is not installed.
    }
  }
  const tell = (session, answer) => {
    if (answer.additionalContext) told.get(session).push(answer.additionalContext)
  }
  const begin = (session) => {
    if (told.has(session)) return
    told.set(session, [])
    tell(session, hook("session-start", session, { hook_event_name: "SessionStart", source: "startup" }))
  }
  return {
    "chat.message": async ({ sessionID }, { parts }) => {
      begin(sessionID)
      const prompt = parts.map((part) => (part.type === "text" && !part.synthetic ? part.text : "")).join("\n")
      tell(sessionID, hook("user-prompt", sessionID, { hook_event_name: "UserPromptSubmit", prompt }))
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (!sessionID) return // A title, or another errand of its own.
      begin(sessionID)
      system.push(...told.get(sessionID))
    },
    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      begin(sessionID)
      const input = { ...args, file_path: args.filePath, old_string: args.oldString, new_string: args.newString }
      if (args.patchText) input.command = args.patchText
      const call = { hook_event_name: "PreToolUse", tool_name: TOOLS[tool] ?? tool, tool_input: input }
      const answer = hook("pre-tool-use", sessionID, call)
      if (answer.permissionDecision === "deny") throw new Error(answer.permissionDecisionReason)
      tell(sessionID, answer)
    },
  }
}
