#!/bin/sh
# The work log: entries, and their exchange with a remote.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

# The log grows to so many entries, by a fast import of what appends write.
grow='for n in $(seq COUNT); do
	printf "commit refs/memory/branches/main\ncommitter B <b@example.org> %d +0000\ndata <<X\nStep %d\n\n## What happened\n\nIt was done.\n\nMemory-Id: sum-%012d\nMemory-Kind: summary\nRun-Id: r\nStep-Id: %d\nStatus: ok\nX\n" $((1700000000 + n)) "$n" "$n" "$n"
done | git fast-import --quiet --force'
append="git-memory summary append --run r --step NTH --title 'A step' --happened 'It was done.'"
made 10 10
each 'git init -q --bare ../remote.git; git remote add origin "$PWD/../remote.git"; git config memory.remote origin; git push -q origin HEAD'
for entries in 10 10000; do
	each "$(echo "$grow" | sed "s/COUNT/$entries/")"
	ask --beside "sh -c 'git update-ref refs/other/NTH \$(git commit-tree HEAD: -p HEAD -m Step)'" "append to $entries entries" "$append"
	ask "newest 50 of $entries entries" "git-memory summary list -n 50"
done
ask "160 appends by eight writers" \
	"sh -c 'for writer in 1 2 3 4 5 6 7 8; do (for nth in \$(seq 20); do git-memory summary append --run NTH --step \$writer-\$nth --title Step --happened Done; done) & done; wait'"
ask --beside "git fetch -q origin" "sync, nothing new" "git-memory sync"
ask --before "$(echo "$append" | sed 's/r --step/sync --step/') >/dev/null" "sync of one entry" "git-memory sync"
