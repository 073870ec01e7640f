import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type BuiltCli, cleanEnv } from './built-cli.ts'

/** The pseudo-terminal is Python's. */
export const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

/** Each text is typed, or each thing done, once the one before it has been seen. */
export type Dialog = readonly (readonly [seen: string, typed: string | (() => void)])[]

/** Runs `svc` in a pseudo-terminal; resolves with all that was on its screen. */
export async function runInTerminal(
  cli: BuiltCli,
  args: readonly string[],
  {
    dialog = [],
    env = {},
    main = cli.main,
  }: { dialog?: Dialog; env?: Record<string, string>; main?: string } = {},
): Promise<{ code: number; screen: string }> {
  const program = 'import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
  const child = spawn('python3', ['-c', program, process.execPath, main, ...args], {
    env: cleanEnv(cli.configHome, { TERM: 'xterm', ...env }),
  })
  let screen = ''
  let step = 0
  let from = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    while (step < dialog.length) {
      const [seen, typed] = dialog[step]!
      const at = screen.indexOf(seen, from)
      if (at === -1) return
      from = at + seen.length
      step++
      if (typeof typed === 'string') child.stdin.write(typed)
      else typed()
    }
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, screen }
}
