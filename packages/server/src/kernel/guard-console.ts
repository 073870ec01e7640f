import { Console } from 'node:console'
import { guarded } from '@customer-intel/contract/terminal-text'

/** From now on `console` prints names as text: a terminal obeys none of what they hold. */
export function guardConsole(): void {
  globalThis.console = new Console({ stdout: guarded(process.stdout), stderr: guarded(process.stderr) })
}
