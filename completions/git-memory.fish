# Completion of git-memory for fish, alone and as `git memory`.

function __git_memory_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # What is before `memory` is for git; the rest is for the program.
    if test "$words[1]" = git
        set -l at (contains -i -- memory $words)
        set -e words[1..$at]
        set -p words git-memory
    end
    for line in (git memory complete --index (count $words) -- $words "$typed" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$typed"
        else
            printf '%s\n' "$line"
        end
    end
end

complete -c git-memory -f -a '(__git_memory_complete)'
complete -c git -n '__fish_git_using_command memory' -f -a '(__git_memory_complete)'
