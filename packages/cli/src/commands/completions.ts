import { type Application, buildCommand, proposeCompletions } from '@stricli/core'
import { usageError } from '../errors.ts'
import { oneLine } from '../output/cells.ts'
import type { Context } from './context.ts'

/** Stands for an empty word: PowerShell before 7.3, and each on Windows, hands no empty argument to a program. */
const emptyWord = '__empty__'

/** What a shell has to be told: each asks `svc __complete` with the words so far, the last one unfinished. */
const scripts = {
  bash: `_svc() {
  local IFS=$'\\n'
  COMPREPLY=($(svc __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _svc svc
`,
  zsh: `#compdef svc
_svc() {
  local -a found
  local line
  for line in "\${(@f)$(svc __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( $#found )) && _describe 'svc' found || _files
}
# Loaded by its first use, or sourced.
if [[ "$funcstack[1]" == _svc ]]; then _svc "$@"; else compdef _svc svc; fi
`,
  fish: `function __svc_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (svc __complete $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c svc -f -a '(__svc_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($word, $ast, $position)
  $before = $ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $position }
  $words = @($before | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '${emptyWord}' }
  svc __complete @words 2>$null | ForEach-Object {
    $name, $about = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $(if ($about) { $about } else { $name }))
  }
}
`,
} as const

type Shell = keyof typeof scripts
const shells = Object.keys(scripts) as Shell[]

export const completionsCommand = buildCommand<object, [Shell], Context>({
  docs: {
    brief: 'Print what makes a shell complete svc',
    fullDescription: [
      'bash: svc completions bash >> ~/.bashrc',
      'zsh: svc completions zsh > "${fpath[1]}/_svc"',
      'fish: svc completions fish > ~/.config/fish/completions/svc.fish',
      'PowerShell: svc completions powershell >> $PROFILE',
    ].join('\n'),
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [{ brief: `One of ${shells.join(', ')}`, placeholder: 'shell', parse: toShell }],
    },
  },
  func(this: Context, _flags, shell) {
    this.io.stdout.write(scripts[shell])
  },
})

function toShell(text: string): Shell {
  const shell = shells.find((name) => name === text)
  if (shell === undefined) throw usageError(`must be one of ${shells.join(', ')}`)
  return shell
}

/** `svc __complete <words>`: one proposal a line, a tab before what it is. */
export async function printCompletions(
  application: Application<Context>,
  words: readonly string[],
  context: Context,
): Promise<void> {
  const typed = words.map((word) => (word === emptyWord ? '' : word))
  for (const { completion, brief } of await proposeCompletions(application, typed, context))
    context.io.stdout.write(`${completion}\t${oneLine(brief)}\n`)
}
