import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestServer, pageview, type TestServer } from '../support/test-server.ts'

describe('POST /api/i/v1/{publicKey}/events', () => {
  let test: TestServer
  beforeEach(async () => {
    test = await openTestServer()
  })
  afterEach(async () => {
    await test.close()
    expect(test.logged).toEqual([])
  })

  it('answers 200 with the count once the events are durable', async () => {
    const response = await test.ingest(pageview({ timestamp: Date.now() - 5 }))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, processed: 1 })
    expect(await test.events()).toMatchObject([{ type: 'pageview', url: 'https://acme.com/pricing' }])
  })
})
