import { buildCommand } from '@stricli/core'
import { CliError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { printAnswer } from '../output/print.ts'
import { version } from '../version.ts'
import { apiFlags } from './api-command.ts'
import type { Context } from './context.ts'

const packageName = '@customer-intel/cli'
const timeoutMs = 10_000

export const updateCheckCommand = buildCommand<{ json?: boolean }, [], Context>({
  docs: {
    brief: 'Ask the npm registry whether there is a newer svc',
    fullDescription:
      'Nothing else in svc asks for it. The registry is npm_config_registry, default https://registry.npmjs.org.',
  },
  parameters: { flags: { json: apiFlags.json } },
  async func(this: Context, flags) {
    const { io, signal } = this
    const latest = await latestVersion(io.env.npm_config_registry ?? 'https://registry.npmjs.org', signal)
    const updateAvailable = isNewer(latest, version)
    const install = `npm install --global ${packageName}@${latest}`
    printAnswer({ current: version, latest, updateAvailable }, { json: flags.json ?? false }, io)
    if (updateAvailable && !isJsonMode(flags.json ?? false, io)) io.stderr.write(`Update by: ${install}\n`)
  },
})

async function latestVersion(registry: string, signal: AbortSignal): Promise<string> {
  const failed = (why: string) =>
    new CliError('update_check_failed', `${registry} does not tell the latest ${packageName}: ${why}`)
  let answer: Response
  try {
    answer = await fetch(`${registry.replace(/\/+$/, '')}/${packageName.replace('/', '%2f')}/latest`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (error) {
    signal.throwIfAborted()
    const { message, cause } = error as Error & { cause?: { code?: string } }
    throw failed(cause?.code ?? message)
  }
  if (answer.status === 404) throw failed('it is not published there')
  const body = (await answer.json().catch(() => null)) as { version?: unknown } | null
  if (!answer.ok || typeof body?.version !== 'string' || !/^\d+\.\d+\.\d+/.test(body.version))
    throw failed(`it answered ${answer.status}`)
  return body.version
}

/** Whether one version is above another. A pre-release counts as its release: `latest` names none. */
export function isNewer(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => text.split(/[.+-]/, 3).map(Number)) as [number[], number[]]
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && a[at]! > b[at]!
}
