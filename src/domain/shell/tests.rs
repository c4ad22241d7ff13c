use super::commands::PATHS;
use super::{Act, Extent, named};

fn shown(line: &str) -> String {
    let mut shown = Vec::new();
    for path in named(line).paths {
        let sign = match path.act {
            Act::Writes => ">",
            Act::Appends => ">>",
            Act::Marks => "+",
            Act::Searches => "~",
            Act::Reads => "",
        };
        let root = if path.is_rooted { "" } else { "?" };
        let glob = if path.is_glob { "*" } else { "" };
        let end = match path.extent {
            Extent::Whole => "!",
            Extent::Below => "/",
            Extent::Alone => "",
        };
        shown.push(format!("{sign}{root}{glob}{}{end}", path.text));
    }
    shown.join(" ")
}

#[test]
fn what_is_plainly_a_path_is_found() {
    for (line, expected) in [
        ("cat .git/config", ".git/config"),
        ("/bin/cat -n a b", "/bin/cat a b"),
        ("X=1 sudo -u me cat a", "a"),
        ("echo .git/config a/b", ""),
        ("echo x > a 2>/dev/null", ">a >/dev/null"),
        ("grep -rn 'a/b' src -A 3", "src"),
        ("grep -e a/b src/c", "src/c"),
        ("rg --glob '!.git' x .", "."),
        ("sed -n 1p a", "a"),
        ("sed -i.bak s/a/b/ a", ">a"),
        ("sed -Ei s/a/b/ a", ">a"),
        ("perl -pi -e s/a/b/ a", ">a"),
        ("perl run/a.pl b/c", "run/a.pl b/c"),
        ("awk -i inplace 1 a", ">a"),
        ("find . -path './.git/*' -prune", "."),
        (
            "find a -newer b -fprintf c %p; find -O3 d -newermt e",
            "a b >c d",
        ),
        (
            "find . -path './a/*' -delete; find . -not -path './b/*' -delete",
            ">. >*./a/* >.",
        ),
        (
            "find a -name '*.b' -exec cat {} + ; find a -name '*.b'",
            "a **.b *{} a",
        ),
        ("find a b -delete", ">a! >b!"),
        ("find -type f -delete", ">.!"),
        ("find . -name '*.o' -delete", ">. >**.o"),
        (
            "[[ a < b/c ]] && cat d < e; if [[ a > b ]]; then f; fi",
            "e d",
        ),
        (
            "case $x in a/b) [[ c < d/e ]] && cat f;; g) case h in i/j) cat k;; esac;; esac",
            "f k",
        ),
        ("cp a x/b c", ">c >c/a >c/b a x/b"),
        ("cp a /dev/null", ">/dev/null a"),
        ("cp -t d a b", ">d >d/a >d/b a b"),
        ("cp *.md x/ .", ">. >./x **.md x/"),
        ("cp host:a/b .", "."),
        ("mv a b", ">b >b/a >a!"),
        ("rm -rf -- -x a", ">-x! >a!"),
        ("rm -f a", ">a"),
        ("chmod -R u+x a; chmod -r b", "+a!"),
        ("rsync -a --delete a/ b", ">b! >b/a a/"),
        ("rsync -a --delete --exclude x a/ b", ">b >b/a a/"),
        ("cd src && cat a; cat /b ~/c", "src src/a /b ~/c"),
        ("(cd src; cat a); cat b", "src src/a b"),
        ("cd \"$X\" && cat a /b", "?a /b"),
        ("cd && cat a", "~/a"),
        ("git -C ../x log -- .git", "../x"),
        ("git commit -m 'see .git/config'", ""),
        ("git diff > out/a", ">out/a"),
        (
            "git commit -F a -m b; git tag -F c v1; git notes add -F d",
            "a c d",
        ),
        (
            "git restore -s x a; git checkout b -- c; git stash push -m d e; git blame -L 1,2 f; git add g",
            "a c e f g",
        ),
        (
            "git grep -n a b; git grep -e a -- c ':!d'; git diff e -- f; git commit -m g h",
            "b c f h",
        ),
        (
            "git apply a; git bundle create b main; git bundle verify c; git clean -fdx d",
            "a >b c >d",
        ),
        (
            "git rebase -x 'cat a' main; su me -c 'cat b'; trap 'cat c' EXIT",
            "a b c",
        ),
        ("dd if=a of=b bs=1", "a >b"),
        ("bash -c 'cat a > b'", ">b a"),
        ("bash -lc \"cat a\"", "a"),
        ("bash run/a.sh b/c d", "run/a.sh b/c"),
        ("eval cat a", "a"),
        ("echo $(cat a) `cat b`", "a b"),
        ("timeout 5 cat a", "a"),
        ("env A=b cat c", "c"),
        ("cat a | xargs -n 1 rm b", "a >b"),
        ("if [ -d .git ]; then cat a; fi", "a"),
        ("while read l; do cat a; done < b", "a b"),
        ("cat <<EOF > memory/a.md\nrm x\nEOF", ">memory/a.md"),
        ("tee a b < c", "c >a >b"),
        ("echo x >> a; tee -a b", ">>a >>b"),
        ("make &>> a/b", ">>a/b"),
        ("vim src/a k.pem src/b:1", "src/a k.pem src/b:1 src/b"),
        (
            "cc -I./a b.c; docker run -v ./d:/e f; make --from=g=h/i -n 1.5 l:m.n https://o.p",
            "./a b.c ./d:/e ./d g=h/i h/i",
        ),
        (
            "cd $(git rev-parse --show-toplevel); cat a",
            "$(toplevel) $(toplevel)/a",
        ),
        (
            "tool --opt a/b c/d=e https://x/.git/y host:a/b",
            "a/b c/d=e",
        ),
        ("curl -sS -o a/b https://x/y; make -C a x", ">a/b a"),
        (
            "tool --file=a/b -x 'c/.*' --exclude=c/d -m 'e /f' $X/g",
            "a/b",
        ),
        (
            r"find a -name b -exec cat c \; -execdir rm d +",
            "a *b c >?d",
        ),
        ("ruby -ne s/a/b/ c/d", "c/d"),
        (
            "git rm -r a; git rm --cached b; git mv c d",
            ">a >d >d/c >c!",
        ),
        ("git -C a rm b; cat c", "a >a/b c"),
        ("cat *.rs {a,b}/c '*'", "**.rs *{a,b}/c *"),
        ("cat **/a '**'/b", "**/a ***/a **/b"),
        ("cat $X/a a$X ./$X/b", ""),
        ("cat a/$X a/`b`/c > d/e$(f)", ">d/ a/ a/"),
        ("rm -r a/$X b", ">a/ >b!"),
        ("cat - < a", "a"),
        ("ln -s .git x", ">x >x/.git .git"),
        ("chmod +x a; touch b", "+a +b"),
        ("tar -C x -xf y z; cat a", ">x x y >x/z a"),
        ("tar czf a.tgz b -C c d", ">a.tgz b c c/d"),
        (
            "tar tf a b; tar -cf - c/d; tar -C ../e -xf f",
            "a c/d >../e ../e f",
        ),
        ("tar --create --file=a --exclude b/c d", ">a d"),
        ("zip -r a.zip b -x 'c/*' d/e -q f", ">a.zip b f"),
        ("sort --output=a -ob c -T d --out=e", ">a >b d >e c"),
        ("grep --regexp=x a; grep -ex b; grep -rf c d", "a b c d"),
        ("grep --color x a; rg --color never x b", "a b"),
        (
            "rg -g 'a/**' -g '!b' --glob=*.rs x; grep -r --include=c x .",
            "~*a/** ~***/*.rs ~***/c .",
        ),
        ("rg --files a", "a"),
        ("sed --expression=p a; sed -n -f b c", "a b c"),
        ("awk -f a -F / b", "a b"),
        ("jq -r --arg x a/b --rawfile y c .d e", "c e"),
        (
            "jq . f --args a b; unzip -p g h/i; unzip g h/i -d j",
            "f g >j g j >j/h/i",
        ),
        (
            "trap 'cd /a' EXIT; su me -c 'cd /b'; bash -c 'cd /c'; cat d",
            "/a /b /c d",
        ),
        (
            "git blame -s a; git add -p b; git commit -u c -m d; git stash -- e",
            "a b c e",
        ),
        (
            r"find . \( -name a -o -name b \) -prune -o -exec cat {} +; find . ! \( -name c \) -exec cat {} +",
            ". *{} . *{}",
        ),
        ("rsync --files-from=a b c", "a >c >c/b b"),
        (
            "curl -d @a -F 'x=@b;type=c' --data-binary=@d -T e file:///f https://x/y",
            "a b d e file:///f",
        ),
        (
            "curl -d x=@a --data-raw @b -F 'x=@\"c\"' -F f=@g/$x --data-urlencode n@d --url file:e",
            "c g/ d file:e",
        ),
        (
            "gh gist create a; gh release upload v1 b; gh x c/d; gh pr create -F e",
            "a b c/d e",
        ),
        (
            "gh api -F x=@a repos/y --field z=@b; gh run download -D c",
            "x=@a b a >c",
        ),
        (
            "git diff --no-index a b; git config -f c x; git archive -o d HEAD",
            "a b c >d",
        ),
        ("a/b c; ./d", "a/b ./d"),
        ("tool .git .x/y .5 ..", ".git .x/y"),
        ("env -S 'cat a' b; env -C c cat d; cat e", "a b c c/d e"),
        (
            "bash +x -c 'cat a' b; bash -c -e 'cat c'; sh -s d < e",
            "a c e",
        ),
        ("sh <<X\ncat a\nX\nbash <<< 'cat b'; cat <<< c", "a b"),
        (
            "cat <<X\n$(cat a) `cat b`\nX\ncat <<'X'\n$(cat c)\nX",
            "a b",
        ),
        (
            "while read l; do cat a; done < <(cat b); tee >(cat c) d",
            "a b c >d",
        ),
        ("sudo -u me A=b timeout -k 1 5 cat c", "c"),
        ("watch -n 1 'cat a'; command cd b; cat c", "a b b/c"),
    ] {
        assert_eq!(shown(line), expected, "{line}");
    }
}

#[test]
fn no_line_is_too_much() {
    for part in [
        "$(",
        "`",
        "(",
        "bash -c '",
        "<<",
        "<<a\n",
        "{",
        "\"",
        "a>",
        "\\",
        "eval ",
        "a ",
        "in ",
        "case a in ",
        "((",
        "x=(",
        "[[ a > ",
        "if ",
    ] {
        assert!(named(&part.repeat(5000)).paths.len() <= PATHS, "{part}");
    }
    let whole = named(&"cat a;".repeat(PATHS));
    assert_eq!((whole.paths.len(), whole.unclear), (PATHS, None));
    let names = named(&"cat a;".repeat(PATHS + 1));
    assert_eq!(names.paths.len(), PATHS);
    assert!(names.unclear.is_some());
}
