import { randomUUID } from 'node:crypto'
import { buildCommand } from '@stricli/core'
import type { Check } from '../doctor/run-checks.ts'
import { CliError } from '../errors.ts'
import { trackerQueue } from '../generated/catalogue.ts'
import { isJsonMode } from '../io.ts'
import { readSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { publicKeyFlag, requirePublicKey } from './public-key.ts'

const { apiKey, url, json } = apiFlags
type Flags = ApiFlags & { publicKey?: string }

/** How long an event may take from the log to the answers. */
const waitMs = 30_000
const eventName = 'svc onboard'

export const onboardCommand = buildCommand<Flags, [], Context>({
  docs: {
    brief: 'The first steps: is all well, the tag for your pages, and one event from there to an answer',
    fullDescription:
      'Looks at server and key as svc doctor does, prints the tag, sends an event that belongs to nobody, and waits until a query finds it. Ends with 1 where a step fails; run it again as often as you like.',
  },
  parameters: {
    flags: {
      publicKey: publicKeyFlag,
      apiKey,
      url,
      json,
    } as never,
  },
  async func(this: Context, flags) {
    const { io, signal } = this
    const publicKey = requirePublicKey(flags, io)
    const session = await readSession(flags, io)
    const inJson = isJsonMode(flags.json ?? false, io)
    const tell = (text: string): void => void (inJson || io.stdout.write(text))

    const { runChecks } = await import('../doctor/run-checks.ts')
    const checks = await runChecks({ ...session, publicKey, origin: undefined, signal })
    for (const { status, name, message } of checks)
      tell(`${status.padEnd(4)}  ${name.padEnd(9)}  ${message}\n`)
    const failed = checks.filter(({ status }) => status === 'fail').map(({ name }) => name as string)

    const script = `<script src="${session.baseUrl}/svc.js" data-public-key="${publicKey}" async></script>`
    const tag = `${trackerQueue}\n${script}`
    tell(`\nPaste this into the pages of your site:\n\n${tag.replaceAll(/^/gm, '  ')}\n\n`)
    let event: EventSeen | null = null
    if (failed.length === 0) {
      tell('Sending an event, and waiting until a query finds it …\n')
      event = await sendAndFind({ ...session, apiKey: session.apiKey!, publicKey }, signal)
      tell(`${event.status.padEnd(4)}  event      ${event.message}\n`)
      if (event.status === 'fail') failed.push('event')
    }
    if (inJson) {
      const status = failed.length === 0 ? 'ready' : 'action_required'
      io.stdout.write(`${JSON.stringify({ status, checks, tag, event }, null, 2)}\n`)
    } else if (failed.length === 0)
      tell('\nReady. Next: svc events tail shows what comes in, svc setup tells your assistants of svc.\n')
    if (failed.length > 0) throw new CliError('api_error', `Failed: ${failed.join(', ')}`)
  },
})

interface EventSeen extends Pick<Check, 'status' | 'message'> {
  /** Null where it was not stored. */
  uuid: string | null
}

async function sendAndFind(
  { apiKey, baseUrl, publicKey }: { apiKey: string; baseUrl: string; publicKey: string },
  signal: AbortSignal,
): Promise<EventSeen> {
  const { CustomerIntel } = await import('@customer-intel/node-sdk')
  const { sendEvent } = await import('./send-event.ts')
  const begun = performance.now()
  let uuid: string
  try {
    // A device of its own, so that no person and no customer comes of it.
    uuid = await sendEvent({ eventName, fingerprint: `svc-${randomUUID()}` }, { publicKey, baseUrl })
  } catch (error) {
    return { uuid: null, status: 'fail', message: (error as Error).message }
  }
  const client = new CustomerIntel({ apiKey, baseUrl })
  const sql = `select event_id from activity where event_id = '${uuid}'`
  while (performance.now() - begun < waitMs) {
    if ((await client.tools.query({ sql }, { signal })).data.length > 0) {
      const ms = Math.round(performance.now() - begun)
      return { uuid, status: 'pass', message: `A query found it ${ms} ms after it was sent` }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    signal.throwIfAborted()
  }
  const { status, reason } = await client.identity.explainEvent(uuid, { signal })
  return {
    uuid,
    status: 'fail',
    message: `No query finds it after ${waitMs / 1_000} s (${status}): ${reason}`,
  }
}
