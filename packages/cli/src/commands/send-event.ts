import { buildCommand } from '@stricli/core'
import type { TrackInput } from '@customer-intel/node-sdk/track'
import { CliError } from '../errors.ts'
import { printAnswer } from '../output/print.ts'
import { readBaseUrl } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { publicKeyFlag, requirePublicKey } from './public-key.ts'
import { textFlag } from './text-flag.ts'

const { url, json } = apiFlags
const identities = {
  email: "The person's e-mail address",
  userId: 'Your own id of the person',
  customerId: 'Your own id of the account',
}
type Flags = Pick<ApiFlags, 'url' | 'json'> &
  Partial<Record<keyof typeof identities | 'publicKey' | 'uuid', string>> & {
    properties?: Record<string, unknown>
  }

export const sendEventCommand = buildCommand<Flags, [string], Context>({
  docs: {
    brief: 'Send one event, as a backend would',
    fullDescription:
      'Waits until the server has it on disk. Goes by the public key, so no login is needed. The same --uuid is stored once.',
  },
  parameters: {
    flags: {
      ...Object.fromEntries(Object.entries(identities).map(([name, brief]) => [name, textFlag(brief)])),
      properties: textFlag('What more there is to say, as a JSON object', 'json', parseObject),
      publicKey: publicKeyFlag,
      uuid: textFlag('Names the event for good; default: a new one'),
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'What happened, such as "Plan upgraded"', placeholder: 'name', parse: String }],
    },
  },
  async func(this: Context, flags, eventName) {
    const { io } = this
    const publicKey = requirePublicKey(flags, io)
    const baseUrl = await readBaseUrl(flags, io)
    const { email, userId, customerId, properties, uuid } = flags
    const given = Object.fromEntries(
      Object.entries({ email, userId, customerId, properties, uuid }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const event = { eventName, ...given } as unknown as TrackInput
    const sent = await sendEvent(event, { publicKey, baseUrl })
    printAnswer({ success: true, uuid: sent }, { json: flags.json ?? false }, io)
  },
})

/** Resolves with the event's uuid once the server has it on disk. Rejects with what the server says of it. */
export async function sendEvent(
  event: TrackInput,
  server: { publicKey: string; baseUrl: string },
): Promise<string> {
  const { Tracker } = await import('@customer-intel/node-sdk/track')
  let refusal: string | undefined
  const tracker = new Tracker({
    ...server,
    flushOnExit: false,
    warn: (message) => (refusal ??= message),
    onDrop: ({ message }) => (refusal = message),
  })
  const uuid = tracker.track(event)
  const { acknowledged } = await tracker.shutdown({ timeoutMs: 15_000 })
  if (acknowledged === 1 && uuid !== null) return uuid
  throw new CliError('api_error', `The event was not stored: ${refusal ?? 'the server did not answer'}`)
}

function parseObject(json: string): Record<string, unknown> {
  const value = parse(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('must be a JSON object')
  return value as Record<string, unknown>
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null
  }
}
