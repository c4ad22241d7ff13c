#!/bin/sh
# Contexts for prompts: new ones, and those that are kept.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

for records in $PERF_RECORDS; do
	made "$records" 100
	ask "context, new" "git-memory context --max-chars 1000NTH"
	ask "context, new, with a question and a file" "git-memory context --for $file --query '$words NTH'"
	ask "the same, only what fits" "git-memory context --for $file --query '$words NTH' --only"
	ask "context, kept" "git-memory context"
	ask "context of HEAD, kept" "git-memory context --committed"
	ask --before ': >file-NTH; git add file-NTH' "context after a new file" "git-memory context"
	ask "get-context, new" "git-memory get-context --topics noneNTH"
	ask "get-context, kept" "git-memory get-context"
done

made 10 10
each '{ echo "# pack-refs with: peeled fully-peeled sorted "
	seq 100000 299999 | sed "s|.*|$(git rev-parse HEAD) refs/heads/topic/b&|"; } >.git/packed-refs'
ask "beside 200,000 branches: context, new" "git-memory context --max-chars 1000NTH"
ask "the same, kept" "git-memory context"
ask "briefing" "git-memory briefing"
