import { isJsonObject } from '@customer-intel/contract'
import { authEvents } from '../auth-events.ts'
import { emailOf, isoOf, listIn, objectOf, present, requireId, textOf } from '../fields.ts'
import { skipPlacesOf } from '../skip-places.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'

const perPage = 100
const users = '/auth/v1/admin/users'

/** Uses the admin API of Supabase Auth: users. The API can't filter by time of change: each sync walks all users. */
export const authAnalyticsA: Provider = {
  id: 'auth-analytics-a',
  name: 'Auth Analytics A',
  category: 'analytics',
  service: { name: 'Supabase Auth', website: 'https://supabase.com/auth' },
  brings: 'users with address, name, and how and when they signed up',
  cliName: 'auth-analytics-a',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [
      {
        key: 'projectUrl',
        label: 'Project URL',
        secret: false,
        help: 'Under Project settings, Data API, such as https://abc.supabase.co.',
        check: (value) =>
          URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).pathname === '/'
            ? null
            : 'must be the address of the project, such as https://abcd.supabase.co',
      },
      {
        key: 'serviceRoleKey',
        label: 'Service Role Key',
        secret: true,
        help: 'Under Project settings, API keys. It may do everything: the service has no lesser one that lists users.',
      },
    ],
  },
  origin: ({ projectUrl }) => new URL(projectUrl!).origin,
  headers: ({ serviceRoleKey }) => ({ apikey: serviceRoleKey!, authorization: `Bearer ${serviceRoleKey}` }),
  errors: [],
  check: async (api) => listIn(await api.get(users, { page: 1, per_page: 1 }), 'users'),
  everyMs: 60 * 60_000,
  notes: ['Every sync walks all users, once an hour: the service can’t be asked for changes.'],
  streams: [
    {
      model: 'User',
      // Every walk is of all users; once a day it also detects deletions.
      cursor: { kind: 'time', overlapMs: 0 },
      wholeWalkEveryMs: 86_400_000,
      perPage,
      fetch: fetchUsers,
      skip: (...request) => skipPlacesOf(fetchUsers, ...request),
      fetchOne: (api, id) => api.find(`${users}/${encodeURIComponent(id)}`),
      isDeleted: (item) => isJsonObject(item) && typeof item['deleted_at'] === 'string',
      idOf: requireId,
      map: (item) => mapUser(objectOf(item)),
    },
  ],
}

/** `page` is the number of users before it. */
async function fetchUsers(
  api: ProviderApi,
  { page, startedAt, limit = perPage }: StreamRequest,
): Promise<StreamPage> {
  const offset = Number(page ?? 0)
  const size = pageSizeAt(offset, limit)
  const items = listIn(await api.get(users, { page: offset / size + 1, per_page: size }), 'users')
  const next = items.length < size ? null : String(offset + size)
  return { items, next, cursor: new Date(startedAt).toISOString() }
}

/** The service numbers pages, not users: the largest page size by which this position is a page boundary. */
function pageSizeAt(offset: number, limit: number): number {
  let size = limit
  while (offset % size !== 0) size--
  return size
}

function mapUser(user: Answer): MappedRecord[] {
  const app = (user['app_metadata'] ?? {}) as Answer
  const own = (user['user_metadata'] ?? {}) as Answer
  const userId = requireId(user)
  // Made by an application for somebody who hasn't signed up yet.
  const isAnonymous = user['is_anonymous'] === true
  const createdAt = isoOf(user['created_at'])
  return [
    {
      kind: 'user',
      userId,
      ...present({
        createdAt,
        email: emailOf(user['email']),
        name: textOf(own['full_name'], 300) ?? textOf(own['name'], 300),
      }),
      traits: present({
        signUpSource: textOf(app['provider'], 100),
        signedUpAt: isAnonymous ? null : createdAt,
        lastSignInAt: isoOf(user['last_sign_in_at']),
      }),
    },
    ...authEvents(userId, {
      signedUpAt: isAnonymous ? null : user['created_at'],
      lastSignInAt: user['last_sign_in_at'],
    }),
  ]
}
