import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { Erasure, PersonExport } from '@customer-intel/contract'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../app/config.ts'
import { isAppError, StoreInUseError } from '../kernel/errors.ts'
import { toErasure } from '../privacy/describe-erasure.ts'
import { erasuresOf, findPerson } from '../privacy/erasures.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { defineProgramCommand, organizationOption, serverOptions } from './command.ts'
import { UsageError } from './usage-error.ts'
import { withWorkspace } from './with-workspace.ts'

export interface PersonCommandOptions {
  organization: string | undefined
  /** A running server's address, else `SVC_BASE_URL`; without both, the data directory is used. */
  url: string | undefined
  /** Else `SVC_API_KEY`. */
  apiKey: string | undefined
}

export const exportPersonCommand = defineProgramCommand({
  name: 'person export',
  args: ['<person>'],
  summary: 'Print all that is known of an e-mail address, userId or user id, one JSON a line',
  options: { ...organizationOption, ...serverOptions },
  run: (config, { 'api-key': apiKey, ...options }, [person = '']) =>
    writePerson(config, person, { ...options, apiKey }),
})

export const erasePersonCommand = defineProgramCommand({
  name: 'person erase',
  args: ['<person>'],
  summary: 'Erase them from everything that is stored, for good, and print the receipt',
  details: 'Works while no server runs, or through it with --url. docs/privacy.md says what becomes of what.',
  options: { ...organizationOption, ...serverOptions },
  run: (config, { 'api-key': apiKey, ...options }, [person = '']) =>
    eraseAndReport(config, person, { ...options, apiKey }),
})

/** How long the read models may take to catch up with the log. */
const catchUpMs = 60 * 60_000
const askEveryMs = 1_000

/** `svc-server person export <person>`: everything that is known of a person, as NDJSON on standard output. */
export async function writePerson(
  config: Config,
  person: string,
  options: PersonCommandOptions,
): Promise<number> {
  const server = serverOf(config, options)
  if (server !== null) {
    let cursor: string | null | undefined
    do {
      const answer = await server<PersonExport>('export', { person, cursor: cursor ?? undefined })
      if (typeof answer === 'number') return answer
      print(answer.items)
      cursor = answer.nextCursor
    } while (cursor !== null)
    return 0
  }
  return withoutServer(config, options, async (workspace) => {
    const known = await findPerson(workspace, person)
    for (let from: string | null = null; ;) {
      const { items, next }: Awaited<ReturnType<Workspace['readModels']['readPersonItems']>> =
        await workspace.readModels.readPersonItems(known, from)
      print(items)
      if (next === null) return 0
      from = next
    }
  })
}

/** `svc-server person erase <person>`: erases a person from all stored data, and prints the receipt. */
export async function eraseAndReport(
  config: Config,
  person: string,
  options: PersonCommandOptions,
): Promise<number> {
  const server = serverOf(config, options)
  if (server !== null) {
    let state = await server<Erasure>('erase', { person })
    while (typeof state !== 'number' && state.status !== 'DONE') {
      await setTimeout(askEveryMs)
      state = await server<Erasure>(`erasures/${state.id}`)
    }
    if (typeof state === 'number') return state
    console.log(toSafeJson(state))
    return 0
  }
  return withoutServer(config, options, async (workspace) => {
    const erasures = erasuresOf(workspace)
    const { id } = await erasures.request(person, 'operator')
    for (;;) {
      await erasures.resume()
      const state = await erasures.find(id)
      if (state?.status === 'DONE') {
        console.log(toSafeJson(toErasure(state)))
        return 0
      }
      // Another server over the same database holds the lease, and does it.
      await setTimeout(askEveryMs)
    }
  })
}

function print(items: readonly object[]): void {
  for (const item of items) console.log(toSafeJson(item))
}

/** Works on the data directory, without a server. Exit code 1 with a message when there is no such person. */
async function withoutServer(
  config: Config,
  { organization }: PersonCommandOptions,
  work: (workspace: Workspace) => Promise<number>,
): Promise<number> {
  try {
    return await withWorkspace(config, organization, async (workspace) => {
      await workspace.readModels.exact({ withinMs: catchUpMs })
      return work(workspace)
    })
  } catch (error) {
    if (error instanceof StoreInUseError) {
      throw new StoreInUseError(
        `${error.message} Or go through it: --url <its address> --api-key <a key with the grant people:export or people:erase>.`,
      )
    }
    if (!isAppError(error) || error.code !== 'NOT_FOUND') throw error
    console.error(error.message)
    return 1
  }
}

export type Ask = <Answer>(path: string, body?: object) => Promise<Answer | number>

/**
 * A function that sends requests to a running server, by POST if there is a body; null when no server is given. Resolves
 * with an exit code, after a message, on errors.
 */
export function serverOf(config: Config, options: PersonCommandOptions): Ask | null {
  const base = options.url ?? config.baseUrl
  if (base === null) return null
  const apiKey = options.apiKey ?? config.apiKey
  if (apiKey === null) throw new UsageError(`${base} needs an API key: give --api-key or set SVC_API_KEY.`)
  if (!URL.canParse(base) || !/^https?:/i.test(base)) {
    throw new UsageError(`--url ${base} is no web address: give one such as http://127.0.0.1:8787.`)
  }
  return async <Answer>(path: string, body?: object) => {
    const url = new URL(`api/people/${path}`, base.endsWith('/') ? base : `${base}/`)
    const authorization = `Bearer ${apiKey}`
    const response = await fetch(
      url,
      body === undefined
        ? { headers: { authorization }, redirect: 'error' }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            redirect: 'error',
          },
    )
    const answer = (await response.json()) as Answer & { error?: string }
    if (response.ok) return answer
    console.error(`${url.host} answered ${response.status}: ${answer.error ?? 'no reason given'}`)
    return 1
  }
}
