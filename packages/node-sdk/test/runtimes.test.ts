import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Answers every batch, and remembers it. */
function ingestFetch() {
  const bodies: { events: { uuid: string }[] }[] = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    const body = JSON.parse(init?.body as string) as { events: { uuid: string }[] }
    bodies.push(body)
    return Promise.resolve(Response.json({ success: true, processed: body.events.length }))
  }
  return { bodies, fetch }
}

test('keys and address may stand in the environment', async () => {
  vi.stubEnv('SVC_PUBLIC_KEY', 'pk_environment')
  vi.stubEnv('SVC_BASE_URL', 'https://intel.example.com/')
  vi.stubEnv('SVC_API_KEY', ' ok_environment ')
  const { Tracker } = await import('../src/track.ts')
  const { CustomerIntel } = await import('../src/index.ts')
  const seen: string[] = []
  const tracker = new Tracker({
    fetch: (url) => {
      seen.push(url as string)
      return Promise.resolve(Response.json({ success: true, processed: 1 }))
    },
  })
  tracker.track({ eventName: 'Opened', userId: 'u' })
  await tracker.shutdown()
  const client = new CustomerIntel({
    maxRetries: 0,
    fetch: (input) => {
      const request = input as Request
      seen.push(`${request.url} ${request.headers.get('authorization')}`)
      return Promise.resolve(Response.json({ error: 'No' }, { status: 401 }))
    },
  })
  await expect(client.keys.validate()).rejects.toMatchObject({ name: 'AuthenticationError' })
  expect(seen).toEqual([
    'https://intel.example.com/api/i/v1/pk_environment/events',
    'https://intel.example.com/api/validate-api-key Bearer ok_environment',
  ])
  vi.unstubAllEnvs()
})

test('a fetch that ignores its signal is left behind at the deadline', async () => {
  const { CustomerIntel } = await import('../src/index.ts')
  const client = new CustomerIntel({
    apiKey: 'ok_test',
    maxRetries: 0,
    timeoutMs: 30,
    fetch: () => new Promise(() => undefined),
  })
  await expect(client.keys.validate()).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('uuids are of version 7, in the order of the calls, also when the clock goes back', async () => {
  const { uuidV7 } = await import('../src/tracker/uuid.ts')
  const uuids = Array.from({ length: 10_000 }, (_, index) => uuidV7(1_700_000_000_000 - (index % 3)))
  expect(new Set(uuids).size).toBe(10_000)
  expect([...uuids].sort()).toEqual(uuids)
  expect(
    uuids.every((uuid) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid)),
  ).toBe(true)
})

test('a spool whose disk fails is reported, and events go from memory', async () => {
  const { Tracker } = await import('../src/track.ts')
  const { bodies, fetch } = ingestFetch()
  const warnings: string[] = []
  const tracker = new Tracker({
    publicKey: 'pk_test',
    fetch,
    flushOnExit: false,
    warn: (message) => warnings.push(message),
    spool: {
      open: (host) => ({
        hasMore: false,
        adopt: () => undefined,
        write: () => host.onTrouble('ENOSPC: no space left on device'),
        release: () => undefined,
        close: () => undefined,
      }),
    },
  })
  tracker.track({ eventName: 'Opened', userId: 'u' })
  tracker.track({ eventName: 'Opened', userId: 'u' })
  expect(await tracker.shutdown()).toMatchObject({ acknowledged: 2, dropped: 0, spooled: 0 })
  expect(bodies).toHaveLength(1)
  expect(warnings).toEqual(["customer-intel: the spool can't be used: ENOSPC: no space left on device"])
})
