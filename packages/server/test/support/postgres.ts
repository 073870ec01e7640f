import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../../../scripts/workspace/postgres.mjs'

export interface TestPostgres {
  /** Of the database that is always there. */
  url: string
  /** Of a database of its own, that holds nothing yet. */
  createDatabase: (options?: string) => Promise<string>
  /** Runs a statement as the superuser. */
  admin: (sql: string) => Promise<pg.QueryResult>
  /** As `pg_ctl stop -m immediate`: what was acknowledged is there after the next {@link TestPostgres.start}. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Of the process that started the others. */
  pid: () => number
  /** Another server that follows this one, which waits for it from then on (synchronously) before it says that something is done. */
  startStandby: () => Promise<{ url: string; promote: () => Promise<void> }>
  dispose: () => Promise<void>
}

/** PostgreSQL refuses to run as root: then it runs as this user, whom every Unix has. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * A PostgreSQL for tests: `TEST_DATABASE_URL` (then it can't be stopped), else one that is started here on loopback, with
 * a folder of its own. Throws when there is none, and says how to get one.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given)
    return onServer(given, {
      start: cannotStop,
      stop: cannotStop,
      pid: () => Number.NaN,
      startStandby: cannotStop,
      dispose: async () => {},
    })
  const programs = findPostgres()
  if (programs === null)
    throw new Error(
      'No PostgreSQL for tests: start them by npm test, which brings one, or set TEST_DATABASE_URL',
    )
  const folder = mkdtempSync(join(tmpdir(), 'customer-intel-postgres-'))
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust', '--no-sync'],
    { ...nobody, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  )
  // A role of this name is asked for its password, the others are not.
  const rules = join(data, 'pg_hba.conf')
  writeFileSync(rules, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
  const server = await runServer(programs, data, { folder, settings })
  const standbys: RunningPostgres[] = []
  return onServer(server.url, {
    start: server.start,
    stop: server.stop,
    pid: server.pid,
    async startStandby() {
      const copy = join(folder, `standby-${standbys.length}`)
      await promisify(execFile)(
        join(programs, 'pg_basebackup'),
        ['-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', server.url],
        { ...nobody, cwd: folder },
      )
      const standby = await runServer(programs, copy, { folder, settings })
      standbys.push(standby)
      await runSql(server.url, `alter system set synchronous_standby_names = '*'`)
      await runSql(server.url, 'select pg_reload_conf()')
      while (
        (await runSql(server.url, `select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 0
      )
        await pause()
      return {
        url: standby.url,
        promote: async () => void (await runSql(standby.url, 'select pg_promote()')),
      }
    },
    async dispose() {
      await Promise.all([server, ...standbys].map(({ stop }) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

interface RunningPostgres extends Pick<TestPostgres, 'url' | 'start' | 'stop' | 'pid'> {}

/** Starts a server over the data in a folder, on a port of its own. */
async function runServer(
  programs: string,
  data: string,
  { folder, settings }: { folder: string; settings: Record<string, string> },
): Promise<RunningPostgres> {
  const port = await freePort()
  let running: ChildProcess | null = null
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  async function start(): Promise<void> {
    const options = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: folder,
      ...settings,
    }
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...nobody, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
    )
    running = started
    let said = ''
    started.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
    const deadline = performance.now() + 180_000
    for (;;) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`)
      try {
        await runSql(url, 'select 1')
        return
      } catch (error) {
        if (performance.now() > deadline)
          throw new Error(`PostgreSQL doesn't answer: ${said}`, { cause: error })
        await pause()
      }
    }
  }

  async function stop(): Promise<void> {
    const ending = running
    running = null
    if (ending === null || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    // SIGQUIT: at once, without a checkpoint, as a crash.
    ending.kill('SIGQUIT')
    await ended
  }

  // Whatever ends this process must not leave it behind.
  process.once('exit', () => running?.kill('SIGQUIT'))
  await start()
  return { url, start, stop, pid: () => running!.pid! }
}

function onServer(
  url: string,
  control: Omit<TestPostgres, 'url' | 'admin' | 'createDatabase'>,
): TestPostgres {
  const made: string[] = []
  return {
    ...control,
    url,
    admin: (sql) => runSql(url, sql),
    async createDatabase(options = '') {
      const name = `test_${randomBytes(6).toString('hex')}`
      await runSql(url, `create database ${name} ${options} strategy file_copy`)
      made.push(name)
      const own = new URL(url)
      own.pathname = `/${name}`
      return own.href
    },
    async dispose() {
      if (process.env.TEST_DATABASE_URL)
        for (const name of made) await runSql(url, `drop database if exists ${name} with (force)`)
      await control.dispose()
    },
  }
}

/** A connection of its own. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}

/** Runs a statement over a connection of its own. */
export async function runSql(url: string, sql: string): Promise<pg.QueryResult> {
  const client = await connectTo(url)
  try {
    return await client.query(sql)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function cannotStop(): Promise<never> {
  return Promise.reject(new Error('TEST_DATABASE_URL is set: the database is not ours to stop'))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
