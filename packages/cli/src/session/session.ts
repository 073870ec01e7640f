import { CliError, exitCodes } from '../errors.ts'
import type { Io } from '../io.ts'
import { configDirectory } from './config-directory.ts'
import { readCredentials, readKeptBaseUrl } from './credentials.ts'

/** Whom the command line speaks to, and as whom. */
export interface Session {
  baseUrl: string
  apiKey: string | null
  /** Where the key was found. */
  source: 'flag' | 'env' | 'config' | null
}

export const defaultBaseUrl = 'http://127.0.0.1:8787'
const keyFormat = /^ok_[A-Za-z0-9_-]{32,}$/

export interface SessionFlags {
  apiKey?: string | undefined
  url?: string | undefined
}

/** The key: `--api-key`, `SVC_API_KEY`, then what a login left; the address as {@link readBaseUrl} has it. */
export async function readSession(flags: SessionFlags, io: Io): Promise<Session> {
  const baseUrl = await readBaseUrl(flags, io)
  if (flags.apiKey !== undefined) return { baseUrl, apiKey: flags.apiKey.trim(), source: 'flag' }
  if (io.env.SVC_API_KEY) return { baseUrl, apiKey: io.env.SVC_API_KEY.trim(), source: 'env' }
  const kept = await readCredentials(configDirectory(io.env))
  if (kept !== null) return { baseUrl, apiKey: kept.apiKey, source: 'config' }
  return { baseUrl, apiKey: null, source: null }
}

/** The server's address: `--url`, the environment's, then the last login's. Throws `invalid_config`. */
export async function readBaseUrl({ url }: Pick<SessionFlags, 'url'>, { env }: Io): Promise<string> {
  const stated = url ?? addressesOf(env)[0]?.address
  return checkUrl(stated ?? (await readKeptBaseUrl(configDirectory(env))) ?? defaultBaseUrl)
}

/** What the environment names, the one that counts first: `SVC_BASE_URL` is the SDK's. */
export function addressesOf(env: Io['env']): { name: string; address: string }[] {
  return ['SVC_API_URL', 'SVC_BASE_URL'].flatMap((name) => {
    const address = env[name]?.trim()
    return address ? [{ name, address }] : []
  })
}

/** The session of a command that needs a key. Throws `not_authenticated` or `invalid_key_format`. */
export async function requireSession(flags: SessionFlags, io: Io): Promise<Session & { apiKey: string }> {
  const session = await readSession(flags, io)
  if (session.apiKey === null)
    throw new CliError('not_authenticated', 'No API key: run svc auth login, or set SVC_API_KEY', {
      exitCode: exitCodes.authentication,
    })
  checkKey(session.apiKey)
  return { ...session, apiKey: session.apiKey }
}

export function checkKey(key: string): void {
  if (keyFormat.test(key)) return
  throw new CliError(
    'invalid_key_format',
    'An API key begins with ok_ and has 32 more letters, digits, _ or -',
    {
      exitCode: exitCodes.authentication,
    },
  )
}

/** First 5 and last 4 characters: enough to tell keys apart. */
export function maskKey(key: string): string {
  return key.length <= 9 ? key : `${key.slice(0, 5)}...${key.slice(-4)}`
}

function checkUrl(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new CliError(
      'invalid_config',
      `${text} is no address: write https://host, or set SVC_API_URL or SVC_BASE_URL so`,
      {
        exitCode: exitCodes.usage,
      },
    )
  }
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return text.replace(/\/+$/, '')
  throw new CliError('invalid_config', `${text} would send the API key unprotected: use https`, {
    exitCode: exitCodes.usage,
  })
}
