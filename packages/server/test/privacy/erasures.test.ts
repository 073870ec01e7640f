import { erasureListOf } from '../../src/privacy/erasure-documents.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { erasuresOf } from '../../src/privacy/erasures.ts'
import { databasePath } from '../../src/projector/process/open-read-models.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { patientReadModels } from '../support/patient-read-models.ts'
import type { Workspaces, Workspace } from '../../src/kernel/workspace/workspace.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'
import { readLog } from '../support/recording-read-models.ts'
import { visitorId } from '../support/test-server.ts'
import {
  append,
  canary,
  eventsOfOthers,
  filesWith,
  fillWithJane,
  janesEmail,
  janesEvents,
  janesUserId,
  tablesWith,
} from './fill-with-jane.ts'

const program = fileURLToPath(new URL('erasing-process.ts', import.meta.url))
const at = Date.UTC(2026, 5, 2)

let directory: string
let workspaces: Workspaces
let workspace: Workspace
let folder: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-erasure-'))
  workspaces = openPatientWorkspaces()
  const { document } = defineOrganization({ name: 'Acme' })
  workspace = await workspaces.createOrganization(document.organization, document)
  folder = join(directory, 'organizations', document.organization.id)
})
afterEach(async () => {
  await workspaces.close()
  await rm(directory, { recursive: true, force: true })
})

function openPatientWorkspaces(): Workspaces {
  return openFileWorkspaces(directory, { openReadModels: patientReadModels() })
}

async function reopen(): Promise<void> {
  await workspaces.close()
  workspaces = openPatientWorkspaces()
  workspace = (await workspaces.openWorkspace(workspace.organization.id))!
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  await workspace.readModels.fresh({ withinMs: 60_000 })
  const { rows } = await workspace.readModels.runUntrusted(sql, {
    timeoutMs: 10_000,
    maxRows: 10_000,
    maxBytes: 10_000_000,
  })
  return rows
}

async function eventNames(): Promise<unknown[]> {
  const names = await rows(`select event_name from activity where event_type <> 'CALL' order by event_name`)
  return names.map(({ event_name }) => event_name).filter((name) => !String(name).startsWith('call'))
}

/** Nothing of Jane's is in any file, or in any table that a file may hold compressed. */
async function expectNothingOfJane(): Promise<void> {
  expect(await filesWith(directory, canary, janesUserId)).toEqual([])
  expect(await tablesWith(databasePath(folder), canary, janesUserId)).toEqual([])
}

test('everything of a person leaves the data directory, others stay, and a rebuild brings nothing back', async () => {
  await fillWithJane(workspace)
  const uuids = (await readLog(join(folder, 'log')))
    .flatMap((record) => (record.kind === 'events' ? record.events : []))
    .filter((event) => eventsOfOthers.includes(event.eventName ?? event.type) && event.userId === 'u-bob')
  const reads = await workspace.readModels.exact({ withinMs: 60_000 })
  const idOfJane = (await reads.findPerson(janesEmail))!.userId
  const saidByJane = `select source_id from sources where text ilike '%${canary}%'`
  expect(await rows(saidByJane)).not.toEqual([])
  expect(await filesWith(directory, canary)).toEqual(
    expect.arrayContaining(['feedback.ndjson', 'claims.ndjson', `${'0'.repeat(20)}.seg`]),
  )

  const { id } = await erasuresOf(workspace).request(idOfJane, 'key-1')
  expect(await erasuresOf(workspace).request(janesUserId, 'key-2')).toMatchObject({ id, status: 'RUNNING' })
  await erasuresOf(workspace).resume()

  expect(await erasuresOf(workspace).find(id)).toMatchObject({
    status: 'DONE',
    receipt: { by: 'key-1', events: janesEvents, sources: 1, segments: 1 },
  })
  expect(await eventNames()).toEqual(expect.arrayContaining(eventsOfOthers))
  expect(await rows(`select name from users`)).toEqual([{ name: 'Bob Roe' }])
  expect(await rows(saidByJane)).toEqual([])
  expect(await workspace.readModels.findPerson(janesEmail)).toBeNull()
  await expect(erasuresOf(workspace).request(janesEmail, 'key-1')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const kept = (await readLog(join(folder, 'log'))).flatMap((record) =>
    record.kind === 'events' ? record.events : [],
  )
  expect(kept).toHaveLength(eventsOfOthers.length)
  expect(kept).toEqual(
    uuids.map((event) =>
      event.eventName === 'invite' ? { ...event, properties: { invited: '[erased]', by: 'Bob' } } : event,
    ),
  )

  await workspaces.close()
  await expectNothingOfJane()
  await reopen()
  await workspace.readModels.rebuild()
  await workspaces.close()
  await expectNothingOfJane()
  expect(await readdir(folder)).not.toContain('erasures-pending.json')
  await reopen()
  expect(await eventNames()).toEqual(expect.arrayContaining(eventsOfOthers))
})

test('events are taken and questions answered while somebody is erased', async () => {
  await fillWithJane(workspace)
  await workspace.readModels.fresh({ withinMs: 60_000 })
  let stop = false
  let sent = 0
  let answered = 0
  const sending = (async () => {
    for (; !stop; sent++) {
      const event = storedEvent({
        type: 'custom',
        timestamp: at + sent,
        userId: 'u-bob',
        eventName: 'meanwhile',
      })
      await append(workspace, eventsRecord({ source: 'server', events: [event] }))
      await setTimeout(5)
    }
  })()
  const asking = (async () => {
    for (; !stop; answered++) {
      await rows(`select count(*) as n from activity where event_name = 'meanwhile'`)
      await setTimeout(20)
    }
  })()
  await erasuresOf(workspace).request(janesEmail, 'operator')
  await erasuresOf(workspace).resume()
  stop = true
  await Promise.all([sending, asking])
  expect(sent).toBeGreaterThan(1)
  expect(answered).toBeGreaterThan(1)
  expect(await rows(`select count(*) as n from activity where event_name = 'meanwhile'`)).toEqual([
    { n: sent },
  ])
  await workspaces.close()
  await expectNothingOfJane()
})

test('killed in the middle five times, the next start completes it', async () => {
  await fillWithJane(workspace)
  await workspace.readModels.fresh({ withinMs: 60_000 })
  await workspaces.close()
  for (const delay of [0, 30, 150, 700, 1_500]) {
    const child = spawn(process.execPath, ['--import', 'tsx', program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // It may be done before it is killed.
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    child.stdout.resume()
    await setTimeout(delay)
    child.kill('SIGKILL')
    await closed
    expect(await filesWith(folder, 'u-bob')).not.toEqual([])
  }
  await reopen()
  await erasuresOf(workspace).resume()
  expect(await erasureListOf(workspace).receipts.read()).toHaveLength(1)
  expect(await eventNames()).toEqual(expect.arrayContaining(eventsOfOthers))
  await workspaces.close()
  await expectNothingOfJane()
  expect((await readdir(folder)).filter((name) => /pending|rebuilding|\.new$/.test(name))).toEqual([])
})

test('a person whose keys were joined goes with all of them; what comes later is somebody new', async () => {
  const events = [
    storedEvent({ type: 'identify', timestamp: at, userId: 'u-old', email: 'old@acme.com' }),
    storedEvent({ type: 'identify', timestamp: at + 1, userId: 'u-old', email: 'new@acme.com' }),
    storedEvent({ type: 'custom', timestamp: at + 2, email: 'new@acme.com', eventName: 'x' }),
  ]
  await append(workspace, eventsRecord({ source: 'server', events }))
  await erasuresOf(workspace).request('old@acme.com', 'operator')
  await erasuresOf(workspace).resume()
  expect(await rows('select * from activity')).toEqual([])
  const again = storedEvent({ type: 'custom', timestamp: at + 3, email: 'new@acme.com', eventName: 'again' })
  await append(workspace, eventsRecord({ source: 'server', events: [again] }))
  expect(await rows('select event_name, user_email from activity')).toEqual([
    { event_name: 'again', user_email: 'new@acme.com' },
  ])
})

test('an event of another person stays, though a browser of hers sent one by the same uuid', async () => {
  const seen = storedEvent({ type: 'identify', timestamp: at, email: janesEmail })
  const paid = storedEvent({
    type: 'custom',
    timestamp: at + 1,
    uuid: seen.uuid,
    userId: 'u-bob',
    eventName: 'paid',
  })
  await append(workspace, eventsRecord({ visitorId, events: [seen] }))
  await append(workspace, eventsRecord({ source: 'server', events: [paid] }))
  await erasuresOf(workspace).request(janesEmail, 'operator')
  await erasuresOf(workspace).resume()
  expect(await rows('select external_user_id as id from users')).toEqual([{ id: 'u-bob' }])
  expect(await eventNames()).toEqual(['paid'])
  const [receipt] = await erasureListOf(workspace).receipts.read()
  expect(receipt).toMatchObject({ events: 1 })
})

test('work that writes what it made of texts is stopped when an erasure begins, and starts over after it', async () => {
  await fillWithJane(workspace)
  const quiet = new AbortController().signal
  let stopped = false
  const working = workspace.rewrites.shared(quiet, async (signal) => {
    await once(signal, 'abort')
    stopped = true
    throw new Error('aborted')
  })
  await erasuresOf(workspace).request(janesEmail, 'operator')
  await working
  expect(stopped).toBe(true)
  await erasuresOf(workspace).resume()
  await workspace.rewrites.shared(quiet, async (signal) => expect(signal.aborted).toBe(false))
  const fault = workspace.rewrites.shared(quiet, () => Promise.reject(new Error('of its own')))
  await expect(fault).rejects.toThrow('of its own')
})

test('somebody who works here, and is nobody’s contact, can be erased as well', async () => {
  await fillWithJane(workspace)
  await erasuresOf(workspace).request('Sam@seller.test', 'operator')
  await erasuresOf(workspace).resume()
  expect(await filesWith(directory, 'sam@seller.test')).toEqual([])
  expect(await eventNames()).toEqual(expect.arrayContaining(eventsOfOthers))
  expect(await workspace.readModels.findPerson(janesEmail)).not.toBeNull()
})

test('an export holds everything of a person, in pages, and nothing of others', async () => {
  await fillWithJane(workspace)
  const many = Array.from({ length: 6_000 }, (_, n) =>
    storedEvent({ type: 'custom', timestamp: at + n, userId: janesUserId, eventName: 'many' }),
  )
  await append(workspace, eventsRecord({ source: 'server', events: many }))
  await workspace.readModels.fresh({ withinMs: 60_000 })
  const person = (await workspace.readModels.findPerson(janesUserId))!
  const items: { kind: string; data: Record<string, unknown> }[] = []
  let pages = 0
  for (let from: string | null = null, next: string | null = ''; next !== null; from = next) {
    const page = await workspace.readModels.readPersonItems(person, from)
    items.push(...page.items)
    next = page.next
    pages++
  }
  const count = (kind: string) => items.filter((item) => item.kind === kind).length
  expect(pages).toBe(4)
  expect(count('event')).toBe(janesEvents + 6_000)
  expect(count('source')).toBe(2)
  expect(count('contact')).toBe(1)
  expect(items.filter(({ kind }) => kind === 'key').map(({ data }) => data.key)).toEqual([
    `email:${janesEmail}`,
    `user:${janesUserId}`,
  ])
  expect(items.filter(({ kind }) => kind === 'link')).toHaveLength(1)
  expect(items.filter(({ kind }) => kind === 'fact').map(({ data }) => data.factId)).toEqual(['f-own'])
  const traits = items.filter(({ kind }) => kind === 'trait').map(({ data }) => data.name)
  expect(traits).toEqual(expect.arrayContaining(['motto', 'hobby']))
  expect(JSON.stringify(items.filter(({ kind }) => kind === 'event'))).not.toContain('bob')
})
