import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorCodes } from '../src/index.ts'

it('docs/errors.md lists every code with its status and a remedy', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => /^\| `\w+` +\| +\d{3} /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  const told = rows.map(([, code, status, command, again]) => [code, Number(status), command, again])
  expect(told).toEqual(
    Object.entries(errorCodes).map(([code, { status, command, retryable }]) => [
      code,
      status,
      command ?? '',
      retryable ? 'yes' : 'no',
    ]),
  )
  for (const [, code, , , , remedy] of rows) expect(remedy, code).toMatch(/\.$/)
})
