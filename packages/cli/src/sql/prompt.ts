import { createInterface } from 'node:readline'
import { terminalOf } from '@customer-intel/contract/terminal-text'
import type { Context } from '../commands/context.ts'
import { formatRows } from '../output/formats.ts'
import { configDirectory } from '../session/config-directory.ts'
import { toCliError } from '../to-cli-error.ts'
import { readHistory, writeHistory } from './history.ts'
import type { SqlAnswer, SqlSession } from './session.ts'

/** A prompt for queries, until `\q` or Ctrl-D. A query ends with a semicolon; Ctrl-C gives it up, or ends its run. */
export async function runPrompt(
  sql: SqlSession,
  print: (answer: SqlAnswer) => Promise<void>,
  { io, signal }: Context,
): Promise<void> {
  const directory = configDirectory(io.env)
  const lines = createInterface({
    input: io.stdin,
    output: terminalOf(io.stdout),
    history: await readHistory(directory),
    historySize: 1_000,
    removeHistoryDuplicates: true,
    prompt: 'svc> ',
  })
  let history: string[] = []
  lines.on('history', (entries: string[]) => (history = [...entries]))
  let running: AbortController | null = null
  let query = ''
  const ask = () => {
    lines.setPrompt(query === '' ? 'svc> ' : '...> ')
    lines.prompt()
  }
  lines.on('SIGINT', () => {
    if (running !== null) return running.abort(new Error('Stopped'))
    query = ''
    io.stdout.write('\n')
    lines.setPrompt('svc> ')
    lines.prompt()
  })
  const attempt = async (run: (stopping: AbortSignal) => Promise<void>) => {
    running = new AbortController()
    try {
      await run(AbortSignal.any([signal, running.signal]))
    } catch (failure) {
      io.stderr.write(`Error: ${toCliError(failure).message}\n`)
    } finally {
      running = null
    }
  }

  const close = () => lines.close()
  signal.addEventListener('abort', close, { once: true })
  ask()
  for await (const line of lines) {
    const [command, view] = line.trim().split(/\s+/)
    if (query === '' && command === '\\q') break
    if (query === '' && command === '\\d')
      await attempt(async (stopping) => {
        const rows = await sql.describe(view?.replace(/;$/, ''), stopping)
        io.stdout.write(formatRows(rows, 'table', { width: io.stdout.columns || 80 }))
      })
    else if (query === '' && command?.startsWith('\\'))
      io.stderr.write('Unknown: \\d lists the views, \\d activity tells one, \\q ends\n')
    else if (query !== '' || line.trim() !== '') {
      query += `${line}\n`
      if (/;\s*$/.test(query)) {
        const text = query
        query = ''
        await attempt(async (stopping) => print(await sql.query(text, stopping)))
      }
    }
    ask()
  }
  lines.close()
  signal.removeEventListener('abort', close)
  await writeHistory(directory, history)
}
