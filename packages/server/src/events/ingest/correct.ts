import {
  cutText,
  FormFieldsSchema,
  TraitsSchema,
  isJsonObject,
  isStorable,
  summariseIssues,
  toStorable,
} from '@customer-intel/contract'
import * as v from 'valibot'

/** The optional fields of an object, and those among them that are not just removed when they are wrong. */
interface Shape {
  optional: ReadonlySet<string>
  /** Ids: a number is taken as its digits. */
  ids: ReadonlySet<string>
  /** Flat maps: a wrong entry costs itself. */
  maps: ReadonlyMap<string, v.GenericSchema>
  /** Objects with optional fields of their own. */
  objects: ReadonlyMap<string, Shape>
}

/** Notes at most of one object, so that an answer stays small. */
const maxNotes = 10

const shapeOf = (
  optional: string,
  {
    ids = '',
    maps = {},
    objects = {},
  }: { ids?: string; maps?: Record<string, v.GenericSchema>; objects?: Record<string, Shape> } = {},
): Shape => ({
  optional: new Set([...optional.split(' '), ...Object.keys(maps), ...Object.keys(objects)]),
  ids: new Set(ids.split(' ')),
  maps: new Map(Object.entries(maps)),
  objects: new Map(Object.entries(objects)),
})

const utm = shapeOf('source medium campaign term content ref', {
  ids: 'source medium campaign term content ref',
})

/** Of events of every type: a field of another type is refused by the schema as before. */
export const eventShape = shapeOf(
  `timestamp uuid referrer customerId title email userId fingerprint formId eventType startTime endTime duration
  isRecurring inviteeEmail inviteeName`.replace(/\s+/g, ' '),
  {
    ids: 'customerId userId fingerprint formId',
    maps: {
      customerTraits: TraitsSchema,
      properties: TraitsSchema,
      traits: TraitsSchema,
      formFields: FormFieldsSchema,
    },
    objects: { utm },
  },
)

/** Of the batch around the events. */
export const batchShape = shapeOf('visitorId fingerprint source sessionId sentAt', {
  ids: 'fingerprint',
  objects: {
    userIdentity: shapeOf('email userId fingerprint', {
      ids: 'userId fingerprint',
      maps: { traits: TraitsSchema },
    }),
    customerIdentity: shapeOf('customerId', { ids: 'customerId', maps: { customerTraits: TraitsSchema } }),
  },
})

/** Notes about what was corrected, without values: `userId was a number: it is kept as text`. */
export interface Notes {
  list: string[]
  add(path: readonly string[], what: string): void
}

export function createNotes(): Notes {
  const list: string[] = []
  return {
    list,
    add(path, what) {
      if (list.length < maxNotes) list.push(`${path.map((name) => cutText(name, 100)).join('.')} ${what}`)
      else if (list.length === maxNotes) list.push('further fields were corrected or skipped')
    },
  }
}

/**
 * Validates an object after correcting it in place: first by {@link tidy}, then by removing optional fields that the schema
 * complains of. Where that isn't enough it fails with what the schema complains of first.
 */
export function correct<Schema extends v.GenericSchema>(
  object: Record<string, unknown>,
  shape: Shape,
  schema: Schema,
  options: { notes: Notes; storable: boolean },
):
  | { success: true; output: v.InferOutput<Schema> }
  | { success: false; issues: readonly v.BaseIssue<unknown>[] } {
  tidy(object, shape, options)
  const first = v.safeParse(schema, object, { abortPipeEarly: true })
  if (first.success) return first
  const { notes } = options
  const known = notes.list.length
  if (dropFaults(object, shape, first.issues, notes)) {
    const second = v.safeParse(schema, object, { abortPipeEarly: true })
    if (second.success) return second
  }
  notes.list.length = known
  return first
}

/**
 * Brings what other languages' serializers write into the form that the schema takes, in place: null in an optional field
 * counts as absent, an id that is a number is its digits, NUL and half characters become U+FFFD, and a wrong entry of a
 * map is skipped. `storable`: no string has NUL or half characters.
 */
function tidy(
  object: Record<string, unknown>,
  shape: Shape,
  { notes, storable, path = [] }: { notes: Notes; storable: boolean; path?: string[] },
): void {
  if (!storable) correctTexts(object, notes, path)
  for (const field of shape.optional) {
    if (!Object.hasOwn(object, field)) continue
    const value = object[field]
    const at = [...path, field]
    if (value === null) delete object[field]
    else if (typeof value === 'number' && shape.ids.has(field)) {
      object[field] = String(value)
      notes.add(at, 'was a number: it is kept as text')
    } else if (isJsonObject(value)) {
      const inner = shape.objects.get(field)
      if (inner !== undefined) tidy(value, inner, { notes, storable, path: at })
      const map = shape.maps.get(field)
      if (map !== undefined) object[field] = tidyMap(value, map, { notes, storable, path: at })
    }
  }
}

function tidyMap(
  map: Record<string, unknown>,
  schema: v.GenericSchema,
  { notes, storable, path }: { notes: Notes; storable: boolean; path: string[] },
): Record<string, unknown> {
  if (!storable) correctTexts(map, notes, path)
  if (v.is(schema, map)) return map
  const entries = Object.entries(map).flatMap(([name, value]): [string, unknown][] => {
    const key = storable ? name : toStorable(name)
    if (key !== name) notes.add([...path, key], 'had NUL or half characters in its name: they are U+FFFD')
    if (v.is(schema, fromEntries([[key, value]]))) return [[key, value]]
    // Not given.
    if (value === null) return []
    if (value === Infinity || value === -Infinity) {
      notes.add([...path, key], 'was skipped: it is too large for a number; send it as text')
      return []
    }
    const isPlain = typeof value === 'number' || typeof value === 'boolean'
    if (isPlain && v.is(schema, fromEntries([[key, String(value)]]))) {
      notes.add([...path, key], 'was no text: it is kept as text')
      return [[key, String(value)]]
    }
    notes.add(
      [...path, key],
      'was skipped: it must be a text, a number, a boolean or null, and within the limits',
    )
    return []
  })
  return fromEntries(entries)
}

/** With a key `__proto__` as any other. */
const fromEntries = (entries: [string, unknown][]): Record<string, unknown> => Object.fromEntries(entries)

function correctTexts(object: Record<string, unknown>, notes: Notes, path: string[]): void {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'string' || isStorable(value)) continue
    object[name] = toStorable(value)
    notes.add([...path, toStorable(name)], 'had NUL or half characters: they are U+FFFD')
  }
}

/**
 * Removes the optional fields that the schema complains of, in place, and notes why. False if it complains of something
 * else, too: then nothing can be corrected.
 */
function dropFaults(
  object: Record<string, unknown>,
  shape: Shape,
  issues: readonly v.BaseIssue<unknown>[],
  notes: Notes,
): boolean {
  return issues.every((issue) => {
    const [first, second] = (issue.path ?? []).map(({ key }) => String(key))
    if (first === undefined || !Object.hasOwn(object, first)) return isGone(object, shape, first)
    const inner = shape.objects.get(first)
    const held = object[first]
    const reason = `was skipped: ${summariseIssues([issue])}`
    if (inner !== undefined && second !== undefined && isJsonObject(held)) {
      if (!inner.optional.has(second)) return false
      if (Object.hasOwn(held, second)) notes.add([first, second], reason)
      delete held[second]
      return true
    }
    if (!shape.optional.has(first)) return false
    notes.add([first], reason)
    delete object[first]
    return true
  })
}

/** Whether a field was removed before, for another of its faults. */
function isGone(object: Record<string, unknown>, shape: Shape, field: string | undefined): boolean {
  return field !== undefined && shape.optional.has(field) && !Object.hasOwn(object, field)
}
