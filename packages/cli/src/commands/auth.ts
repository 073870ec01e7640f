import { buildCommand } from '@stricli/core'
import { usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { oneLine } from '../output/cells.ts'
import { printAnswer } from '../output/print.ts'
import { configDirectory } from '../session/config-directory.ts'
import { removeCredentials, writeCredentials } from '../session/credentials.ts'
import { checkKey, maskKey, readBaseUrl, readSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { parseFields } from './flags.ts'
import { textFlag } from './text-flag.ts'

const { apiKey, url, json } = apiFlags

interface LoginFlags extends ApiFlags {
  key?: string
  browser?: boolean
  grants?: string[]
  keyring?: boolean
}

const login = buildCommand<LoginFlags, [], Context>({
  docs: {
    brief: 'Keep an API key for the commands to come',
    fullDescription:
      'In a terminal: prints an address, where a person compares a code and approves with an API key of theirs; svc gets a key of its own. With --key, or with a key on standard input: checks it with the server. Kept in credentials.json, which only you can read.',
  },
  parameters: {
    flags: {
      key: textFlag('The API key; - is standard input', 'key'),
      browser: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'By the browser, also without a terminal',
      },
      grants: textFlag('By the browser: what to ask for, by commas. Default: to read', 'names', parseFields),
      keyring: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: "In the system's keyring, not in a file; needs @napi-rs/keyring",
      },
      url,
      json,
    } as never,
  },
  async func(this: Context, flags) {
    const { io } = this
    if (flags.browser && flags.key !== undefined)
      throw usageError('--key and --browser are two ways: choose one')
    const directory = configDirectory(io.env)
    const keyring = flags.keyring ?? false
    const baseUrl = await readBaseUrl(flags, io)
    if (keyring) await (await import('../session/keyring.ts')).openKeyring()
    const given = flags.browser ? '' : await givenKey(flags.key, io.stdin)
    if (given === '' && !flags.browser && !io.stdin.isTTY)
      throw usageError('No key: write svc auth login --key ok_…, or --browser', 'missing_key')
    const apiKey =
      given === '' ? await askInBrowser(baseUrl, flags, this) : await checked(given, baseUrl, this.signal)
    const path = await writeCredentials(directory, { apiKey, baseUrl }, { keyring })
    printAnswer({ success: true, config_path: path }, { json: flags.json ?? false }, io)
  },
})

async function givenKey(key: string | undefined, stdin: NodeJS.ReadStream): Promise<string> {
  return (key === undefined || key === '-' ? await readAll(stdin) : key).trim()
}

async function checked(apiKey: string, baseUrl: string, signal: AbortSignal): Promise<string> {
  checkKey(apiKey)
  const { validateKey } = await import('../session/validate-key.ts')
  await validateKey({ apiKey, baseUrl }, signal)
  return apiKey
}

async function askInBrowser(baseUrl: string, flags: LoginFlags, { io, signal }: Context): Promise<string> {
  const { logInByBrowser } = await import('../session/browser-login.ts')
  const { openBrowser } = await import('../session/open-browser.ts')
  return logInByBrowser({
    baseUrl,
    grants: flags.grants,
    signal,
    onQuestion({ url, code, expiresAt }) {
      io.stderr.write(
        `Open ${url}\nGo on there if it shows the code ${oneLine(code)}. It holds until ${oneLine(expiresAt)}.\n`,
      )
      if (!isJsonMode(flags.json ?? false, io)) openBrowser(url, io.env)
    },
  })
}

const logout = buildCommand<ApiFlags, [], Context>({
  docs: { brief: 'Forget the key that was kept' },
  parameters: { flags: { json } as never },
  async func(this: Context, flags) {
    await removeCredentials(configDirectory(this.io.env))
    if (this.io.env.SVC_API_KEY) this.io.stderr.write('SVC_API_KEY is set, and goes on being used.\n')
    printAnswer({ success: true }, { json: flags.json ?? false }, this.io)
  },
})

const status = buildCommand<ApiFlags, [], Context>({
  docs: { brief: 'Whether there is a key, where it comes from, and whether the server takes it' },
  parameters: { flags: { apiKey, url, json } as never },
  async func(this: Context, flags) {
    const session = await readSession(flags, this.io)
    if (session.apiKey === null) {
      printAnswer({ authenticated: false, source: null, key: null }, { json: flags.json ?? false }, this.io)
      return
    }
    const { validateKey } = await import('../session/validate-key.ts')
    await validateKey({ apiKey: session.apiKey, baseUrl: session.baseUrl }, this.signal)
    printAnswer(
      { authenticated: true, source: session.source, key: maskKey(session.apiKey) },
      { json: flags.json ?? false },
      this.io,
    )
  },
})

const whoami = buildCommand<ApiFlags, [], Context>({
  docs: {
    brief: 'Which key this is and where it comes from; with --json of which organization, and what it may do',
  },
  parameters: { flags: { apiKey, url, json } as never },
  async func(this: Context, flags) {
    const { requireSession } = await import('../session/session.ts')
    const session = await requireSession(flags, this.io)
    const { validateKey } = await import('../session/validate-key.ts')
    const answer = await validateKey(session, this.signal)
    const key = maskKey(session.apiKey)
    if (!isJsonMode(flags.json ?? false, this.io)) this.io.stdout.write(`${key} (${session.source})\n`)
    else printAnswer({ key, source: session.source, ...answer }, { json: true }, this.io)
  },
})

const signup = buildCommand<ApiFlags, [], Context>({
  docs: {
    brief: 'Open the page of the server that says how to get a key',
    fullDescription:
      'A server of your own has no accounts to sign up for: its operator issues a key by svc-server keys issue. Who has one logs in by svc auth login.',
  },
  parameters: { flags: { url, json } as never },
  async func(this: Context, flags) {
    const { io } = this
    const page = `${await readBaseUrl(flags, io)}/`
    printAnswer({ url: page }, { json: flags.json ?? false }, io)
    if (isJsonMode(flags.json ?? false, io)) return
    io.stderr.write('It says how the operator of the server issues a key. Then: svc auth login --key ok_…\n')
    const { openBrowser } = await import('../session/open-browser.ts')
    openBrowser(page, io.env)
  },
})

export const authCommands = { login, logout, signup, status, whoami }

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
