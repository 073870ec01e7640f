import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { query } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { startOnHistory } from './support/dataset.ts'
import { runLoad } from './support/load.ts'
import { median } from './support/percentile.ts'
import { cpuSeconds, processTree } from './support/processes.ts'
import { runServerCommand } from './support/server-program.ts'
import { figure, type Table } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const moreEvents = 1_000
const repeats = 3

const questions: Record<string, string> = {
  'daily active users':
    'select cast(occurred_at as date) as d, count(distinct user_id) as n from activity group by cast(occurred_at as date) order by d',
  'top events with distinct users':
    'select event_name, count(*) as n, count(distinct user_id) as people from activity group by event_name order by n desc limit 20',
  'one day': `select event_name, count(*) as n from activity where occurred_at >= timestamp 'DAY 00:00:00' and occurred_at < timestamp 'NEXT 00:00:00' group by event_name order by n desc`,
}

/**
 * A continuous export into a folder beside the server: the first commit, the next with a few more events, and what the
 * engines make of it; ClickHouse where `CHDB_FOLDER` is a folder in which `npm install chdb` was run.
 */
export const exporting: Case = async (context): Promise<Table> => {
  const events = 1_000_000 * context.scale
  const server = await startOnHistory(context, events)
  const to = join(context.scratch, 'exported')
  const rows: string[][] = []
  try {
    const begun = performance.now()
    const { child, output } = runServerCommand(
      [...context.command, 'export', '--to', to, '--follow', '--every', '1s'],
      { SVC_DATA_DIR: join(context.scratch, 'history') },
    )
    let cpu = 0
    const followed = setInterval(() => (cpu = Math.max(cpu, cpuSeconds(processTree(child.pid!)))), 50)
    const commits = (number: number) =>
      waitUntil(`commit ${number}`, async () => output().includes(`commit ${number},`), {
        timeoutMs: 3_600_000,
        everyMs: 20,
      })
    await commits(1)
    rows.push(['first commit', figure((performance.now() - begun) / 1000, 's')])
    rows.push(['… processor, read process not counted once it ended', figure(cpu, 's')])
    const { bytes, files } = sizeOf(to)
    rows.push(['… Parquet', `${figure(bytes / 1024 ** 2, 'MB')} in ${files} files`])
    const sent = performance.now()
    await runLoad({
      ingestUrl: server.ingestUrl,
      connections: 1,
      batchSize: 100,
      seed: 2,
      schedule: { kind: 'history', batches: moreEvents / 100, fromMs: Date.now() - 60_000, toMs: Date.now() },
    })
    await commits(2)
    rows.push([
      `commit with ${moreEvents} events more, from the first one on`,
      figure((performance.now() - sent) / 1000, 's'),
    ])
    const after = sizeOf(to)
    rows.push(['… Parquet written', figure((after.bytes - bytes) / 1024 ** 2, 'MB')])
    clearInterval(followed)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited

    const home = join(to, readdirSync(to)[0]!)
    const [middle] = await query<{ day: string; next: string }>(
      server,
      `select cast(cast(min(occurred_at) as date) + 30 as varchar) as day, cast(cast(min(occurred_at) as date) + 31 as varchar) as next from activity`,
    )
    const duckdb = await openDuckdb(home)
    const clickhouse = openClickhouse(home)
    for (const [name, text] of Object.entries(questions)) {
      const sql = text.replace('DAY', middle!.day).replace('NEXT', middle!.next)
      rows.push([
        name,
        figure(await time(() => query(server, sql)), 'ms'),
        figure(await time(() => duckdb(sql)), 'ms'),
        clickhouse === null ? '' : figure(await time(async () => clickhouse(sql)), 'ms'),
      ])
    }
    rmSync(to, { recursive: true })
  } finally {
    await server.stop()
  }
  return {
    title: 'Continuous export',
    about: `\`svc-server export --to folder --follow\` beside the server, ${events.toLocaleString('en-US')} events over ${Math.round(45 * context.scale)} days; questions: svc_query, DuckDB and ClickHouse over the export, in one process each, median of ${repeats}.`,
    columns: ['What', 'Here', 'DuckDB', 'ClickHouse'],
    rows: rows.map((row) => [...row, '', '', ''].slice(0, 4)),
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return median(times)
}

/** All Parquet files of an export, with those that are retired. */
function sizeOf(folder: string): { bytes: number; files: number } {
  const list = execFileSync('find', [folder, '-name', '*.parquet', '-printf', '%s\n'], { encoding: 'utf8' })
  const sizes = list.split('\n').filter(Boolean).map(Number)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length }
}

async function openDuckdb(home: string): Promise<(sql: string) => Promise<unknown>> {
  const { DuckDBInstance } = createRequire(new URL('../packages/server/package.json', import.meta.url))(
    '@duckdb/node-api',
  ) as {
    DuckDBInstance: {
      create(): Promise<{
        connect(): Promise<{
          run(sql: string): Promise<unknown>
          runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown }>
        }>
      }>
    }
  }
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`set TimeZone = 'UTC'`)
  await connection.run(readFileSync(join(home, 'views.duckdb.sql'), 'utf8'))
  return async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()
}

function openClickhouse(home: string): ((sql: string) => unknown) | null {
  const at = process.env['CHDB_FOLDER']
  if (at === undefined) return null
  const { Session } = createRequire(join(at, 'package.json'))('chdb') as {
    Session: new () => { query(sql: string, format?: string): unknown }
  }
  // It reads local files of its own folder alone.
  process.chdir(home)
  const session = new Session()
  for (const statement of ['create database intel', 'use intel']) session.query(statement)
  for (const statement of readFileSync(join(home, 'views.clickhouse.sql'), 'utf8').split(/;\n/))
    if (/^create/m.test(statement)) session.query(statement)
  return (sql) => session.query(sql, 'JSONEachRow')
}
