#!/bin/sh
# Hooks of agents: calls of tools, and the events of a session.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

# A session is told of a record once, so each round is a session of its own.
call() { # NAME EVENT FIELDS
	ask --input "{\"session_id\":\"$$-NTH\",\"hook_event_name\":\"$2\",$3}" "$1" "git-memory hook $4"
}
tool() { call "pre-tool-use: $1" PreToolUse "\"tool_name\":\"$2\",\"tool_input\":{$3}" pre-tool-use; }

for records in $PERF_RECORDS; do
	made "$records" "$PERF_COMMITS"
	ask "start" "git-memory --version"
	tool "a file" Read "\"file_path\":\"$file\""
	tool "a denial" Read '"file_path":".git/config"'
	tool "a command line" Bash '"command":"cd src && cat *.rs | head -5 > /dev/null"'
	tool "a search" Grep '"pattern":"x","glob":"*.rs"'
	tool "a new record" Write '"file_path":"memory/notes/a.md","content":"# A\n\nText.\n"'
	tool "an edit of a file with records" Edit "\"file_path\":\"$file\",\"old_string\":\"a\",\"new_string\":\"b\""
	call user-prompt UserPromptSubmit "\"prompt\":\"which $words is right\"" user-prompt
	call session-start SessionStart '"source":"startup"' session-start
	call subagent-start SubagentStart "\"agent_type\":\"general-purpose\",\"prompt\":\"change the $words\"" subagent-start
done
