import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventsRecord } from '../../src/log/record.ts'
import { saysNoMore } from '../../src/ingest/says-no-more.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(async () => {
  await test.close()
})

const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'

/** A batch that is stored as it came, but for what `event` brings along. */
function batchOf(type: string, fields: string): string {
  const own = `"type":"${type}","url":"https://acme.com/","path":"/","uuid":"${uuid}","timestamp":${Date.now()}`
  return `{"visitorId":"${visitorId}","events":[{${fields},${own}}]}`
}

/** Every byte of the log, as text. */
async function logText(): Promise<string> {
  const folder = join(test.directory, 'organizations', test.workspace.organization.id, 'log')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((name) => name.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
  return texts.join('')
}

describe('the bytes of the log', () => {
  it.each([
    [
      'form fields under a name that comes twice',
      'form',
      '"formFields":{"password":"s3cr3t"},"formFields":{"city":"Oslo"}',
    ],
    ['an address that comes twice', 'pageview', '"url":"https://acme.com/?token=s3cr3t"'],
    ['a path that comes twice', 'pageview', '"path":"/?token=s3cr3t"'],
    [
      'a referrer that comes twice',
      'pageview',
      '"referrer":"https://a.com/?token=s3cr3t","referrer":"https://a.com/"',
    ],
    ['a name spelled with escapes', 'pageview', String.raw`"\u0075rl":"https://acme.com/?token=s3cr3t"`],
    ['a name with space before its colon', 'pageview', '"url" : "https://acme.com/?token=s3cr3t"'],
  ])('hold no secret from %s', async (_, type, fields) => {
    expect((await test.ingest(batchOf(type, fields))).status).toBe(200)
    expect(await test.events()).toHaveLength(1)
    expect(await logText()).not.toContain('s3cr3t')
  })

  it('hold no secret from events that a second list replaced', async () => {
    const hidden = '"events":[{"type":"form","formFields":{"password":"s3cr3t"}}]'
    const body = batchOf('pageview', '"title":"Pricing"').replace('{', `{${hidden},`)
    expect((await test.ingest(body)).status).toBe(200)
    expect(await logText()).not.toContain('s3cr3t')
  })
})

describe('a batch', () => {
  const record = (events: object[]): EventsRecord =>
    ({ kind: 'events', receivedAt: 0, source: 'client', events }) as EventsRecord
  const says = (batch: { events: object[] }): boolean =>
    saysNoMore(JSON.stringify(batch), record(batch.events))

  it('of the usual kind says no more than was read from it', () => {
    const { events } = pageview({ title: 'Prüfung', referrer: 'https://example.com/' })
    expect(says({ events: [...events, ...pageview().events] })).toBe(true)
    expect(says({ events: [{ ...pageview().events[0], title: '\u0001' }] })).toBe(true)
  })

  it('with a form is never kept as it came', () => {
    expect(says({ events: [...pageview().events, { ...pageview().events[0], type: 'form' }] })).toBe(false)
  })

  it('in doubt says more', () => {
    expect(says(pageview({ properties: { url: 'a' } }))).toBe(false)
  })
})
