import { realpathSync } from 'node:fs'
import { CliError } from '../errors.ts'
import type { AssistantClient } from './clients.ts'

/** What the file of a client says of our server, and what program that starts. */
export interface ServerEntry {
  of: (client: AssistantClient) => Record<string, unknown>
  /** `node`: this very program; `npx`, where that fetched it; null: none is started. */
  runner: 'node' | 'npx' | null
}

/** An entry that starts `svc mcp`. `baseUrl`: the server that it speaks to; undefined: whichever is set there. */
export function programEntry(baseUrl: string | undefined): ServerEntry {
  const path = realpathSync(process.argv[1] ?? 'svc')
  // What npx fetched is gone one day. Else whole paths: an assistant that was started by a click knows no PATH of a shell.
  const runner = /[\\/]_npx[\\/]/.test(path) ? 'npx' : 'node'
  const start =
    runner === 'npx'
      ? { command: 'npx', args: ['--yes', '@customer-intel/cli', 'mcp'] }
      : { command: process.execPath, args: [path, 'mcp'] }
  const env = baseUrl === undefined ? {} : { env: { SVC_API_URL: baseUrl } }
  return { of: ({ commandEntry }) => commandEntry({ ...start, ...env }), runner }
}

/** An entry by the server's address: the client signs in by itself. */
export function addressEntry(baseUrl: string): ServerEntry {
  return {
    of({ httpEntry, name }) {
      if (httpEntry !== null) return httpEntry(`${baseUrl}/mcp`)
      throw new CliError('invalid_config', `${name} can't be given an address by its file: omit --http`)
    },
    runner: null,
  }
}
