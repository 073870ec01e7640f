import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord, type LogRecord, type StoredRecord } from '../../src/kernel/log/record.ts'
import { createLogEraser } from '../../src/privacy/erase-from-log.ts'
import type { Person } from '../../src/privacy/person.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'
import { jane } from './person-jane.ts'

const at = Date.UTC(2026, 5, 1)

/** What is left of a log record; checks that it is no longer than it was. */
function erase(record: LogRecord, person: Partial<Person> = {}): LogRecord | null {
  const payload = encodeRecord(record)
  const left = createLogEraser(jane(person)).payload(payload)
  if (left === null) return null
  expect(left.length).toBeLessThanOrEqual(payload.length)
  return decodeRecord(left)
}

function eraseStored(record: StoredRecord, person: Partial<Person> = {}): StoredRecord | null {
  const left = erase({ kind: 'records', receivedAt: at, records: [record] }, person)
  return left?.kind === 'records' ? left.records[0]! : null
}

test('their events go, by key and by uuid, and others in the same batch stay as they were', () => {
  const theirs = storedEvent({ type: 'custom', timestamp: at, eventName: 'a', email: 'Jane@Acme.com ' })
  const anonymous = storedEvent({ type: 'pageview', timestamp: at })
  const bobs = storedEvent({ type: 'pageview', timestamp: at, userId: 'u-bob', properties: { n: 1.5 } })
  const record = eventsRecord({ visitorId: 'v-1', events: [theirs, bobs, anonymous] })
  expect(erase(record, { events: [anonymous.uuid] })).toEqual({ ...record, events: [bobs] })
  expect(erase({ ...record, events: [theirs] })).toBeNull()
})

test('of an event of a browser and one of a server by the same uuid only their own goes', () => {
  const event = storedEvent({ type: 'custom', timestamp: at, eventName: 'a' })
  const fromBrowser = eventsRecord({ visitorId: 'v-1', events: [event] })
  const fromServer = eventsRecord({ source: 'server', events: [{ ...event, userId: 'u-bob' }] })
  const odd = { ...fromServer, events: [{ ...event, userId: 7 as never }] }
  const browsers = { events: [event.uuid], serverEvents: [] }
  expect(erase(fromBrowser, browsers)).toBeNull()
  expect(erase(fromServer, browsers)).toEqual(fromServer)
  expect(erase(odd, browsers)).toEqual(odd)
  const servers = { events: [], serverEvents: [event.uuid] }
  expect(erase(fromBrowser, servers)).toEqual(fromBrowser)
  expect(erase(fromServer, servers)).toBeNull()
  expect(erase(odd, servers)).toBeNull()
})

test('a batch that they sent keeps those events that name somebody else, with their device and nothing else', () => {
  const invited = storedEvent({ type: 'identify', timestamp: at, email: 'bob@acme.com' })
  const own = storedEvent({ type: 'pageview', timestamp: at })
  const record = eventsRecord({
    source: 'server',
    userIdentity: { userId: 'u-4711', fingerprint: 'f-1', traits: { name: 'Jane Doe' } },
    events: [own, invited],
  })
  expect(erase(record)).toEqual({ ...record, userIdentity: { fingerprint: 'f-1' }, events: [invited] })
})

/** A batch that is kept as sent. */
const sentBatch = (body: string, source: string) =>
  Buffer.from(`{"kind":"sent","receivedAt":${at},"source":"${source}","batch":${body}}`)

test('a batch that was kept as sent reads the same without them', () => {
  const bobs = storedEvent({
    type: 'custom',
    timestamp: at,
    userId: 'u-bob',
    eventName: 'x',
    properties: { to: 'jane@acme.com' },
  })
  const body = JSON.stringify({ events: [bobs] }, null, 1)
  const left = createLogEraser(jane()).payload(sentBatch(body, 'client'))
  expect(decodeRecord(left!)).toEqual(
    eventsRecord({ receivedAt: at, events: [{ ...bobs, properties: { to: '[erased]' } }] }),
  )
})

test('what stood under a name that came twice goes, though nobody read it', () => {
  const bobs = JSON.stringify(storedEvent({ type: 'pageview', timestamp: at, userId: 'u-bob' }))
  for (const address of ['jane@acme.com', 'jane%40acme.com', String.raw`jane\u0040acme.com`]) {
    const twice = `{"title":"to ${address}",${bobs.slice(1, -1)},"title":"later"}`
    const left = createLogEraser(jane()).payload(sentBatch(`{"events":[${twice}]}`, 'client'))!
    expect(Buffer.from(left).toString()).not.toMatch(/jane/)
    expect(Buffer.from(left).toString()).toContain('later')
  }
})

test('what speaks of nobody stays byte for byte, the very same', () => {
  const payload = encodeRecord(
    eventsRecord({ events: [storedEvent({ type: 'pageview', timestamp: at, userId: 'u-bob' })] }),
  )
  expect(createLogEraser(jane()).payload(payload)).toBe(payload)
})

test('a number that a caller wrote short does not make a record longer', () => {
  const event = JSON.stringify(
    storedEvent({ type: 'custom', timestamp: at, userId: 'u-bob', eventName: 'x', properties: {} }),
  )
  const numbers = Array.from({ length: 50 }, (_, n) => `"n${n}":12e19,"m${n}":-1.5e-9`).join(',')
  const body = `{"events":[${event.replace('"properties":{}', `"properties":{"to":"jane@acme.com",${numbers}}`)}]}`
  const payload = sentBatch(body, 'server')
  const left = createLogEraser(jane()).payload(payload)!
  expect(left.length).toBeLessThanOrEqual(payload.length)
  const { events } = decodeRecord(left) as ReturnType<typeof eventsRecord>
  expect(events[0]!.properties).toMatchObject({ to: '[erased]', n0: 12e19, m49: -1.5e-9 })
})

test('what a caller says of them goes: user, member, facts and revenue of the customer that they are', () => {
  const evidence = [{ sourceType: 'CALL' as const, sourceId: 'c-1', quote: 'yes' }]
  const gone: StoredRecord[] = [
    { kind: 'user', userId: 'u-4711', name: 'Jane' },
    { kind: 'user', email: 'JANE@acme.com', customer: { domain: 'acme.com' } },
    { kind: 'member', email: 'jane@acme.com', name: 'Jane Doe' },
    { kind: 'revenue', customer: { email: 'jane@acme.com' }, date: '2026-01-01', mrrCents: 1 },
    { kind: 'fact', factId: 'f', origin: 'stated', assertion: 'x', customer: { userId: 'u-4711' }, evidence },
    { kind: 'customer', customerId: 'u-4711', name: 'Jane' },
  ]
  for (const record of gone) expect(eraseStored(record)).toBeNull()
  const kept: StoredRecord = {
    kind: 'revenue',
    customer: { domain: 'acme.com' },
    date: '2026-01-01',
    mrrCents: 1,
  }
  expect(eraseStored(kept)).toEqual(kept)
})

const call: StoredRecord = {
  kind: 'source',
  sourceType: 'CALL',
  sourceId: 'c-17',
  occurredAt: at,
  title: 'Jane Doe and Bob',
  text: 'Jane Doe: hi. Bob: hi Jane, I wrote to jane@acme.com.',
  participants: [
    { email: 'jane@acme.com', name: 'Jane Doe' },
    { email: 'bob@acme.com' },
    { email: 'sam@seller.test' },
  ],
  record: { transcript: [{ speaker: 'Jane Doe', contact: 'u-4711' }] },
}

test('they leave a source that others took part in: not their name, not their address stays', () => {
  expect(eraseStored(call)).toEqual({
    ...call,
    title: '[erased] and Bob',
    text: '[erased]: hi. Bob: hi Jane, I wrote to [erased].',
    participants: [{ email: 'bob@acme.com' }, { email: 'sam@seller.test' }],
    record: { transcript: [{ speaker: '[erased]', contact: '******' }] },
  })
})

test('bytes that are not UTF-8 in a body as a former version kept it do not make a record longer', () => {
  const { kind, ...batch } = eventsRecord({
    visitorId: 'v-1',
    events: [storedEvent({ type: 'pageview', timestamp: at, title: 'T'.repeat(30) })],
  })
  const sent = JSON.stringify({ kind: 'sent', receivedAt: at, source: 'client', batch })
  const payload = Buffer.from(sent.replace(/T{30}/, '\u0080'.repeat(30)).replace(':[', ': ['), 'latin1')
  const left = createLogEraser(jane()).payload(payload)!
  expect(left.length).toBeLessThanOrEqual(payload.length)
  expect(decodeRecord(left)).toMatchObject({ kind, events: [{ title: '?'.repeat(30) }] })
})

test('a source goes where nobody else from outside took part, or they are its customer', () => {
  const alone = { ...call, participants: [{ email: 'jane@acme.com' }, { email: 'kim@seller.test' }] }
  expect(eraseStored(alone)).toBeNull()
  expect(eraseStored({ ...call, customer: { email: 'jane@acme.com' } })).toBeNull()
})

test('somebody who works here leaves a source among colleagues, which stays', () => {
  const colleagues = { ...call, participants: [{ email: 'sam@seller.test' }, { email: 'kim@seller.test' }] }
  expect(eraseStored(colleagues, { keys: ['email:sam@seller.test'], names: [] })).toMatchObject({
    participants: [{ email: 'kim@seller.test' }],
  })
})

test('facts that only their own sources prove go with them', () => {
  const own = { sourceType: 'CALL' as const, sourceId: 'c-17', quote: 'Jane Doe said so' }
  const shared = { sourceType: 'CALL' as const, sourceId: 'c-18', quote: 'Jane Doe said so' }
  const fact: StoredRecord = {
    kind: 'fact',
    factId: 'f-1',
    origin: 'stated',
    assertion: 'Jane Doe wants it',
    customer: { domain: 'acme.com' },
    evidence: [own, shared],
  }
  const person = { sources: ['CALL:c-17'], attended: ['CALL:c-17', 'CALL:c-18'] }
  expect(eraseStored({ ...fact, evidence: [own] }, person)).toBeNull()
  expect(eraseStored(fact, person)).toEqual({
    ...fact,
    assertion: '[erased] wants it',
    evidence: [{ ...shared, quote: '[erased] said so' }],
  })
  const extraction: StoredRecord = {
    kind: 'extraction',
    sourceType: 'CALL',
    sourceId: 'c-17',
    textHash: '',
    model: 'm',
    facts: [],
  }
  expect(eraseStored(extraction, person)).toBeNull()
})

test('decisions about their identity go, others stay', () => {
  const decision: LogRecord = {
    kind: 'identity',
    receivedAt: at,
    decision: 'cut',
    left: 'user:u-4711',
    right: 'email:b@c.de',
    cause: 'operator',
  }
  expect(erase(decision)).toBeNull()
  expect(erase({ ...decision, left: 'user:other' })).toEqual({ ...decision, left: 'user:other' })
})

test('damaged bytes are unwanted when they hold a key, a name or the uuid of an event of theirs', () => {
  const eraser = createLogEraser(jane({ events: ['01890000-0000-7000-8000-000000000001'] }))
  expect(eraser.isUnwanted(Buffer.from('…"email":"JANE@acme.com'))).toBe(true)
  expect(eraser.isUnwanted(Buffer.from('"uuid":"01890000-0000-7000-8000-000000000001"'))).toBe(true)
  expect(eraser.isUnwanted(Buffer.from('"email":"bob@acme.com"'))).toBe(false)
})

test('a record that can’t be read, or holds an event that can’t be, stops nothing: what names them in it goes', () => {
  const eraser = createLogEraser(jane())
  const payload = (bytes: Buffer) => eraser.payload(bytes)
  const torn = Buffer.from('{"kind":"events","receivedAt":1,"events":[{"email":"bob@acme.com"')
  expect(payload(torn)).toBe(torn)
  expect(payload(Buffer.from(torn.toString().replace('bob', 'JANE')))).toBeNull()
  const bobs = storedEvent({ type: 'pageview', timestamp: at, userId: 'u-bob' })
  const odd = (email: string) => ({ ...bobs, userId: 17, email })
  const batch = eventsRecord({
    source: 'server',
    events: [bobs, odd('jane@acme.com'), odd('bob@acme.com'), null] as unknown as (typeof bobs)[],
  })
  expect(JSON.parse(Buffer.from(eraser.payload(encodeRecord(batch))!).toString())).toEqual({
    ...batch,
    events: [bobs, odd('bob@acme.com'), null],
  })
})

test('records of a kind that this version doesn’t know stay as they are, but where they name them', () => {
  const unknown = (text: string) => ({ kind: 'note', text }) as unknown as StoredRecord
  const [others, theirs] = [unknown('of Bob'), unknown('of jane@acme.com')]
  const member: StoredRecord = { kind: 'member', email: 'ann@us.test', name: 'Ann' }
  const records = (list: StoredRecord[]): LogRecord => ({ kind: 'records', receivedAt: at, records: list })
  expect(erase(records([others, theirs, member]))).toEqual(records([others, member]))
  const alone = (text: string) => ({ kind: 'note', receivedAt: at, text }) as unknown as LogRecord
  expect(erase(alone('of Bob'))).toEqual(alone('of Bob'))
  expect(erase(alone('of jane@acme.com'))).toBeNull()
})

test('what automations and agents said of several people’s customers goes on without theirs', () => {
  const [gone, event] = ['uJane0000001', '5e0a5f0e-6a0b-4a38-9d6e-1b7f1f4a9c01']
  const run = {
    kind: 'run',
    runId: 'r',
    automationId: 'a',
    triggerType: 'SIGNAL_OCCURRENCE',
    status: 'PENDING_DELIVERY',
    occurredAt: at,
    matchedAt: at,
    occurrenceIds: ['o'],
    customerIds: ['cBob', gone],
    event: { id: event, name: 'paid' },
  } as const satisfies StoredRecord
  const { event: _, ...rest } = { ...run, customerIds: ['cBob'] }
  expect(eraseStored({ ...run, customerIds: [...run.customerIds] }, { events: [event] })).toEqual(rest)
  expect(eraseStored({ ...run, customerIds: [gone] })).toBeNull()
  const message: StoredRecord = {
    kind: 'notification',
    notificationId: 'n',
    sentBy: 'a',
    customerIds: ['cBob', gone],
    title: 'Two customers',
    text: '**Bob**\n- he pays\n\n**J.**\n- she is ill\n\n_By rule_',
    payload: { customerIds: ['cBob', gone], occurrences: [{ customerId: gone, eventName: 'ill' }] },
  }
  expect(eraseStored(message)).toEqual({
    ...message,
    customerIds: ['cBob'],
    text: '**Bob**\n- he pays\n\n_By rule_',
    payload: { customerIds: ['cBob'], occurrences: [] },
  })
  // Whose part is whose can't be told.
  expect(eraseStored({ ...message, text: 'Bob pays. She is ill, as we heard.' })).toMatchObject({
    text: '[erased]',
  })
  const asked: StoredRecord = {
    kind: 'agentRun',
    runId: 'r',
    agentId: 'g',
    agentKey: 'custom:g',
    trigger: 'scheduled',
    status: 'COMPLETED',
    askedAt: at,
    startedAt: at,
    endedAt: at,
    attempts: 0,
    candidates: ['cBob', gone].map((customerId) => ({
      customerId,
      name: null,
      domain: null,
      reasons: [],
      metrics: [],
    })),
    automationRunId: null,
    evidence: null,
    output: {
      outputId: 'x',
      title: 'Two customers',
      markdown: message.text,
      customerIds: ['cBob', gone],
      claims: { verified: 0, dropped: 0 },
    },
  }
  expect(eraseStored(asked)).toMatchObject({
    candidates: [{ customerId: 'cBob' }],
    output: { customerIds: ['cBob'], markdown: '**Bob**\n- he pays\n\n_By rule_' },
  })
  expect(eraseStored({ ...asked, candidates: [asked.candidates[1]!] })).toBeNull()
})
