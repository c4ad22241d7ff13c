# git runs this to merge a file of memory (merge.git-memory.driver); it puts in what begins with
# a percent sign (gitattributes(5)). A git before 2.44 leaves the last three as they are.
if command -v git-memory >/dev/null 2>&1; then
	git-memory merge-driver %O %A %B %L %P %S %X %Y
	status=$?
	test $status -gt 1 || exit $status
fi
# The program is missing, or has failed: the file is merged as any other text.
git merge-file --marker-size=%L -L %X -L %S -L %Y %A %O %B
