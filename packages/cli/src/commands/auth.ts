import { buildCommand } from '@stricli/core'
import { CliError, exitCodes } from '../errors.ts'
import { printAnswer } from '../output/print.ts'
import { configDirectory } from '../session/config-directory.ts'
import { removeCredentials, writeCredentials } from '../session/credentials.ts'
import { checkKey, maskKey, readSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url, json } = apiFlags

const login = buildCommand<ApiFlags & { key?: string }, [], Context>({
  docs: {
    brief: 'Keep an API key for the commands to come',
    fullDescription:
      'Checks the key with the server and keeps it in credentials.json, which only you can read.',
  },
  parameters: {
    flags: {
      key: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'The API key; default: read from standard input',
        placeholder: 'key',
      },
      url,
      json,
    } as never,
  },
  async func(this: Context, flags) {
    const { io } = this
    const key = (flags.key ?? (await readAll(io.stdin))).trim()
    if (key === '')
      throw new CliError('missing_key', 'No key: write svc auth login --key ok_…', {
        exitCode: exitCodes.usage,
      })
    checkKey(key)
    const { baseUrl } = await readSession({ ...flags, apiKey: key }, io)
    const { validateKey } = await import('../session/validate-key.ts')
    await validateKey({ apiKey: key, baseUrl }, this.signal)
    const path = await writeCredentials(configDirectory(io.env), { apiKey: key, baseUrl })
    printAnswer({ success: true, config_path: path }, { json: flags.json ?? false }, io)
  },
})

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
  docs: { brief: 'Which key this is, of which organization, and what it may do' },
  parameters: { flags: { apiKey, url, json } as never },
  async func(this: Context, flags) {
    const { requireSession } = await import('../session/session.ts')
    const session = await requireSession(flags, this.io)
    const { validateKey } = await import('../session/validate-key.ts')
    const answer = await validateKey(session, this.signal)
    printAnswer(
      { key: maskKey(session.apiKey), source: session.source, ...answer },
      { json: flags.json ?? false },
      this.io,
    )
  },
})

export const authCommands = { login, logout, status, whoami }

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) return ''
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
