import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

type Claims = Record<string, unknown>

/** A real OpenID provider on loopback. `people` are its accounts: whoever logs in by a name is that one. */
export async function startOpenIdProvider(
  redirectUri: string,
  people: Record<string, Claims>,
): Promise<{
  issuer: string
  /** Logs in as a person would, from the address that the server sent the browser to; resolves with the way back. */
  logIn(url: string, name: string): Promise<string>
  close(): Promise<void>
}> {
  let answer: RequestListener = (_request, response) => response.end()
  const http = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  // It tells of its defaults for development, and of Node 20 as soon as it is loaded.
  const spies = (['info', 'warn'] as const).map((method) => vi.spyOn(console, method).mockReturnValue())
  // @ts-expect-error: it has no types
  const { default: Provider } = (await import('oidc-provider')) as { default: unknown }
  const provider = new (Provider as new (
    issuer: string,
    configuration: object,
  ) => { callback(): RequestListener })(issuer, {
    clients: [{ client_id: 'console', client_secret: 'a secret', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, name: string) => ({
      accountId: name,
      claims: () => ({ sub: name, ...people[name] }),
    }),
    cookies: { keys: ['of the test'] },
  })
  answer = provider.callback()
  return {
    issuer,
    async logIn(url, name) {
      const cookies = new Map<string, string>()
      const visit = async (address: string, form?: Record<string, string>) => {
        const response = await fetch(address, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        })
        for (const line of response.headers.getSetCookie()) {
          const [key = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/)
          cookies.set(key, value)
        }
        const location = response.headers.get('location')
        if (location === null)
          throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
        return new URL(location, address).href
      }
      let next = url
      while (next.startsWith(issuer)) {
        const prompt = cookies.has('_session') ? 'consent' : 'login'
        if (!next.includes('/interaction/')) next = await visit(next)
        else next = await visit(next, { prompt, login: name, password: 'any' })
      }
      return next
    },
    async close() {
      for (const spy of spies) spy.mockRestore()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
