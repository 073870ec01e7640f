import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configDirectory } from '../session/config-directory.ts'

type Env = Readonly<Record<string, string | undefined>>

/** What the last look for a newer svc found: `update-check.json` beside the login. */
export interface Remembered {
  /** ISO 8601, UTC. */
  lastCheckedAt: string
  /** The last that the registry reported. Absent: it never did. */
  latestVersion?: string
  /** Who installed this one, where that is known. */
  installer?: string
}

/** Null where nobody has looked yet; a damaged file counts as that. */
export async function readRemembered(env: Env): Promise<Remembered | null> {
  try {
    const read = JSON.parse(await readFile(pathOf(env), 'utf8')) as Partial<Remembered>
    const { lastCheckedAt, latestVersion, installer } = read
    if (typeof lastCheckedAt !== 'string') return null
    return {
      lastCheckedAt,
      ...(typeof latestVersion === 'string' && { latestVersion }),
      ...(typeof installer === 'string' && { installer }),
    }
  } catch {
    return null
  }
}

/** Resolves with whether it could be kept: nothing that a command should fail for. */
export async function writeRemembered(env: Env, remembered: Remembered): Promise<boolean> {
  const draft = `${pathOf(env)}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(configDirectory(env), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(remembered, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, pathOf(env))
    return true
  } catch {
    await rm(draft, { force: true }).catch(() => undefined)
    return false
  }
}

function pathOf(env: Env): string {
  return join(configDirectory(env), 'update-check.json')
}
