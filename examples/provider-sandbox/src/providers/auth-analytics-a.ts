import type { Handler } from '../http.ts'
import type { World } from '../world.ts'

/** Plays the admin API of Supabase Auth: users. */
export interface AuthAnalyticsA {
  handler: Handler
  serviceRoleKey: string
  users: Record<string, unknown>[]
}

export function playAuthAnalyticsA(
  world: World,
  { serviceRoleKey = 'service-role-sandbox' } = {},
): AuthAnalyticsA {
  const users = world.companies.flatMap((company) =>
    company.people.map((person, index) => {
      const number = company.index * 10 + index
      const created = new Date(world.now - (number + 1) * 7_200_000).toISOString()
      return {
        id: `5f0c1b2a-0000-4000-8000-${String(number).padStart(12, '0')}`,
        aud: 'authenticated',
        role: 'authenticated',
        email: person.email,
        email_confirmed_at: created,
        app_metadata: { provider: index % 3 === 0 ? 'google' : 'email', providers: ['email'] },
        user_metadata: { full_name: person.name },
        created_at: created,
        updated_at: created,
        last_sign_in_at: created,
      }
    }),
  )
  return {
    serviceRoleKey,
    users,
    handler({ path, query, headers }) {
      if (headers['apikey'] !== serviceRoleKey || headers['authorization'] !== `Bearer ${serviceRoleKey}`)
        return { status: 401, body: { message: 'Invalid API key', hint: 'Double check your API key.' } }
      const [, wanted] = /^\/auth\/v1\/admin\/users\/([\w-]+)$/.exec(path) ?? []
      if (wanted !== undefined) {
        const user = users.find(({ id }) => id === wanted)
        return user === undefined
          ? { status: 404, body: { code: 404, error_code: 'user_not_found', msg: 'User not found' } }
          : { status: 200, body: user }
      }
      if (path !== '/auth/v1/admin/users') return { status: 404, body: { code: 404, msg: 'Not found' } }
      const perPage = Number(query.get('per_page') ?? 50)
      const start = (Number(query.get('page') ?? 1) - 1) * perPage
      const page = start / perPage + 1
      const last = Math.max(Math.ceil(users.length / perPage), 1)
      const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
      return {
        status: 200,
        headers: {
          'x-total-count': String(users.length),
          link: [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '),
        },
        body: { users: users.slice(start, start + perPage), aud: 'authenticated' },
      }
    },
  }
}
