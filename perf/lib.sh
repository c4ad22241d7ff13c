# shellcheck shell=sh disable=SC2030,SC2031,SC2034 # The scripts use what is set here.
# The words of the scripts beside it, which perf/run starts.

# Runs a shell command in the repository of each program.
each() {
	for _one in "$PERF_WORK"/[0-9]*; do
		(cd "$_one/at/repository" && PATH=$_one/bin:$PATH && sh -eu -c "$1")
	done
}

# Makes a repository of so many records and commits for each program, or clones the user's ('its'),
# and begins a table. Sets 'file' to a file that records are about, 'long' to a long one, 'record' to a record, 'words' to a
# question.
made() {
	_base=$PERF_WORK/made/$1-$2
	file=src/area7/f3.rs long=src/area0/f0.rs record=dec-000007 words='retry limit of the queue'
	if [ ! -d "$_base" ]; then
		mkdir -p "$PERF_WORK/made"
		if [ "$1" = its ]; then
			git clone -q "$PERF_REPOSITORY" "$_base"
			# Nothing is sent to where it came from.
			git -C "$_base" remote remove origin
			git -C "$_base" checkout -q -B main
		else
			PATH=$PERF_WORK/0/bin:$PATH python3 "$PERF_HERE/made.py" "$_base" "$1" "$2"
		fi
	fi
	if [ "$1" = its ]; then
		file=$(git -C "$_base" log --format= --name-only --diff-filter=AM -n 20 -- . ':!memory' | head -n 1)
		long=$file words=$(git -C "$_base" log -1 --format=%s)
		record=$(cd "$_base" && "$PERF_WORK/0/bin/git-memory" list --format '%(id)' | head -n 1)
	fi
	for _one in "$PERF_WORK"/[0-9]*; do
		rm -rf "$_one/at" && mkdir "$_one/at" && cp -R "$_base" "$_one/at/repository"
	done
	each 'git status >/dev/null'
	printf '\n| %s: %s records, %s commits |' "$PERF_SCRIPT" "$1" "$2"
	for _one in "$PERF_WORK"/[0-9]*; do printf ' %s |' "$(cat "$_one/label")"; done
	printf '\n|---|'
	for _one in "$PERF_WORK"/[0-9]*; do printf -- '---|'; done
	echo
}

# Measures a command: ask [--before SHELL] [--input TEXT] [--beside COMMAND] [--rounds N] NAME COMMAND.
# perf/measure.py says more.
ask() { python3 -S "$PERF_HERE/measure.py" "$@"; }
