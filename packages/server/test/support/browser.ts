import type { Role } from '@customer-intel/contract'
import type { CustomerIntelServer } from '../../src/app/app.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { hashPassword } from '../../src/organizations/members/passwords.ts'
import { openSession, newUser } from '../../src/organizations/members/users.ts'
import type { Answer } from './test-server.ts'

/** A browser's view of a server: it keeps the cookie, and says where its requests come from. */
export interface Browser {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** `name=value`; null: it has none. */
  cookie: string | null
  /** The whole header that set the cookie last. */
  setCookie: string
}

export function openBrowser(
  server: Pick<CustomerIntelServer, 'fetch'>,
  address = 'http://localhost',
): Browser {
  const browser: Browser = {
    cookie: null,
    setCookie: '',
    async ask(method, path, body, headers = {}) {
      const response = await server.fetch(
        new Request(address + path, {
          method,
          headers: {
            'sec-fetch-site': 'same-origin',
            ...(browser.cookie !== null && { cookie: browser.cookie }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      const set = response.headers.get('set-cookie')
      if (set !== null) {
        browser.setCookie = set
        browser.cookie = set.includes('Max-Age=0') ? null : set.split(';', 1)[0]!
      }
      if (response.headers.get('content-type')?.includes('json'))
        return { status: response.status, body: await response.json() }
      // A stream never ends by itself.
      await response.body?.cancel()
      return { status: response.status, body: null }
    },
  }
  return browser
}

/** What stands in a link. */
export function tokenOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('token')!
}

/** The password of everybody whom {@link signedIn} makes. */
export const password = 'correct horse battery'
let hashed: Promise<string> | undefined
let people = 0

/** Somebody with this role who has signed in, without the third of a second that a password takes. */
export async function signedIn(
  { server, workspace }: { server: Pick<CustomerIntelServer, 'fetch'>; workspace: Workspace },
  role: Role,
  now = Date.now(),
): Promise<Browser & { id: string; email: string }> {
  hashed ??= hashPassword(password)
  const email = `p${++people}@acme.example`
  const user = newUser({ email, name: 'Ada', role, now })
  user.access = 'active'
  user.password = await hashed
  const browser = openBrowser(server)
  browser.cookie = `svc_session=${openSession(user, now)}`
  await workspace.updateDocument(({ users }) => void users.push(user))
  return Object.assign(browser, { id: user.id, email })
}
