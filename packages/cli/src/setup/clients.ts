import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { usageError } from '../errors.ts'

/** What a client's file calls our entry. */
export const entryName = 'customer-intel'

/** An assistant that learns of a server from a file. */
export interface AssistantClient {
  /** As it is written on the command line. */
  id: string
  name: string
  /** Where it reads its servers from. */
  path: string
  /** Whose existence tells that it is installed. */
  traces: readonly string[]
  /** How its file is written; `jsonc` may hold comments and trailing commas. */
  format: 'json' | 'jsonc' | 'toml'
  /** The field of the file that holds servers by their names. */
  field: 'mcpServers' | 'servers' | 'mcp_servers' | 'mcp'
  /** What it needs to reach a server over HTTP; null: it can't, by this file. */
  httpEntry: ((url: string) => Record<string, unknown>) | null
  /** Where it reads skills from that are its user's own; null: from no file. */
  skills: string | null
  /** An entry that starts a program. */
  commandEntry: (start: StartedProgram) => Record<string, unknown>
}

/** A program, with its arguments; `env`: what it finds in its environment besides. */
export interface StartedProgram {
  command: string
  args: string[]
  env?: Record<string, string>
}

interface Place {
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/** Every client that `svc setup` knows, at its place on this machine. */
export function assistantClients({ env, platform }: Place): AssistantClient[] {
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir()
  const applications =
    platform === 'win32'
      ? env.APPDATA || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(home, '.config')
  const opencode = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode')
  const client = (
    id: string,
    name: string,
    folder: string,
    file: string,
    more: Partial<AssistantClient> & Pick<AssistantClient, 'httpEntry' | 'skills'>,
  ): AssistantClient => ({
    id,
    name,
    path: join(folder, file),
    traces: [folder],
    format: 'json',
    field: 'mcpServers',
    commandEntry: (start) => ({ ...start }),
    ...more,
  })
  return [
    client('claude-desktop', 'Claude Desktop', join(applications, 'Claude'), 'claude_desktop_config.json', {
      httpEntry: null,
      skills: null,
    }),
    client('claude-code', 'Claude Code', home, '.claude.json', {
      traces: [join(home, '.claude.json'), join(home, '.claude')],
      skills: join(home, '.claude', 'skills'),
      commandEntry: (start) => ({ type: 'stdio', ...start }),
      httpEntry: (url) => ({ type: 'http', url }),
    }),
    client('cursor', 'Cursor', join(home, '.cursor'), 'mcp.json', {
      skills: join(home, '.cursor', 'skills'),
      httpEntry: (url) => ({ url }),
    }),
    client('vscode', 'VS Code', join(applications, 'Code', 'User'), 'mcp.json', {
      format: 'jsonc',
      field: 'servers',
      skills: join(home, '.copilot', 'skills'),
      commandEntry: (start) => ({ type: 'stdio', ...start }),
      httpEntry: (url) => ({ type: 'http', url }),
    }),
    client('windsurf', 'Windsurf', join(home, '.codeium', 'windsurf'), 'mcp_config.json', {
      skills: join(home, '.codeium', 'windsurf', 'skills'),
      httpEntry: (serverUrl) => ({ serverUrl }),
    }),
    client('gemini-cli', 'Gemini CLI', join(home, '.gemini'), 'settings.json', {
      skills: join(home, '.gemini', 'skills'),
      httpEntry: (httpUrl) => ({ httpUrl }),
    }),
    client('codex', 'Codex', env.CODEX_HOME || join(home, '.codex'), 'config.toml', {
      format: 'toml',
      field: 'mcp_servers',
      skills: join(home, '.agents', 'skills'),
      httpEntry: (url) => ({ url }),
    }),
    client('opencode', 'opencode', opencode, 'opencode.json', {
      format: 'jsonc',
      field: 'mcp',
      skills: join(opencode, 'skills'),
      commandEntry: ({ command, args, env: environment }) => ({
        type: 'local',
        command: [command, ...args],
        ...(environment && { environment }),
      }),
      httpEntry: (url) => ({ type: 'remote', url }),
    }),
  ]
}

/** Those that are installed on this machine. */
export function installedClients(clients: readonly AssistantClient[]): AssistantClient[] {
  return clients.filter(({ traces }) => traces.some((path) => existsSync(path)))
}

/** The client of that id. Throws `unknown_agent`. */
export function clientNamed(id: string, clients: readonly AssistantClient[]): AssistantClient {
  const found = clients.find((client) => client.id === id)
  if (found !== undefined) return found
  const ids = clients.map((client) => client.id).join(', ')
  throw usageError(`${id} is no client that svc knows: ${ids}`, 'unknown_agent')
}
