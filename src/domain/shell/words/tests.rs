use super::*;

fn shown(line: &str) -> String {
    let mut shown = Vec::new();
    for token in tokens(line) {
        shown.push(match token {
            Token::Word(word) if word.is_open() => format!("?{}", word.text),
            Token::Word(word) if word.is_glob => format!("*{}", word.glob),
            Token::Word(word) => word.text,
            Token::End => ";".to_owned(),
            Token::Case => ";;".to_owned(),
            Token::Open => "(".to_owned(),
            Token::Close => ")".to_owned(),
            Token::From => "<".to_owned(),
            Token::Into => ">".to_owned(),
            Token::Onto => ">>".to_owned(),
            Token::Here => "<<<".to_owned(),
            Token::Text(text) => format!("{text:?}"),
            Token::Nested(inner) => format!("[{inner}]"),
            Token::Cut(_) => "…".to_owned(),
        });
    }
    shown.join(" ")
}

#[test]
fn words_are_those_of_the_shell() {
    for (line, expected) in [
        ("cat a  b", "cat a b"),
        (r#"cat 'a b' "c d" e\ f"#, "cat a b c d e f"),
        (r#"cat .g"it"/'config'"#, "cat .git/config"),
        (r"cat .\git/conf\ig", "cat .git/config"),
        ("a && b || c; d | e & f\ng", "a ; ; b ; ; c ; d ; e ; f ; g"),
        ("a >b 2>>c <d &>e >|f", "a > b >> c < d > e > f"),
        ("a 2>&1 >&2 <&-", "a"),
        ("a >&b", "a > b"),
        ("a <> b", "a > b"),
        ("echo a#b # c > d", "echo a#b"),
        ("(cd a; b)", "( cd a ; b )"),
        ("cat $X/a ${Y} a$Z", "cat ?$X/a ?${Y} ?a$Z"),
        (
            r#"cat $HOME/a "${HOME}/b" $PWD/c $HOMER"#,
            "cat $HOME/a $HOME/b ./c ?$HOMER",
        ),
        (
            "cat '$HOME/a' '~/b' \\~/c ~/d",
            "cat ./$HOME/a ./~/b ./~/c ~/d",
        ),
        ("cat *.rs '*' a[bc] {d,e}", "cat **.rs * *a[bc] *{d,e}"),
        ("echo $(cat a $(b)) `c d`", "echo [cat a $(b)] ?$ [c d] ?$"),
        (
            "cat <<EOF >a\n$(b) \\$(x) > c `d`\nEOF\nd",
            r#"cat "$(b) \\$(x) > c `d`\n" > a ; [b] [d] d"#,
        ),
        ("cat <<-'E F'\n\t$(x)\n\tE F\nd", r#"cat "\t$(x)\n" ; d"#),
        ("cat <<A <<\\B\n1\nA\n2\nB\nd", r#"cat "1\n" "2\n" ; d"#),
        ("cat <<A\n1", r#"cat "1" ;"#),
        ("cat <<<a", "cat <<< a"),
        ("diff <(a b) c > >(d)", "diff [a b] ?$ c > [d] ?$"),
        ("a < <(b; c)", "a < [b; c] ?$"),
        ("a 'b", "a b …"),
        ("a \"b", "a b …"),
        ("a `b", "a [b] ?$ …"),
        ("a $(b", "a [b] ?$ …"),
        (
            "a \"$(cat <<'E'\nit's :)\nE\n)\" # don't",
            "a [cat <<'E'\nit's :)\nE\n] ?$",
        ),
        (
            r"cat $'.git/config' $'\x2egit\u002f\56\'' $'a\xff\n'b",
            "cat .git/config .git/.' ?a$\nb",
        ),
        ("a\\\nb", "ab"),
        ("((x << 1))\na; ((b); c)", "; a ; ( ( b ) ; c )"),
        ("x=(a $(b) c) d; e", "[b] x= d ; e"),
        ("case a in b) c;; esac", "case a in b ) c ;; esac"),
        ("a $(pwd)/b `pwd`", "a ./b ."),
        (
            "a \"$(git rev-parse --show-toplevel 2>/dev/null)\"/b",
            "a $(toplevel)/b",
        ),
    ] {
        assert_eq!(shown(line), expected, "{line}");
    }
}
