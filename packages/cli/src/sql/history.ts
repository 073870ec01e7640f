import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Queries may name people: only their owner reads them. The newest is first. */
export async function readHistory(directory: string): Promise<string[]> {
  const text = await readFile(historyPath(directory), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

/** Nothing that a prompt should fail for: a history that can't be kept is not kept. */
export async function writeHistory(directory: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await mkdir(directory, { recursive: true, mode: 0o700 })
    .then(() => writeFile(historyPath(directory), `${lines.join('\n')}\n`, { mode: 0o600 }))
    .catch(() => undefined)
}

function historyPath(directory: string): string {
  return join(directory, 'sql-history')
}
