import { isNewer } from '../update/latest-version.ts'
import { readRemembered } from '../update/remembered.ts'
import { version } from '../version.ts'
import type { Check } from './run-checks.ts'

/** Which svc this is, and whether the last look found a newer one. Asks nobody. */
export async function checkVersion(env: Readonly<Record<string, string | undefined>>): Promise<Check> {
  const found = await readRemembered(env)
  const detail = `Node ${process.versions.node}, ${process.platform}`
  const common = { name: 'version', detail } as const
  if (found?.latestVersion !== undefined && isNewer(found.latestVersion, version))
    return {
      ...common,
      status: 'warn',
      message: `svc ${version}; ${found.latestVersion} is there: svc upgrade`,
    }
  return { ...common, status: 'pass', message: `svc ${version}` }
}
