import { setTimeout } from 'node:timers/promises'
import { buildCommand } from '@stricli/core'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { AcceptedEvent } from '@customer-intel/node-sdk'
import { isJsonMode } from '../io.ts'
import { oneLine } from '../output/cells.ts'
import { toCliError } from '../to-cli-error.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { parseFields } from './flags.ts'
import { textFlag } from './text-flag.ts'

const { apiKey, url, json, fields } = apiFlags
type Flags = ApiFlags & { event?: string[]; customer?: string }

export const tailEventsCommand = buildCommand<Flags, [], Context>({
  docs: {
    brief: 'Follow events as they are accepted, until Ctrl-C',
    fullDescription:
      'Each event once, in the order in which the server took them; in a pipe as one JSON object a line. A server that is gone is asked again until it is back, and nothing is missed meanwhile. Needs the grant customer_intelligence:read.',
  },
  parameters: {
    flags: {
      event: textFlag('Only events of these names, by commas', 'names', parseFields),
      customer: textFlag('Only events of this customer: its id, domain or name', 'customer'),
      apiKey,
      url,
      json,
      fields,
    } as never,
  },
  async func(this: Context, flags) {
    const { io, signal } = this
    const { openClient } = await import('../session/client.ts')
    const client = await openClient(flags, io, { spinner: false })
    const asJson = isJsonMode(flags.json ?? false, io)
    const isWanted = wantedBy(flags)
    const toLine = (event: AcceptedEvent) =>
      asJson || flags.fields ? toSafeJson(flags.fields ? pick(event, flags.fields) : event) : textOf(event)
    let after: string | undefined
    let failures = 0
    while (!signal.aborted) {
      try {
        const query = after === undefined ? {} : { after, waitSeconds: 5 }
        const { events, next } = await client.events.follow(query, { signal, maxRetries: 0 })
        // Told once it is known from where on nothing is missed.
        if (after === undefined) io.stderr.write('Following events. Ctrl-C ends it.\n')
        else if (failures > 0) io.stderr.write('The server answers again.\n')
        failures = 0
        after = next
        for (const event of events) if (isWanted(event)) io.stdout.write(`${toLine(event)}\n`)
      } catch (error) {
        if (signal.aborted) return
        // From the start on there must be a server; later it may be away.
        if (after === undefined || !isPassing(error)) throw error
        if (failures++ === 0) io.stderr.write(`${toCliError(error).message}. Trying again…\n`)
        await setTimeout(Math.min(10_000, 500 * 2 ** failures), undefined, { signal }).catch(() => undefined)
      }
    }
  },
})

function wantedBy({ event: names, customer }: Flags): (event: AcceptedEvent) => boolean {
  const wanted = customer?.trim().toLowerCase()
  return (event) => {
    if (names !== undefined && !names.includes(event.eventName)) return false
    if (wanted === undefined) return true
    const { customerId, domain, name } = event.customer ?? {}
    return [customerId, domain, name].some((known) => known?.toLowerCase() === wanted)
  }
}

function pick(event: AcceptedEvent, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, event[name as keyof AcceptedEvent] ?? null]))
}

/** One line for people: when, what, who, of which customer, and what else. */
function textOf({ receivedAt, eventName, contact, customer, path, properties }: AcceptedEvent): string {
  const time = new Date(receivedAt).toLocaleTimeString('en-GB')
  const who = contact?.email ?? contact?.name ?? contact?.userId ?? 'somebody'
  const more = Object.keys(properties).length > 0 ? JSON.stringify(properties) : path
  const texts = [time, eventName, who, customer?.domain ?? customer?.name ?? '--', more]
  return texts.map((text) => oneLine(text)).join('  ')
}

/** An error of the SDK that may be over soon. */
function isPassing(error: unknown): boolean {
  const { name, status } = error as { name?: string; status?: number | null }
  if (name === 'TypeError' || status === undefined) return false
  return status === null || status === 429 || status >= 500
}
