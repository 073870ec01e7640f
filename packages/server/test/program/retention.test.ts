import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, pageview, type TestServer } from '../support/test-server.ts'
import { isOnFiles } from '../support/test-store.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(() => test.close())

const run = (...argv: string[]) => runCommand(test.directory, 'retention', ...argv)
const daysAgo = (days: number) => Date.now() - days * 86_400_000

describe('svc-server retention', () => {
  it('is set and shown beside a running server', async () => {
    expect((await run('show')).out).toBe('Events are kept for ever.')
    expect((await run('set', '--days', '730')).out).toBe('Events are kept for 730 days.')
    expect((await run('show')).out).toBe('Events are kept for 730 days.')
    expect((await run('set', '--days', 'none')).out).toBe('Events are kept for ever.')
  })

  it.skipIf(!isOnFiles)('applies at once while no server runs, and show tells of it', async () => {
    for (const days of [1, 400, 500])
      expect((await test.ingest(pageview({ timestamp: daysAgo(days) }))).status).toBe(200)
    await expect(run('apply', '--days', '365')).rejects.toThrow(/in use|another/i)
    await test.server.close()
    await expect(run('apply')).rejects.toThrow(
      'Events are kept for ever: give --days <days>, or retention set.',
    )

    expect((await run('apply', '--days', '365')).out).toBe('Deleted 2 events older than 365 days.')
    expect((await test.events()).map(({ type }) => type)).toEqual(['pageview'])
    const [kept, begun, done] = (await run('show')).out.split('\n')
    expect(kept).toBe('Events are kept for ever.')
    const of = { by: 'operator', events: 2 }
    expect([JSON.parse(begun!), JSON.parse(done!)]).toMatchObject([
      { status: 'BEGUN', ...of },
      { status: 'DONE', ...of },
    ])
    expect((await run('apply', '--days', '365')).out).toBe('Deleted 0 events older than 365 days.')
  })

  it.each(['0', '36501', '1.5', 'a year'])('says what it takes instead of %s days', async (days) => {
    await expect(run('set', '--days', days)).rejects.toThrow(/--days takes a whole number from 1 to 36500/)
  })
})
