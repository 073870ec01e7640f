import { createInterface } from 'node:readline/promises'
import { terminalOf } from '@customer-intel/contract/terminal-text'
import type { Context } from '../commands/context.ts'
import { toCliError } from '../to-cli-error.ts'
import { changeConfig, readConfig } from './change-file.ts'
import { showChange } from './show-change.ts'

/** A file of a client, and what shall stand in it. */
export interface WantedChange {
  /** The client's id. */
  client: string
  path: string
  /** What the file holds then; the very same text: there is nothing to do; null: it goes. */
  edit: (before: string) => string | null
}

/** What became of one client's file. */
export interface Outcome {
  client: string
  path: string
  status: 'configured' | 'removed' | 'unchanged' | 'declined' | 'failed'
  /** As it was; null: there was none. */
  backup?: string | null
  error?: string
}

/** Shows a change, asks, and carries it out. Rejects at Ctrl-C alone: what fails is an outcome. */
export async function offerChange(
  { client, path, edit }: WantedChange,
  { show, ask, removes }: { show: boolean; ask: boolean; removes: boolean },
  { io, signal }: Context,
): Promise<Outcome> {
  try {
    const before = await readConfig(path)
    const after = edit(before)
    if (after === before || (after === null && before === '')) return { client, path, status: 'unchanged' }
    if (show) io.stderr.write(`${path}\n${showChange(before, after ?? '')}`)
    if (ask && !(await agrees('Write this?', io, signal))) return { client, path, status: 'declined' }
    const backup = await changeConfig(path, before, after)
    return { client, path, status: removes ? 'removed' : 'configured', backup }
  } catch (error) {
    signal.throwIfAborted()
    return { client, path, status: 'failed', error: toCliError(error).message }
  }
}

/** Whether whoever sits at the terminal says yes. */
export async function agrees(
  question: string,
  { stdin, stderr }: Context['io'],
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: terminalOf(stderr) })
  // In a terminal Ctrl-C comes as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal })
    return /^y(?:es)?$/i.test(answer.trim())
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    lines.close()
  }
}
