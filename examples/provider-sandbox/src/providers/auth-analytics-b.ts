import type { Handler } from '../http.ts'
import type { World } from '../world.ts'

export interface ClerkUser {
  id: string
  created_at: number
  updated_at: number
  [field: string]: unknown
}

/** Plays the Clerk Backend API: users. */
export interface AuthAnalyticsB {
  handler: Handler
  secretKey: string
  users: ClerkUser[]
}

export function playAuthAnalyticsB(world: World, { secretKey = 'sk_test_sandbox' } = {}): AuthAnalyticsB {
  const users = world.companies.flatMap((company) =>
    company.people.map((person, index): ClerkUser => {
      const id = `user_${String(company.index * 10 + index).padStart(5, '0')}`
      const created = world.now - (company.index * 10 + index + 1) * 7_200_000
      const [first, last] = person.name.split(' ')
      return {
        id,
        object: 'user',
        // The one who uses the product, as analytics-a knows them.
        external_id: index === company.index % 10 ? `u-${company.index}` : null,
        first_name: first,
        last_name: last,
        primary_email_address_id: `idn_${id}`,
        email_addresses: [
          {
            id: `idn_${id}`,
            object: 'email_address',
            email_address: person.email,
            verification: { status: 'verified', strategy: 'email_code' },
            linked_to: [],
          },
        ],
        phone_numbers: [],
        web3_wallets: [],
        external_accounts:
          index % 3 === 0 ? [{ object: 'external_account', id: `eac_${id}`, provider: 'oauth_google' }] : [],
        banned: false,
        locked: false,
        created_at: created,
        updated_at: created,
        last_sign_in_at: created + 3_600_000,
        last_active_at: created + 3_600_000,
        public_metadata: {},
        private_metadata: {},
        unsafe_metadata: {},
      }
    }),
  )
  return {
    secretKey,
    users,
    handler({ path, query, headers }) {
      if (headers['authorization'] !== `Bearer ${secretKey}`)
        return {
          status: 401,
          body: { errors: [{ message: 'Invalid secret key', code: 'clerk_key_invalid' }] },
        }
      if (path === '/v1/users/count')
        return { status: 200, body: { object: 'total_count', total_count: users.length } }
      const [, wanted] = /^\/v1\/users\/(user_\w+)$/.exec(path) ?? []
      const one = users.find(({ id }) => id === wanted)
      if (one !== undefined) return { status: 200, body: one }
      if (path !== '/v1/users')
        return { status: 404, body: { errors: [{ message: 'not found', code: 'resource_not_found' }] } }
      const order = query.get('order_by') ?? '-created_at'
      const field = order.endsWith('updated_at') ? 'updated_at' : 'created_at'
      const sign = order.startsWith('-') ? -1 : 1
      const sorted = [...users].sort(
        (left, right) => sign * (left[field] - right[field]) || left.id.localeCompare(right.id),
      )
      const offset = Number(query.get('offset') ?? 0)
      return { status: 200, body: sorted.slice(offset, offset + Number(query.get('limit') ?? 10)) }
    },
  }
}
