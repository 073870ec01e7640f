import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../../../tests/support/program.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const apiKey = 'ok_browserTestsKeyOfThirtyTwoLettersOrMore'

export const publicKey = 'pk_browserTests'

export interface StoredEvent {
  event_id: string
  event_type: string
  event_name: string
  user_email: string
  /** When it happened, ISO 8601. */
  occurred_at: string
  properties: string
}

/** The real server, as a process of its own, with an empty data folder. */
export interface Service {
  url: string
  /** Every stored event whose page address or name contains `tag`. A duplicate shows as two rows. */
  find: (tag: string) => Promise<StoredEvent[]>
  /** What the program has printed so far. */
  output: () => string
  stop: () => Promise<void>
}

export const startService = async (): Promise<Service> => {
  const data = mkdtempSync(join(tmpdir(), 'svc-browser-tests-'))
  const program = await startProgram(['packages/server/dist/main.js', 'start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      SVC_DATA_DIR: data,
      SVC_INITIAL_PUBLIC_KEY: publicKey,
      SVC_INITIAL_API_KEY: apiKey,
    },
    until: /http:\/\/127\.0\.0\.1:[1-9]\d*/,
  })
  const url = program.match[0]
  return {
    url,
    async find(tag) {
      const rows: StoredEvent[] = []
      for (;;) {
        const response = await fetch(`${url}/api/tools/call`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            tool: 'svc_query',
            input: {
              sql: `select event_id, event_type, event_name, user_email, occurred_at, properties from activity where event_name = '${tag}' or properties like '%/${tag}%' order by event_id limit 1000 offset ${rows.length}`,
            },
          }),
        })
        const body = (await response.json()) as { data: StoredEvent[] }
        if (!response.ok) throw new Error(`svc_query answered ${response.status}: ${JSON.stringify(body)}`)
        rows.push(...body.data)
        if (body.data.length < 1000) return rows
      }
    },
    output: () => program.output,
    async stop() {
      await program.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
