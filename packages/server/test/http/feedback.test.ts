import { feedbackOf } from '../../src/organizations/feedback/feedback.ts'
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SubmitFeedbackOutputSchema } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFeedbackIntake } from '../../src/organizations/feedback/feedback-intake.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { isOnFiles } from '../support/test-store.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer({ feedbackPerHour: 3 })
})
afterEach(async () => {
  await test.close()
})

const post = (path: string, body: unknown, key = test.apiKey): Promise<Response> =>
  test.server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
const submit = (body: unknown, key?: string): Promise<Response> => post('/api/feedback', body, key)
const feedbackPath = (): string =>
  join(test.directory, 'organizations', test.document.organization.id, 'feedback.ndjson')

describe('POST /api/feedback', () => {
  it.skipIf(!isOnFiles)(
    'stores the feedback on disk under the name of its key, and answers 201 with id and time',
    async () => {
      const response = await submit({ body: '  More maps ', area: 'Maps', context: { screen: 3 } })
      expect(response.status).toBe(201)
      const answer = v.parse(v.strictObject(SubmitFeedbackOutputSchema.entries), await response.json())
      const [line = '', end] = (await readFile(feedbackPath(), 'utf8')).split('\n')
      expect(JSON.parse(line)).toEqual({
        ...answer,
        organizationId: test.document.organization.id,
        apiKeyId: test.document.apiKeys[0]?.id,
        source: 'api',
        body: 'More maps',
        area: 'Maps',
        context: { screen: 3 },
      })
      expect(end).toBe('')
      expect(test.logged).toEqual([])
    },
  )

  it('takes any valid key, whatever its grants', async () => {
    const key = generateApiKey()
    await test.workspace.updateDocument((document) => {
      document.apiKeys.push(toApiKey(key, { name: 'None', grants: [], now: Date.now() }))
    })
    expect((await submit({ body: 'Hello' }, key)).status).toBe(201)
    expect((await submit({ body: 'Hello' }, generateApiKey())).status).toBe(401)
  })

  it.each([
    ['no body', {}, 'body'],
    ['a blank body', { body: '  \n ' }, 'body'],
    ['a body beyond 20,000 characters', { body: 'x'.repeat(20_001) }, 'body'],
    ['an area beyond 100 characters', { body: 'x', area: 'x'.repeat(101) }, 'area'],
    ['a context beyond 16 KiB', { body: 'x', context: { text: 'x'.repeat(16_384) } }, 'context'],
    ['a context that is no object', { body: 'x', context: ['x'] }, 'context'],
    ['an attribution of its own', { body: 'x', organizationId: 'other' }, 'organizationId'],
  ])('refuses %s with 400 and the path', async (_, body, field) => {
    const response = await submit(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ path: [field] }] })
    expect(await feedbackOf(test.workspace).read()).toEqual([])
  })

  it('refuses a request beyond 256 KiB with 413', async () => {
    const response = await submit(JSON.stringify({ body: 'x'.repeat(262_144) }))
    expect(response.status).toBe(413)
    expect(await response.json()).toHaveProperty('error')
  })

  it('has a quota of its own for each organization, shared with the tool: 429 with Retry-After', async () => {
    for (const body of ['One', 'Two']) expect((await submit({ body })).status).toBe(201)
    const tool = { tool: 'svc_submit_feedback', input: { body: 'Three' } }
    expect((await post('/api/tools/call', tool)).status).toBe(200)
    const refused = await submit({ body: 'Four' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    const byTool = await post('/api/tools/call', tool)
    expect(byTool.status).toBe(429)
    expect(await byTool.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(await feedbackOf(test.workspace).read()).toHaveLength(3)
  })

  it.skipIf(!isOnFiles)(
    'answers 503 while it can not be stored, and stores the next one once it can',
    async () => {
      await mkdir(feedbackPath())
      const refused = await submit({ body: 'Lost?' })
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.text()).not.toContain(test.directory)
      expect(test.logged).toEqual([expect.stringMatching(/^Feedback can't be stored: .*feedback\.ndjson/)])
      await rm(feedbackPath(), { recursive: true })
      expect((await submit({ body: 'Kept' })).status).toBe(201)
      expect(await feedbackOf(test.workspace).read()).toMatchObject([{ body: 'Kept' }])
    },
  )

  it.skipIf(!isOnFiles)('cuts off half a line that a crash left', async () => {
    await submit({ body: 'Before' })
    await appendFile(feedbackPath(), '{"id":"half')
    expect(await feedbackOf(test.workspace).read()).toMatchObject([{ body: 'Before' }])
    await submit({ body: 'After' })
    expect(await feedbackOf(test.workspace).read()).toMatchObject([{ body: 'Before' }, { body: 'After' }])
  })
})

describe('svc_submit_feedback', () => {
  it('is the same intake, behind the grant feedback:write', async () => {
    const call = { tool: 'svc_submit_feedback', input: { body: 'By a tool' } }
    const response = await post('/api/tools/call', call)
    expect(response.status).toBe(200)
    v.parse(v.strictObject(SubmitFeedbackOutputSchema.entries), await response.json())
    expect(await feedbackOf(test.workspace).read()).toMatchObject([
      { body: 'By a tool', area: null, context: null },
    ])

    const key = generateApiKey()
    await test.workspace.updateDocument((document) => {
      document.apiKeys.push(toApiKey(key, { name: 'Reader', grants: ['analytics:read'], now: Date.now() }))
    })
    expect((await post('/api/tools/call', call, key)).status).toBe(403)
  })
})

describe('the quota', () => {
  it('slides: an hour after the first, one more is admitted', async () => {
    let time = 0
    const intake = createFeedbackIntake({ perHour: 2, clock: () => time })
    const [apiKey] = test.workspace.document.apiKeys
    if (apiKey === undefined) throw new Error('The test server has a key')
    const submit = () => intake.submit({ body: 'x' }, { workspace: test.workspace, apiKey })
    await submit()
    time = 1_800_000
    await submit()
    await expect(submit()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1_800 })
    time = 3_600_000
    await submit()
    await expect(submit()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1_800 })
  })
})
