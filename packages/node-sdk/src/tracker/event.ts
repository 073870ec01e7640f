import { uuidV7 } from './uuid.ts'
import { isObject } from '../is-object.ts'
import type { IdentifyInput, TrackInput } from './types.ts'

/** An encoded event: its JSON is made at the call, so that later changes to its objects have no effect. */
export interface EncodedEvent {
  uuid: string
  json: string
  bytes: number
  /** Keys of values that can't be sent, such as `properties.items`. */
  left: string[]
}

/** The JSON of a `track` call. Throws a TypeError that names the field when the call is invalid. */
export function encodeTrack(input: TrackInput<string, object>, nowMs: number): EncodedEvent {
  if (!isObject(input)) throw new TypeError('track needs an object with eventName, and email or userId')
  const { eventName, properties } = input
  if (typeof eventName !== 'string' || !eventName.trim()) {
    throw new TypeError('eventName is required: say what happened, such as "Plan upgraded"')
  }
  const identity = readIdentity(input)
  const named = identity.email ?? identity.userId ?? identity.customerId ?? identity.fingerprint
  if (named === undefined) {
    throw new TypeError('track needs to know whom it is about: give email, userId, customerId or fingerprint')
  }
  return encode('custom', named, input, nowMs, { ...identity, eventName }, { properties })
}

/** The JSON of an `identify` call. Throws a TypeError when neither e-mail nor userId is given. */
export function encodeIdentify(input: IdentifyInput, nowMs: number): EncodedEvent {
  if (!isObject(input)) throw new TypeError('identify needs an object with email or userId')
  const identity = readIdentity(input)
  const named = identity.email ?? identity.userId
  if (named === undefined) throw new TypeError('identify needs to know who it is: give email or userId')
  const { traits, customerTraits } = input
  return encode('identify', named, input, nowMs, identity, { traits, customerTraits })
}

function encode(
  type: string,
  named: string,
  call: { timestamp?: number | Date; uuid?: string },
  nowMs: number,
  fields: object,
  maps: Record<string, object | undefined>,
): EncodedEvent {
  const timestamp = Number(call.timestamp ?? nowMs)
  if (!Number.isFinite(timestamp)) throw new TypeError('timestamp must be Unix milliseconds or a valid Date')
  const uuid = call.uuid ?? uuidV7(nowMs)
  const event: Record<string, unknown> = {
    type,
    uuid,
    timestamp,
    url: `server://${named}`,
    path: '/',
    ...fields,
  }
  const left: string[] = []
  for (const name in maps) {
    const map = maps[name]
    if (map !== undefined) event[name] = toFlatMap(map, name, left)
  }
  const json = JSON.stringify(event)
  return { uuid, json, bytes: utf8Length(json), left }
}

const identities = ['email', 'userId', 'customerId', 'fingerprint'] as const
type Identity = { [Name in (typeof identities)[number]]?: string }

function readIdentity(input: object): Identity {
  const given: Record<string, unknown> = { ...input }
  const identity: Identity = {}
  for (const name of identities) identity[name] = readText(given[name], name)
  return identity
}

/** An id as it is sent: trimmed; a blank one counts as absent. Numbers are accepted, since most databases use them. */
function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  throw new TypeError(`${name} must be a string, not ${Array.isArray(value) ? 'a list' : typeof value}`)
}

/** The API only accepts flat maps. Other values are skipped and reported, so that the event itself is sent. */
function toFlatMap(map: object, name: string, left: string[]): object {
  const flat: Record<string, unknown> = {}
  for (const key of Object.keys(map)) {
    try {
      const given: unknown = (map as Record<string, unknown>)[key]
      const value = given instanceof Date ? given.toISOString() : given
      if (value === undefined) continue
      if (isSendable(value) && key !== '__proto__') flat[key] = value
      else left.push(`${name}.${key}`)
    } catch {
      // A getter that throws, or an invalid Date.
      left.push(`${name}.${key}`)
    }
  }
  return flat
}

function isSendable(value: unknown): boolean {
  const type = typeof value
  return type === 'string' || type === 'boolean' || value === null || Number.isFinite(value)
}

const encoder = new TextEncoder()

/** Length of a text in UTF-8. */
export function utf8Length(text: string): number {
  return globalThis.Buffer?.byteLength(text) ?? encoder.encode(text).length
}
