import { expect } from 'vitest'
import type { IntegrationServer } from './integration-server.ts'

/** A person's browser, as far as a connection needs one: it keeps cookies for this server and sends forms of pages. */
export interface Browser {
  /** Opens a page of this server. */
  open(url: string): Promise<{ status: number; page: string; location: string | null }>
  /** Sends the form of the connect page; resolves with where the provider is. */
  goOn(connectUrl: string): Promise<string>
  /** Decides at the provider; resolves with where the provider sends the browser. */
  decide(providerUrl: string, decision: 'allow' | 'deny'): Promise<string>
}

export function openBrowser(test: Pick<IntegrationServer, 'server'>): Browser {
  const cookies = new Map<string, string>()

  async function send(url: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) }
    const response = await test.server.fetch(new Request(url, { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';', 1)[0]!.split('=', 2) as [string, string]
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: response.status,
      page: await response.text(),
      location: response.headers.get('location'),
    }
  }

  return {
    open: (url) => send(url),
    async goOn(connectUrl) {
      const asked = await send(connectUrl)
      expect(asked).toMatchObject({ status: 200, page: expect.stringContaining('<button>Go on') as string })
      const sent = await send(new URL('connect', connectUrl).href, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: fieldsOf(asked.page).toString(),
      })
      expect(sent.status).toBe(303)
      return sent.location!
    },
    async decide(providerUrl, decision) {
      const asked = await (await fetch(providerUrl)).text()
      const fields = fieldsOf(asked)
      fields.set('decision', decision)
      const sent = await fetch(new URL(providerUrl).origin + new URL(providerUrl).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: fields.toString(),
        redirect: 'manual',
      })
      expect(sent.status).toBe(302)
      return sent.headers.get('location')!
    },
  }
}

/** Connects a provider as a person does who allows everything. Resolves with what the last page says. */
export async function connectInBrowser(
  test: IntegrationServer,
  provider: string,
  options: { force?: boolean; decision?: 'allow' | 'deny' } = {},
): Promise<{ status: number; page: string; sessionId: string }> {
  const { force = false, decision = 'allow' } = options
  const { status, body } = await test.ask('POST', '/api/integrations/connect', { provider, force })
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
  const browser = openBrowser(test)
  const back = await browser.decide(await browser.goOn(String(body['connectUrl'])), decision)
  const ended = await browser.open(back)
  return { status: ended.status, page: ended.page, sessionId: String(body['sessionId']) }
}

function fieldsOf(page: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [, name, value] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    fields.append(unescape(name!), unescape(value!))
  return fields
}

function unescape(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
