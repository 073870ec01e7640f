import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 3 })
})
afterAll(() => test.close())

const connect = (provider: string, config: Record<string, string>) =>
  test.ask('POST', '/api/integrations/connect', { provider, config })
const query = async (sql: string) =>
  (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data
const entriesOf = (userId: string) =>
  query(
    `select a.event_type, a.event_channel, epoch_ms(a.occurred_at) as ms from activity a
     join users u using (user_id) where u.external_user_id = '${userId}' and a.event_type like 'SIGNED%' order by ms`,
  )
const signUpOf = async (userId: string) =>
  (
    await query(
      `select epoch_ms(signed_up_at) as signed_up, epoch_ms(discovered_at) as discovered, journey_stage
       from users where external_user_id = '${userId}'`,
    )
  )[0]
const day = 86_400_000

it('takes the time of a sign-up from auth-analytics-b, and keeps each sign-in by its own time', async () => {
  const { users, secretKey } = test.sandbox.authAnalyticsB
  const user = users.find(({ external_id: id }) => id === null)!
  const signedUp = user.created_at
  const signIn = Number(user['last_sign_in_at'])
  await connect('auth-analytics-b', { secretKey })
  await test.synced('auth-analytics-b')
  expect(await signUpOf(user.id)).toEqual({
    signed_up: signedUp,
    discovered: signedUp,
    journey_stage: 'SIGNED_UP',
  })
  const first = [
    { event_type: 'SIGNED_UP', event_channel: 'IDENTITY', ms: signedUp },
    { event_type: 'SIGNED_IN', event_channel: 'IDENTITY', ms: signIn },
  ]
  expect(await entriesOf(user.id)).toEqual(first)

  const later = Date.now() - 60_000
  Object.assign(user, { last_sign_in_at: later, updated_at: Date.now() })
  await test.sync('auth-analytics-b')
  await test.sync('auth-analytics-b')
  expect(await entriesOf(user.id)).toEqual([...first, { ...first[1], ms: later }])
  const { events } = await test.call<{ events: { title: string }[] }>('svc_get_timeline', {
    customer: test.sandbox.world.companies[0]!.domain,
    timeframe: 'all',
    limit: 1000,
  })
  expect(events.map(({ title }) => title)).toContain('Signed in')

  // A walk of everything states its last sign-in alone: the earlier one stays as long as the user does.
  await test.ask('POST', '/api/integrations/sync', { provider: 'auth-analytics-b', acceptDeletions: true })
  await test.synced('auth-analytics-b')
  expect(await entriesOf(user.id)).toHaveLength(3)
  users.splice(users.indexOf(user), 1)
  await test.ask('POST', '/api/integrations/sync', { provider: 'auth-analytics-b', acceptDeletions: true })
  await test.synced('auth-analytics-b')
  expect(await signUpOf(user.id)).toBeUndefined()
  expect(
    await query(`select count(*)::integer as n from activity where epoch_ms(occurred_at) = ${later}`),
  ).toEqual([{ n: 0 }])
})

it('takes the time of a sign-up from auth-analytics-a, also of people without an address, but not of anonymous ones', async () => {
  const { users, serviceRoleKey } = test.sandbox.authAnalyticsA
  const at = new Date(Date.now() - 400 * day).toISOString()
  const phone = { ...users[0]!, id: 'phone-only', email: '', created_at: at, last_sign_in_at: null }
  const nobody = { ...phone, id: 'not-yet', is_anonymous: true }
  users.push(phone, nobody)
  await connect('auth-analytics-a', { projectUrl: 'https://abcd.supabase.co', serviceRoleKey })
  await test.synced('auth-analytics-a')
  const signedUp = Date.parse(at)
  expect(await signUpOf(phone.id)).toMatchObject({ signed_up: signedUp, journey_stage: 'SIGNED_UP' })
  expect(await entriesOf(phone.id)).toEqual([
    { event_type: 'SIGNED_UP', event_channel: 'IDENTITY', ms: signedUp },
  ])
  expect(await signUpOf(nobody.id)).toMatchObject({ signed_up: null })
  expect(await entriesOf(nobody.id)).toEqual([])
})

it('a person’s sign-up is the earlier of what the provider states and what events show', async () => {
  const { users } = test.sandbox.authAnalyticsA
  const user = users[5]!
  const userId = String(user['id'])
  const at = Date.parse(String(user['created_at'])) - 5 * day
  const identified = { type: 'identify', userId, timestamp: at, url: 'server://history', path: '/' }
  const batch = {
    source: 'integration',
    userIdentity: { userId, email: user['email'] },
    events: [identified],
  }
  expect((await test.ask('POST', '/api/events', { batches: [batch] })).body).toMatchObject({ success: true })
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  const rows = await query(
    `select epoch_ms(signed_up_at) as signed_up from users where email = '${user['email'] as string}'`,
  )
  expect(rows).toEqual([{ signed_up: at }])
})

it('people and accounts exist since their provider knows them', async () => {
  const { billingA, analyticsA } = test.sandbox
  const [customer] = billingA.customers
  customer!.created -= 400 * 86_400
  await connect('billing-a', { apiKey: billingA.apiKey })
  await test.synced('billing-a')
  expect(
    await query(
      `select epoch_ms(created_at) as ms from users where email = '${customer!['email'] as string}'`,
    ),
  ).toEqual([{ ms: customer!.created * 1_000 }])
  const { apiKey, projectId, persons } = analyticsA
  await connect('analytics-a', { apiKey, region: 'us', projectId })
  await test.synced('analytics-a')
  const person = persons.find(({ properties }) => typeof properties['email'] === 'string')!
  person.ms = Date.now() - 900 * day
  await test.ask('POST', '/api/integrations/sync', { provider: 'analytics-a', acceptDeletions: true })
  await test.synced('analytics-a')
  const [known] = await query(
    `select epoch_ms(discovered_at) as ms from users where email = '${person.properties['email'] as string}'`,
  )
  expect(known).toEqual({ ms: person.ms })
})
