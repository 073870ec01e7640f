import { join } from 'node:path'
import { buildCommand } from '@stricli/core'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { readBaseUrl } from '../session/session.ts'
import { type AssistantClient, entryName } from '../setup/clients.ts'
import type { Outcome, WantedChange } from '../setup/offer-change.ts'
import type { ServerEntry } from '../setup/server-entry.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { textFlag } from './text-flag.ts'

const { url, json } = apiFlags
type Flags = Pick<ApiFlags, 'url' | 'json'> &
  Partial<Record<'yes' | 'print' | 'remove' | 'http', boolean>> & { name?: string }

const flag = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief })

export const setupCommand = buildCommand<Flags, [string?], Context>({
  docs: {
    brief: 'Tell assistants on this machine of Customer Intel',
    fullDescription:
      'Writes an entry for svc mcp into the configuration of the clients that are installed: Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI, Codex, opencode. With skills: writes a skill for each of them instead, a text that tells how questions about customers are answered by svc. Shows each change first, asks, and keeps a copy of the file. No key is written: svc mcp uses the login. Needs no network.',
  },
  parameters: {
    flags: {
      yes: flag("Don't ask"),
      print: flag('Print the entry or the skill alone, for pasting'),
      remove: flag('Take the entry or the skill away'),
      http: flag('Reach the server by its address, with a sign-in in the client, instead of by svc mcp'),
      name: textFlag('What the entry is called. Default customer-intel', 'name', parseName),
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'One client, or skills; default: all clients',
          placeholder: 'client',
          parse: String,
          optional: true,
        },
      ],
    },
  },
  async func(this: Context, flags, wanted) {
    const { io } = this
    const asJson = isJsonMode(flags.json ?? false, io)
    const { assistantClients, clientNamed, installedClients } = await import('../setup/clients.ts')
    const { offerChange } = await import('../setup/offer-change.ts')
    const all = assistantClients({ env: io.env, platform: process.platform })
    const isSkill = wanted === 'skills'
    const one = wanted === undefined || isSkill ? undefined : clientNamed(wanted, all)
    const kind = isSkill ? await skills(flags) : await entries(flags, this)
    if (flags.print) {
      io.stdout.write(await kind.print(one ?? all.find(({ id }) => id === 'cursor')!))
      return
    }
    const detected = installedClients(all)
    const found = (one ? [one] : detected).flatMap((client) => kind.changeOf(client) ?? [])
    if (found.length === 0)
      throw new CliError(
        'agent_required',
        `No client was found: ${isSkill ? '' : `name one of ${all.map(({ id }) => id).join(', ')}, or `}paste what svc setup ${isSkill ? 'skills ' : ''}--print prints`,
      )
    if (!flags.yes && asJson) throw usageError('Nobody is there to be asked: write --yes', 'missing_input')
    const outcomes: Outcome[] = []
    const how = { show: !asJson, ask: !flags.yes, removes: flags.remove ?? false }
    for (const change of found) outcomes.push(await offerChange(change, how, this))
    if (asJson)
      io.stdout.write(
        `${toSafeJson(answerOf(outcomes, { detected, runner: kind.runner, removes: how.removes }), 2)}\n`,
      )
    else for (const outcome of outcomes) io.stdout.write(`${describe(outcome, all)}\n`)
    const failed = outcomes.filter(({ status }) => status === 'failed')
    if (failed.length > 0)
      throw new CliError(
        isSkill ? 'skills_install_error' : 'invalid_config',
        `Not set up: ${failed.map(({ client }) => client).join(', ')}`,
      )
  },
})

/** What may be written for clients: an entry for the server, or a skill. */
interface Kind {
  /** Null: this client can't be set up for it. */
  changeOf: (client: AssistantClient) => WantedChange | null
  print: (client: AssistantClient) => Promise<string>
  runner: ServerEntry['runner']
}

async function entries({ http, remove, name = entryName, ...flags }: Flags, { io }: Context): Promise<Kind> {
  const baseUrl = await readBaseUrl(flags, io)
  const { addressEntry, programEntry } = await import('../setup/server-entry.ts')
  const { editServers } = await import('../setup/edit-servers.ts')
  const entry = http ? addressEntry(baseUrl) : programEntry(flags.url === undefined ? undefined : baseUrl)
  return {
    runner: entry.runner,
    changeOf: (client) => {
      const { id, path, field, format } = client
      const edit = (before: string) =>
        editServers(before, { format, field, name, entry: remove ? null : entry.of(client), path })
      return { client: id, path, edit }
    },
    async print(client) {
      const shown = { [client.field]: { [name]: entry.of(client) } }
      if (client.format !== 'toml') return `${JSON.stringify(shown, null, 2)}\n`
      return (await import('smol-toml')).stringify(shown)
    },
  }
}

async function skills({ remove, http, name }: Flags): Promise<Kind> {
  if (http || name !== undefined) throw usageError('--http and --name are of entries: leave them out')
  const { skillName, skillText } = await import('../setup/skill.ts')
  return {
    runner: null,
    changeOf: ({ id, skills: folder }) =>
      folder === null
        ? null
        : {
            client: id,
            path: join(folder, skillName, 'SKILL.md'),
            edit: () => (remove ? null : skillText()),
          },
    print: async () => skillText(),
  }
}

/** For programs: in short, and file by file. */
function answerOf(
  outcomes: readonly Outcome[],
  {
    detected,
    runner,
    removes,
  }: { detected: readonly AssistantClient[]; runner: Kind['runner']; removes: boolean },
): object {
  const isThere = ({ status }: Outcome) => !removes && (status === 'configured' || status === 'unchanged')
  return {
    detected: detected.map(({ id }) => id),
    configured: outcomes.filter(isThere).map(({ client }) => client),
    failed: outcomes.flatMap(({ client, error }) => (error === undefined ? [] : { agent: client, error })),
    runner,
    clients: outcomes,
  }
}

function describe(
  { client, path, status, backup, error }: Outcome,
  clients: readonly AssistantClient[],
): string {
  const name = clients.find(({ id }) => id === client)?.name ?? client
  if (status === 'failed') return `${name}: ${error}`
  const copy = backup ? `; as it was: ${backup}` : ''
  const again = status === 'configured' || status === 'removed' ? '. Restart it' : ''
  return `${name}: ${status} (${path}${copy})${again}`
}

function parseName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text
  throw new Error('must be 1 to 64 letters, digits, _ or -')
}
