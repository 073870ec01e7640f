import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createServer, type CustomerIntelServer, type ServerOptions } from '../../src/app/app.ts'
import type { EventsRecord, StoredEvent } from '../../src/kernel/log/record.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { patientReadModels } from './patient-read-models.ts'
import { openTestStore } from './test-store.ts'
import { openRecordingReadModels, readLog } from './recording-read-models.ts'

export interface Answer {
  status: number
  // Whatever the route answers; the contract's own tests hold the shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any
}

export interface TestServer extends NewOrganization {
  server: CustomerIntelServer
  workspace: Workspace
  store: Store
  directory: string
  /** What the server and its store would have told people. */
  logged: string[]
  /** Sends a body to the Ingest API; objects as JSON. */
  ingest(
    body: unknown,
    options?: { publicKey?: string; headers?: Record<string, string>; method?: string },
  ): Promise<Response>
  /** Asks the API as a key with all grants; `body` goes as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** `result.data` of an answer that is a success. */
  done(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer['body']>
  /** What the log holds. */
  records(): Promise<EventsRecord[]>
  events(): Promise<StoredEvent[]>
  close(): Promise<void>
}

/** How a server is asked; of one that is opened again over the same store, too. */
export function asksOf(
  server: Pick<CustomerIntelServer, 'fetch'>,
  apiKey: string,
): Pick<TestServer, 'ask' | 'done'> {
  const ask: TestServer['ask'] = async (method, path, body, headers = {}) => {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  return {
    ask,
    async done(method, path, body, headers) {
      const answer = await ask(method, path, body, headers)
      expect({ path, status: answer.status, error: answer.body.error }).toEqual({
        path,
        status: 200,
        error: undefined,
      })
      return answer.body.result.data
    },
  }
}

/** A server over a temporary directory, with one organization and read models that answer no question. */
export async function openTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'customer-intel-test-'))
  const logged: string[] = []
  // Over a store of the test's own the read models are real.
  const openReadModels = options.store === undefined ? openRecordingReadModels : patientReadModels()
  const organization = defineOrganization({ name: 'Acme' })
  const store = options.store ?? (await openTestStore(directory, options))
  const server = createServer({
    ingestRateLimit: 0,
    logger: {
      warn: (message) => logged.push(message),
      error: (message, error) => logged.push(`${message} ${String(error)}`),
    },
    openReadModels,
    ...options,
    store,
  })
  const workspace = await server.workspaces.createOrganization(
    organization.document.organization,
    organization.document,
  )
  const records = async () =>
    (await readLog(workspace.log)).filter((record): record is EventsRecord => record.kind === 'events')
  return {
    ...organization,
    server,
    workspace,
    store,
    directory,
    logged,
    ...asksOf(server, organization.apiKey),
    records,
    events: async () => (await records()).flatMap((record) => record.events),
    ingest: (body, { publicKey = organization.publicKey, headers = {}, method = 'POST' } = {}) =>
      server.fetch(
        new Request(`http://localhost/api/i/v1/${publicKey}/events`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'POST'
            ? {
                body:
                  typeof body === 'string' || body instanceof Uint8Array
                    ? (body as BodyInit)
                    : JSON.stringify(body),
              }
            : {}),
        }),
      ),
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export const visitorId = '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10'

/** A batch of one browser page view. */
export function pageview(event: Record<string, unknown> = {}): {
  visitorId: string
  events: Record<string, unknown>[]
} {
  return {
    visitorId,
    events: [{ type: 'pageview', url: 'https://acme.com/pricing', path: '/pricing', ...event }],
  }
}
