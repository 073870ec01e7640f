// Spreadsheets by `svc records import`: as a process, over a real server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCliAndServer } from './support/cli-and-server.ts'
import { hasPython, runInTerminal } from './support/terminal.ts'

const { cli, server } = await startCliAndServer()

function file(name: string, content: string | Buffer): string {
  const path = join(cli.folder, name)
  writeFileSync(path, content)
  return path
}
const run = async (args: string[], stdin = '') => {
  const { code, stdout, stderr } = await cli.run(['records', 'import', ...args], { env: server.env, stdin })
  return {
    code,
    stderr,
    answer: (stdout === '' ? null : JSON.parse(stdout)) as Record<string, unknown> | null,
  }
}
const count = async (sql: string) => {
  const { stdout } = await cli.run(['sql', sql, '--format', 'ndjson'], { env: server.env })
  return JSON.parse(stdout) as Record<string, unknown>
}

test('a German spreadsheet is shown first, then stored; what is refused is reported with its line', async () => {
  const text =
    'Firma;Kundennummer;Webseite;Angelegt am;ARR\r\n"Müller\r\nGmbH";7;mueller.example;31.12.2025;1.200,00\r\nMeyer;;kein;;\r\n'
  const path = file('customers.csv', Buffer.from(text, 'latin1'))
  const args = [path, '--kind', 'customers', '--map', 'ARR=traits.arr']
  const dry = await run([...args, '--dry-run'])
  expect(dry).toMatchObject({
    code: 1,
    answer: {
      valid: 1,
      refused: 1,
      errors: [{ line: 4, message: expect.stringMatching(/^domain must be a domain/) as string }],
      records: [{ name: 'Müller\r\nGmbH', customerId: '7', traits: { arr: '1.200,00' } }, { name: 'Meyer' }],
      columns: [
        { field: 'name' },
        { field: 'customerId' },
        { field: 'domain' },
        { field: 'createdAt' },
        { field: 'traits.arr' },
      ],
    },
  })
  const before = await count(`select count(*) as n from customers where domain = 'mueller.example'`)
  expect(before).toEqual({ n: 0 })
  expect(await run(args)).toMatchObject({ code: 1, answer: { imported: 1, refused: 1 } })
  expect(await count(`select count(*) as n from customers where domain = 'mueller.example'`)).toEqual({
    n: 1,
  })
  // Again, it changes nothing.
  expect(await run(args)).toMatchObject({ code: 1, answer: { imported: 1, refused: 1 } })
  expect(await count(`select count(*) as n from customers where domain = 'mueller.example'`)).toEqual({
    n: 1,
  })
})

test('what the file doesn’t decide is refused before anything is stored, by the flag that decides it', async () => {
  const path = file('dates.csv', 'domain,created\ndates.example,03/04/2026\n')
  const undecided = await run([path, '--kind', 'customer'])
  expect(undecided.code).toBe(2)
  expect(undecided.stderr).toContain('Say it by --date-format DMY or MDY')
  expect(await run([path, '--kind', 'customer', '--date-format', 'dmy', '--dry-run'])).toMatchObject({
    code: 0,
    answer: { records: [{ createdAt: '2026-04-03T00:00:00Z' }] },
  })
  const unknown = await run([path])
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--kind customer') as string })
  const unmapped = await run([file('x.csv', 'a,b\n1,2\n'), '--kind', 'people'])
  expect(unmapped.stderr).toContain('--map')
})

test('standard input is taken too, and 20,000 rows go in batches', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `u-${index},p${index}@many.example\n`).join('')
  expect(await run(['-', '--kind', 'people'], `User ID,Email\n${rows}`)).toMatchObject({
    code: 0,
    answer: { imported: 20_000, refused: 0 },
  })
})

test.skipIf(!hasPython)('people at a terminal see columns, rows and lines', async () => {
  const path = file('seen.csv', 'domain,name\nseen.example,Seen\nbad,\n')
  const { screen } = await runInTerminal(
    cli,
    ['records', 'import', path, '--kind', 'customer', '--dry-run'],
    {
      env: { ...server.env, NO_COLOR: '1' },
    },
  )
  expect(screen).toContain('│ domain')
  expect(screen).toContain('{"kind":"customer","domain":"seen.example","name":"Seen"}')
  expect(screen).toContain('Line 3: domain must be')
  expect(screen).toMatch(/valid\s+1/)
})
