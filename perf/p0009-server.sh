#!/bin/sh
# The local server: its first page, its answers, its memory. Programs are measured one after another.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

for records in $PERF_RECORDS; do
	made "$records" 100 >/dev/null
	each "printf '\n%s: %s, $records records\n' '$PERF_SCRIPT' \"\$(cat ../../label)\"
		python3 '$PERF_HERE/server.py' --program git-memory --repository . --requests $((PERF_ROUNDS * 100))"
done
