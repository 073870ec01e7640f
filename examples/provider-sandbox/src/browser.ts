/** A person's browser, as far as a connection needs one: it keeps cookies for the server and sends forms of pages. */
export interface Browser {
  /** Opens a page of the server. */
  open(url: string): Promise<{ status: number; page: string; location: string | null }>
  /** Sends the form of the connect page; resolves with where the provider is. */
  goOn(connectUrl: string): Promise<string>
  /** Decides at the provider; resolves with where the provider sends the browser. */
  decide(providerUrl: string, decision: 'allow' | 'deny'): Promise<string>
}

/** Pages of the server are asked for by `ask`, those of providers by `fetch`. */
export function openBrowser(ask: (request: Request) => Promise<Response>): Browser {
  const cookies = new Map<string, string>()

  async function send(url: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie !== '' && { cookie }) }
    const response = await ask(new Request(url, { ...init, headers, redirect: 'manual' }))
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
      if (asked.status !== 200 || !asked.page.includes('<button>Go on'))
        throw new Error(`The connect page answers ${asked.status}: ${asked.page}`)
      const sent = await send(new URL('connect', connectUrl).href, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: fieldsOf(asked.page).toString(),
      })
      if (sent.status !== 303 || sent.location === null)
        throw new Error(`Going on answers ${sent.status}: ${sent.page}`)
      return sent.location
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
      const location = sent.headers.get('location')
      if (sent.status !== 302 || location === null)
        throw new Error(`The provider answers ${sent.status}: ${await sent.text()}`)
      return location
    },
  }
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
