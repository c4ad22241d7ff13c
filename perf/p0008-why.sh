#!/bin/sh
# Reasons of files, and commands that read all records.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

for records in $PERF_RECORDS; do
	for commits in $(printf '%s\n' 100 "$PERF_COMMITS" | sort -un); do
		made "$records" "$commits"
		ask --beside "git status -- memory" "list" "git-memory list"
		ask "list of one kind" "git-memory list --kind lesson"
		ask "show" "git-memory show $record"
		ask "why" "git-memory why $file"
		ask --beside "git blame $long" "blame" "git-memory blame $long"
		ask "review" "git-memory review"
		ask "status" "git-memory status"
		ask "check" "git-memory check"
		ask --before "echo NTH >>$file; git add $file" "suggest for what is staged" "git-memory suggest --staged"
	done
done
