import { isJsonObject } from '@customer-intel/contract'
import { authEvents } from '../auth-events.ts'
import { emailOf, idOf, isoOf, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { skipPlacesOf } from '../skip-places.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'

const perPage = 100
/** Pages overlap by this many users: a deletion meanwhile shifts the others. */
const overlap = 10

/** Uses the Clerk Backend API, version 2025-03-12: users. */
export const authAnalyticsB: Provider = {
  id: 'auth-analytics-b',
  name: 'Auth Analytics B',
  category: 'analytics',
  service: { name: 'Clerk', website: 'https://clerk.com' },
  brings: 'users with address, name, and how and when they signed up',
  cliName: 'auth-analytics-b',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [
      {
        key: 'secretKey',
        label: 'Secret Key',
        secret: true,
        help: 'In the dashboard of the instance under Configure, API keys. It begins with sk_live_.',
        check: (value) => (/^sk_(?:test|live)_/.test(value) ? null : 'must be a secret key (sk_live_…)'),
      },
    ],
  },
  origin: 'https://api.clerk.com',
  headers: ({ secretKey }) => ({ authorization: `Bearer ${secretKey}`, 'clerk-api-version': '2025-03-12' }),
  errors: [],
  check: (api) => api.list('/v1/users', { limit: 1 }),
  everyMs: 15 * 60_000,
  notes: ['Organizations and their members are not brought.'],
  streams: [
    {
      model: 'User',
      cursor: { kind: 'time', overlapMs: 10 * 60_000 },
      // Deletions aren't reported.
      wholeWalkEveryMs: 86_400_000,
      perPage,
      fetch: fetchUsers,
      skip: (...request) => skipPlacesOf(fetchUsers, ...request),
      fetchOne: (api, id) => api.find(`/v1/users/${encodeURIComponent(id)}`),
      idOf: requireId,
      map: (item) => mapUser(objectOf(item)),
    },
  ],
}

/** All users by creation time; changed ones by time of change, newest first, until known ones. */
async function fetchUsers(
  api: ProviderApi,
  { since, page, startedAt, limit = perPage }: StreamRequest,
): Promise<StreamPage> {
  const offset = Number(page ?? 0)
  const items = await api.list('/v1/users', {
    limit,
    offset,
    order_by: since === null ? '+created_at' : '-updated_at',
  })
  const last = items.at(-1)
  const changedAt = isJsonObject(last) ? timeOf(last['updated_at']) : null
  const isKnown = since !== null && changedAt !== null && changedAt < Date.parse(since)
  return {
    items,
    next: items.length < limit || isKnown ? null : String(offset + Math.max(1, limit - overlap)),
    cursor: new Date(startedAt).toISOString(),
  }
}

function mapUser(user: Answer): MappedRecord[] {
  const id = requireId(user)
  const addresses = objectsOf(user['email_addresses']) ?? []
  const primary =
    addresses.find((address) => address['id'] === user['primary_email_address_id']) ?? addresses[0]
  const email = emailOf(primary?.['email_address'])
  const name = [user['first_name'], user['last_name']].flatMap((part) => textOf(part, 150) ?? []).join(' ')
  const accounts = (objectsOf(user['external_accounts']) ?? []).flatMap(
    (account) => textOf(account['provider'], 100) ?? [],
  )
  // The application's own id of the person, if it set one.
  const userId = idOf(user['external_id']) ?? id
  const createdAt = isoOf(user['created_at'])
  return [
    {
      kind: 'user',
      userId,
      ...present({ email, name: name === '' ? null : name, createdAt }),
      traits: present<string | boolean>({
        signUpSource: accounts[0]?.replace(/^oauth_/, '') ?? 'email',
        signedUpAt: createdAt,
        lastSignInAt: isoOf(user['last_sign_in_at']),
        banned: user['banned'] === true ? true : null,
      }),
    },
    ...authEvents(userId, { signedUpAt: user['created_at'], lastSignInAt: user['last_sign_in_at'] }),
  ]
}
