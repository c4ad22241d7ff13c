#!/bin/sh
# Commits, switches, rebases and merges, with our hooks, filter and driver and without.
# shellcheck disable=SC2016 # The shells of rounds and programs expand them.
# shellcheck source=perf/lib.sh
. "$PERF_HERE/lib.sh"

# A copy without our hooks, filter and driver.
beside() { each 'rm -rf ../plain; cp -R . ../plain; git -C ../plain memory hooks uninstall >/dev/null; git -C ../plain status >/dev/null'; }
# Runs in both.
both() { printf 'for at in . ../plain; do (cd "$at"; %s); done; git memory list --count >/dev/null' "$1"; }

for records in $PERF_RECORDS; do
	made "$records" 100
	each 'git memory hooks install >/dev/null 2>&1'
	each 'git branch other HEAD; printf "A note.\n" >memory/notes.md; git add memory; git commit -q -m Note 2>/dev/null'
	beside
	ask --before "$(both "git switch -q main")" --beside "git -C ../plain switch -q other" \
		"switch that changes one record" "git switch -q other"
	each 'git switch -q main'
	each 'git -C ../plain switch -q main'
	ask --before "$(both "echo NTH >>$file; git add $file")" --beside "git -C ../plain commit -q -m code" \
		"commit of code" "git commit -q -m code"
	new='printf -- "---\nid: dec-x%05d\ntitle: Record NTH\nstatus: active\nscope: project\nupdated: 2026-01-02\n---\nNew.\n" NTH >memory/decisions/new-NTH.md; git add memory'
	ask --before "$(both "$new")" --beside "git -C ../plain commit -q -m record" \
		"commit of one record" "git commit -q -m record"
done

# A hundred commits that change a record each. 'apart': the other branch has another record;
# 'together': it has changed each of them.
made 10 10
each '
note() {
	printf -- "---\nid: note-aaa%s\ntitle: A note about caches\nstatus: active\nscope: project\nupdated: 2026-11-20\n---\n%s\n" "$1" "$2"
	seq 1 40 | sed "s/.*/Entry & lives for a day, unless a setting says how long./"
	echo "$3"
}
git memory hooks install >/dev/null 2>&1
mkdir memory/notes
for n in $(seq 100 199); do note "$n" first last >"memory/notes/$n.md"; done
git add memory && git commit -q -m Notes
git branch apart && git branch together && git branch changes
git switch -q changes
for n in $(seq 100 199); do
	note "$n" first changed >"memory/notes/$n.md"
	git commit -q --no-verify -a -m "Change $n"
done
git switch -q apart
note 200 first last >memory/notes/200.md
git add memory && git commit -q -m Other
git switch -q together
for n in $(seq 100 199); do note "$n" other last >"memory/notes/$n.md"; done
git commit -q -a -m Together
'
beside
# What no program can go below: a hook that does nothing, and git's own merge as the driver.
each '
rm -rf ../least && cp -R ../plain ../least && git -C ../least status >/dev/null
printf "#!/bin/sh\n" >../least/.git/hooks/prepare-commit-msg && chmod +x ../least/.git/hooks/prepare-commit-msg
git -C ../least config merge.git-memory.driver "git merge-file -q %A %O %B"
'
for onto in apart together; do
	ask --before "$(both "git switch -q -C work changes")" --beside "git -C ../plain rebase -q $onto" \
		"rebase of 100 commits, $onto" "git rebase -q $onto"
	ask --before "for at in ../least ../plain; do git -C \$at switch -q -C work changes; done" \
		--beside "git -C ../plain rebase -q $onto" "the same, a hook that does nothing and git's own merge" \
		"git -C ../least rebase -q $onto"
done
each 'git show main:memory/notes/100.md >base; git show changes:memory/notes/100.md >ours; git show together:memory/notes/100.md >theirs'
ask --before 'cp ours merged' --beside "git merge-file -q merged base theirs" \
	"merge driver, one file" "git-memory merge-driver base merged theirs 7 memory/notes/100.md"
