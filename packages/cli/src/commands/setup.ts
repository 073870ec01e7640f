import { existsSync, realpathSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { buildCommand } from '@stricli/core'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { readBaseUrl } from '../session/session.ts'
import { type AssistantClient, entryName } from '../setup/clients.ts'
import { toCliError } from '../to-cli-error.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { textFlag } from './text-flag.ts'

const { url, json } = apiFlags
type Flags = Pick<ApiFlags, 'url' | 'json'> &
  Partial<Record<'yes' | 'print' | 'remove' | 'http', boolean>> & { name?: string }

/** What became of one client's file. */
interface Outcome {
  client: string
  path: string
  status: 'configured' | 'removed' | 'unchanged' | 'declined' | 'failed'
  backup?: string | null
  error?: string
}

const flag = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief })

export const setupCommand = buildCommand<Flags, [string?], Context>({
  docs: {
    brief: 'Tell assistants on this machine of Customer Intel',
    fullDescription:
      'Writes an entry for svc mcp into the configuration of the clients that are installed: Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI, Codex, opencode. Shows each change first, asks, and keeps a copy of the file. No key is written: svc mcp uses the login. Needs no network.',
  },
  parameters: {
    flags: {
      yes: flag("Don't ask"),
      print: flag('Print the entry alone, for pasting'),
      remove: flag('Take the entry away'),
      http: flag('Reach the server by its address, with a sign-in in the client, instead of by svc mcp'),
      name: textFlag('What the entry is called. Default customer-intel', 'name', parseName),
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'One client; default: all', placeholder: 'client', parse: String, optional: true },
      ],
    },
  },
  async func(this: Context, flags, wanted) {
    const { io } = this
    const { assistantClients, clientNamed } = await import('../setup/clients.ts')
    const clients = assistantClients({ env: io.env, platform: process.platform })
    const one = wanted === undefined ? undefined : clientNamed(wanted, clients)
    const entryOf = await entries(flags, this)
    const { name = entryName } = flags
    if (flags.print) {
      const shown = one ?? clients.find(({ id }) => id === 'cursor')!
      const entry = { [shown.field]: { [name]: entryOf(shown) } }
      const { stringify } = await import('smol-toml')
      io.stdout.write(shown.format === 'toml' ? stringify(entry) : `${JSON.stringify(entry, null, 2)}\n`)
      return
    }
    const found = one ? [one] : clients.filter(({ traces }) => traces.some((path) => existsSync(path)))
    if (found.length === 0)
      throw new CliError(
        'unknown_agent',
        `No client was found: name one of ${clients.map(({ id }) => id).join(', ')}, or paste what svc setup --print prints`,
      )
    if (!flags.yes && isJsonMode(flags.json ?? false, io))
      throw usageError('Nobody is there to be asked: write --yes', 'missing_input')
    const outcomes: Outcome[] = []
    for (const client of found) outcomes.push(await setUp(client, { flags, name, entryOf }, this))
    if (isJsonMode(flags.json ?? false, io))
      io.stdout.write(`${JSON.stringify({ clients: outcomes }, null, 2)}\n`)
    else for (const outcome of outcomes) io.stdout.write(`${told(outcome, clients)}\n`)
    const failed = outcomes.filter(({ status }) => status === 'failed')
    if (failed.length > 0)
      throw new CliError('invalid_config', `Not set up: ${failed.map(({ client }) => client).join(', ')}`)
  },
})

type EntryOf = (client: AssistantClient) => Record<string, unknown>

async function setUp(
  client: AssistantClient,
  { flags, name, entryOf }: { flags: Flags; name: string; entryOf: EntryOf },
  { io, signal }: Context,
): Promise<Outcome> {
  const { path, id, field, format } = client
  const { changeConfig, readConfig } = await import('../setup/change-file.ts')
  const { editServers } = await import('../setup/edit-servers.ts')
  const { showChange } = await import('../setup/show-change.ts')
  try {
    const entry = flags.remove ? null : entryOf(client)
    const before = await readConfig(path)
    const after = editServers(before, { format, field, name, entry, path })
    if (after === before) return { client: id, path, status: 'unchanged' }
    if (!isJsonMode(flags.json ?? false, io)) io.stderr.write(`${path}\n${showChange(before, after)}`)
    if (!flags.yes && !(await agrees(io, signal))) return { client: id, path, status: 'declined' }
    const backup = await changeConfig(path, before, after)
    return { client: id, path, status: flags.remove ? 'removed' : 'configured', backup }
  } catch (error) {
    signal.throwIfAborted()
    return { client: id, path, status: 'failed', error: toCliError(error).message }
  }
}

async function entries({ http, ...flags }: Flags, { io }: Context): Promise<EntryOf> {
  const baseUrl = await readBaseUrl(flags, io)
  if (http)
    return ({ httpEntry, name }) => {
      if (httpEntry !== null) return httpEntry(`${baseUrl}/mcp`)
      throw new CliError('invalid_config', `${name} can't be given an address by its file: leave out --http`)
    }
  const command = commandOf(process.argv[1] ?? 'svc')
  const env = flags.url === undefined ? {} : { env: { SVC_API_URL: baseUrl } }
  return ({ commandEntry }) => commandEntry({ ...command, ...env })
}

/** Whole paths: an assistant that was started by a click knows no PATH of a shell. */
function commandOf(script: string): { command: string; args: string[] } {
  const path = realpathSync(script)
  // What npx fetched is gone one day.
  if (/[\\/]_npx[\\/]/.test(path)) return { command: 'npx', args: ['--yes', '@customer-intel/cli', 'mcp'] }
  return { command: process.execPath, args: [path, 'mcp'] }
}

async function agrees({ stdin, stderr }: Context['io'], signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stderr })
  // In a terminal Ctrl-C comes as a key.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = await lines.question('Write this? [y/N] ', { signal })
    return /^y(?:es)?$/i.test(answer.trim())
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    lines.close()
  }
}

function told({ client, path, status, backup, error }: Outcome, clients: readonly AssistantClient[]): string {
  const name = clients.find(({ id }) => id === client)?.name ?? client
  if (status === 'failed') return `${name}: ${error}`
  const copy = backup ? `; as it was: ${backup}` : ''
  const again = status === 'configured' || status === 'removed' ? '. Start it anew' : ''
  return `${name}: ${status} (${path}${copy})${again}`
}

function parseName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text
  throw new Error('must be 1 to 64 letters, digits, _ or -')
}
