import { spawn } from 'node:child_process'
import { type Io, isJsonMode } from '../io.ts'
import { version } from '../version.ts'
import { isNewer, latestVersion } from './latest-version.ts'
import { readRemembered, writeRemembered } from './remembered.ts'

/** The word by which svc starts itself, to look in the background. */
const lookWord = '__update-check'
const everyMs = 12 * 60 * 60_000

/**
 * Tells somebody at a terminal of a newer svc that the last look found, and looks again in the background twice a day at
 * most. Programs, CI and whoever sets SVC_NO_UPDATE_NOTIFIER are told nothing, and nothing is asked for them.
 */
export async function notifyOfUpdate(io: Io, asJson: boolean): Promise<void> {
  const { env, stderr } = io
  if (env.SVC_NO_UPDATE_NOTIFIER || !stderr.isTTY || isJsonMode(asJson, io)) return
  const remembered = await readRemembered(env)
  const { latestVersion: latest, lastCheckedAt } = remembered ?? {}
  if (latest !== undefined && isNewer(latest, version))
    stderr.write(`svc ${latest} is there, this is ${version}. Update by: svc upgrade\n`)
  const ageMs = Date.now() - Date.parse(lastCheckedAt ?? '')
  // Also of a time that can't be read, or lies ahead.
  if (ageMs >= 0 && ageMs < everyMs) return
  // Before the look: where nothing can be kept, each command would look.
  if (!(await writeRemembered(env, { ...remembered, lastCheckedAt: new Date().toISOString() }))) return
  spawn(process.execPath, [process.argv[1]!, lookWord], { stdio: 'ignore', detached: true, env })
    .on('error', () => undefined)
    .unref()
}

/** Asks the registry, and remembers what it says for the commands to come. */
export async function lookForUpdate({ env }: Io, signal: AbortSignal): Promise<void> {
  const latest = await latestVersion(env, signal).catch(() => null)
  await remember(env, latest)
}

/** Keeps what the registry said, null for nothing, which leaves what it said before; and who installed this svc. */
export async function remember(env: Io['env'], latest: string | null): Promise<void> {
  const { findInstaller } = await import('./installer.ts')
  let installer: string | undefined
  try {
    installer = findInstaller(process.argv[1]!).name
  } catch {
    // Installed in a way that has no name.
  }
  const known = latest ?? (await readRemembered(env))?.latestVersion
  await writeRemembered(env, {
    lastCheckedAt: new Date().toISOString(),
    ...(known !== undefined && { latestVersion: known }),
    ...(installer !== undefined && { installer }),
  })
}
