import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxAnswerChars } from '../../src/http/mcp-server/fit-answer.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { connectMcp, textOf } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

interface Listed {
  items: { email: string }[]
  pagination: { hasMore: boolean; nextCursor: string | null; total: number }
  notice?: string
}

let test: TestServer
let client: Client
const emails = Array.from({ length: 600 }, (_, index) => `person-${index}@company-${index % 50}.example`)
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
  for (let start = 0; start < emails.length; start += 100) {
    const events = emails.slice(start, start + 100).map((email) => ({
      type: 'identify',
      url: 'https://app.example/',
      path: '/',
      email,
      traits: { name: `${email} ${'x'.repeat(100)}` },
    }))
    expect((await test.ingest({ source: 'server', events })).status).toBe(200)
  }
  const transcript = Array.from({ length: 4_000 }, (_, index) => `Line ${index}: and then they said more.`)
  const source = {
    kind: 'source',
    sourceType: 'CALL',
    sourceId: 'call-1',
    occurredAt: '2026-06-01T12:30:00Z',
    customer: { domain: 'company-1.example' },
    title: 'A long call',
    text: transcript.join('\n'),
  }
  const response = await test.server.fetch(
    new Request('http://localhost/api/records', {
      method: 'POST',
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ records: [source] }),
    }),
  )
  expect(await response.json()).toMatchObject({ success: true, processed: 1 })
  client = await connectMcp(test.server, { apiKey: test.apiKey })
})
afterAll(async () => {
  await client.close()
  await test.close()
})

async function call<Answer>(name: string, input: Record<string, unknown>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input })
  const text = (result.content as { text: string }[])[0]!.text
  expect(text.length).toBeLessThanOrEqual(maxAnswerChars)
  expect(textOf(result)).toEqual(result.structuredContent)
  return result.structuredContent as Answer
}

describe('an answer that an assistant has no room for', () => {
  it('is a shorter page with its own cursor: nobody is skipped on the way', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page: Listed = await call<Listed>('svc_list_users', {
        limit: 600,
        orderBy: 'email',
        ...(cursor !== null && { cursor }),
      })
      expect(page.pagination.total).toBe(600)
      if (page.pagination.hasMore) expect(page.notice).toMatch(/^Cut to \d+ of the \d+ items.*nextCursor/)
      seen.push(...page.items.map(({ email }) => email))
      cursor = page.pagination.nextCursor
      pages += 1
    } while (cursor !== null)
    expect(pages).toBeGreaterThan(2)
    expect(seen.toSorted()).toEqual(emails.toSorted())
    expect(new Set(seen).size).toBe(600)
  })

  it('counts once toward the plan’s calls', async () => {
    const before = test.workspace.usage.usage.apiCalls.count
    await call('svc_list_users', { limit: 600 })
    expect(test.workspace.usage.usage.apiCalls.count).toBe(before + 1)
  })

  it('has fewer rows of a query, says so, and how to go on', async () => {
    const answer = await call<{ data: object[]; metadata: object; notice: string }>('svc_query', {
      sql: 'select email, name, email as again from users order by email',
    })
    const { length } = answer.data
    expect(length).toBeGreaterThan(100)
    expect(length).toBeLessThan(600)
    expect(answer.metadata).toMatchObject({ rowsReturned: length, truncated: true })
    expect(answer.notice).toContain(`data has ${length} of 600 items`)
    expect(answer.notice).toContain(`OFFSET ${length}`)
  })

  it('has the beginning of a long text, and every short field', async () => {
    const answer = await call<{ title: string; notice: string; record: object }>('svc_get_source', {
      sourceType: 'CALL',
      sourceId: 'call-1',
    })
    expect(answer.title).toBe('A long call')
    expect(JSON.stringify(answer.record)).toContain('Line 0:')
    expect(JSON.stringify(answer.record).length).toBeGreaterThan(maxAnswerChars / 2)
    expect(answer.notice).toMatch(/^Cut to fit: record\..* characters/)
  })

  it('is whole where it fits', async () => {
    expect(await call('svc_list_users', { limit: 20 })).not.toHaveProperty('notice')
  })
})
