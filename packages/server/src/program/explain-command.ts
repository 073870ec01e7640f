import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { isUuid, type EventExplanation } from '@customer-intel/contract'
import type { Config } from '../app/config.ts'
import { StoreInUseError } from '../kernel/errors.ts'
import { explainEvent } from '../events/explain/explain-event.ts'
import { defineProgramCommand, organizationOption, serverOptions } from './command.ts'
import { UsageError } from './usage-error.ts'
import { withWorkspace } from './with-workspace.ts'

export interface ExplainArguments {
  uuid: string
  organization: string | undefined
  /** A running server's address, else `SVC_BASE_URL`, else from `HOST` and `PORT`. */
  url: string | undefined
  /** Else `SVC_API_KEY`. */
  apiKey: string | undefined
  json: boolean
}

export const explain = defineProgramCommand({
  name: 'explain',
  args: ['<event uuid>'],
  summary: 'Tell what became of an event, and whose it is',
  details:
    'Asks the running server where there is one, else looks into the data directory. Exit code 1: unknown.',
  options: {
    ...organizationOption,
    ...serverOptions,
    json: { help: 'Print JSON' },
  },
  run: (config, { 'api-key': apiKey, ...options }, [uuid = '']) =>
    explainCommand(config, { ...options, apiKey, uuid }),
})

/** How long the read models may take to catch up with the log. */
const catchUpMs = 10 * 60_000

/**
 * `svc-server explain <uuid>`: what happened to an event. Asks a running server, or searches the whole log itself. Exit
 * code 1 when nothing is known of it.
 */
export async function explainCommand(config: Config, options: ExplainArguments): Promise<number> {
  if (!isUuid(options.uuid)) {
    throw new UsageError(
      `"explain" takes the uuid of an event, such as 018f2f5e-7c1a-7d43-9a3b-0123456789ab; ${JSON.stringify(options.uuid)} is none.`,
    )
  }
  const explained = (explanation: EventExplanation): number => {
    console.log(options.json ? toSafeJson(explanation, 2) : describe(explanation))
    return explanation.status === 'unknown' ? 1 : 0
  }
  if (options.url !== undefined) return explained(await askServer(config, options))
  return withWorkspace(config, options.organization, async (workspace) => {
    await workspace.readModels.fresh({ withinMs: catchUpMs })
    const uuid = options.uuid.toLowerCase()
    return explained(await explainEvent(workspace, uuid, { searchBytes: Number.MAX_SAFE_INTEGER }))
  }).catch(async (error: unknown) => {
    if (!(error instanceof StoreInUseError)) throw error
    return explained(await askServer(config, options))
  })
}

async function askServer(config: Config, { uuid, url, apiKey }: ExplainArguments): Promise<EventExplanation> {
  const base = url ?? config.baseUrl ?? `http://127.0.0.1:${config.port}`
  const key = apiKey ?? config.apiKey
  if (key === null) {
    throw new UsageError(
      `A server is running: give --api-key or set SVC_API_KEY, a key with the grant events:explain, and I ask it at ${base} (--url for another address); or stop it first.`,
    )
  }
  if (!URL.canParse(base)) {
    throw new UsageError(`--url ${base} is no web address: give one such as http://127.0.0.1:8787.`)
  }
  const response = await fetch(new URL(`/api/debug/events/${uuid}`, base), {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    throw new UsageError(`No server answers at ${base}: give its address by --url.`, { cause })
  })
  if (!response.ok) {
    throw new UsageError(`The server at ${base} answered ${response.status}: ${await response.text()}`)
  }
  return (await response.json()) as EventExplanation
}

function describe(explanation: EventExplanation): string {
  const { uuid, status, reason, arrivals, rejections, event, contact, customer, links } = explanation
  const lines = [`${uuid}  ${status}`, `  ${reason}`]
  if (event !== null) {
    const { eventType, eventName, occurredAt, source } = event
    lines.push(`  Event     ${eventType} ${JSON.stringify(eventName)} at ${occurredAt}, sent by ${source}`)
  }
  for (const { receivedAt, index } of arrivals)
    lines.push(`  Arrived   ${receivedAt}, number ${index} of its batch`)
  for (const { at, reason: why } of rejections) lines.push(`  Refused   ${at}  ${why}`)
  if (event !== null) {
    lines.push(
      contact === null
        ? '  Contact   nobody is identified'
        : `  Contact   ${contact.userId}  ${JSON.stringify(contact.email ?? contact.name)}, by its ${contact.via}; stated by event ${contact.cause}`,
      customer === null
        ? '  Customer  none is known'
        : `  Customer  ${customer.customerId}  ${JSON.stringify(customer.domain ?? customer.name)}, by ${customer.via}`,
    )
  }
  for (const { left, right, status: state, trusted, cause } of links) {
    lines.push(
      `  Link      ${JSON.stringify(left)} = ${JSON.stringify(right)}, ${state}, stated by ${trusted ? 'a server' : 'a browser'} in event ${cause}`,
    )
  }
  for (const { signalId, occurredAt } of explanation.occurrences)
    lines.push(`  Signal    ${signalId} saw it, at ${occurredAt}`)
  if (explanation.stale !== undefined) lines.push(`  Stale     ${explanation.stale.reason}`)
  return lines.join('\n')
}
