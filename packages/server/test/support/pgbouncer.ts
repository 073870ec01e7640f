import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync, chownSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { freePort, runSql } from './postgres.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)

/** Why tests with a real pooler are skipped; null: they aren't. */
export const noPgbouncer = program === undefined ? 'pgbouncer is not installed (apt install pgbouncer)' : null

/** A pooler in front of a database, until `close`. */
export async function startPgbouncer(url: string, mode: 'session' | 'transaction' | 'statement') {
  const { hostname, port, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'customer-intel-pgbouncer-'))
  const listens = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, '"postgres" ""\n')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
  )
  // Like PostgreSQL it refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (nobody.uid !== undefined) {
    chmodSync(folder, 0o755)
    for (const path of [users, settings]) chownSync(path, nobody.uid, nobody.gid)
  }
  const child = spawn(program!, [settings], { ...nobody, stdio: 'ignore' })
  const through = `postgres://postgres@127.0.0.1:${listens}${pathname}`
  await expect.poll(() => runSql(through, 'select 1').then(Boolean, () => false)).toBe(true)
  return {
    url: through,
    close() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
