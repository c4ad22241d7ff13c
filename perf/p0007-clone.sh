#!/bin/sh
# The first question of a fresh clone, where nothing is kept yet.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

clone='rm -rf ../clone; git clone -q . ../clone'
# A session's start leaves a process behind that would disturb the next round.
wait='if [ -e ../clone/.git/memory/seen/warm.lock ]; then flock -w 30 ../clone/.git/memory/seen/warm.lock true; fi'
first() { # NAME HOOK INPUT
	ask --before "$wait; $clone" --input "$3" "first hook: $1" "git-memory -C ../clone hook $2"
}

for size in $(for records in $PERF_RECORDS; do echo "$records/100"; done) 100/5000; do
	made "${size%/*}" "${size#*/}"
	ask --before "$clone" "first question" "git-memory -C ../clone recall '$words'"
	ask --before "$clone" "first list" "git-memory -C ../clone list"
	ask --before "$clone" "first check" "git-memory -C ../clone check"
	first session-start session-start '{"session_id":"NTH","hook_event_name":"SessionStart","source":"startup"}'
	first user-prompt user-prompt "{\"session_id\":\"NTH\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"which $words is right\"}"
	first pre-tool-use pre-tool-use "{\"session_id\":\"NTH\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"$file\",\"old_string\":\"a\",\"new_string\":\"b\"}}"
done
