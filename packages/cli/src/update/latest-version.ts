import { CliError } from '../errors.ts'

export const packageName = '@customer-intel/cli'
const timeoutMs = 10_000

/**
 * The latest version that the npm registry knows: `npm_config_registry`, default registry.npmjs.org. Rejects with
 * `update_check_failed`.
 */
export async function latestVersion(
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<string> {
  const registry = env.npm_config_registry ?? 'https://registry.npmjs.org'
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
    throw failed(`it can't be reached (${cause?.code ?? message})`)
  }
  if (answer.status === 404) throw failed('it is not published there')
  const body = (await answer.json().catch(() => null)) as { version?: unknown } | null
  // It becomes a word of a command.
  if (!answer.ok || typeof body?.version !== 'string' || !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(body.version))
    throw failed(`it answered ${answer.status}`)
  return body.version
}

/** Whether one version is above another. A pre-release counts as its release: `latest` names none. */
export function isNewer(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => text.split(/[.+-]/, 3).map(Number)) as [number[], number[]]
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && a[at]! > b[at]!
}
