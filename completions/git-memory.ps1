# Completion of git-memory for PowerShell; posh-git goes on completing the rest of git.

function Get-GitMemoryCompletion($words, $typed) {
    $index = $words.Count
    git memory complete --index $index -- @words $typed 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            return
        }
        $word, $meaning = $_ -split "`t", 2
        if (-not $meaning) {
            $meaning = $word
        }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
    }
}

# The words before the cursor, without the one that is being typed.
function Get-GitMemoryWords($ast, $typed, $cursor) {
    $words = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } |
            ForEach-Object { $_.ToString() })
    if ($typed -and $words.Count -gt 1) {
        $words = @($words[0..($words.Count - 2)])
    }
    , $words
}

Register-ArgumentCompleter -Native -CommandName git-memory -ScriptBlock {
    param($typed, $ast, $cursor)
    $words = Get-GitMemoryWords $ast $typed $cursor
    $words[0] = 'git-memory'
    Get-GitMemoryCompletion $words $typed
}

Register-ArgumentCompleter -Native -CommandName git -ScriptBlock {
    param($typed, $ast, $cursor)
    $words = Get-GitMemoryWords $ast $typed $cursor
    if ($words.Count -gt 1 -and $words[1] -eq 'memory') {
        $words = @('git-memory') + @($words | Select-Object -Skip 2)
        Get-GitMemoryCompletion $words $typed
    }
    elseif (Get-Command Expand-GitCommand -ErrorAction Ignore) {
        $line = $ast.ToString().PadRight($cursor - $ast.Extent.StartOffset)
        Expand-GitCommand $line
    }
}
