import { redactUrl } from '@customer-intel/contract/privacy'
import type { PageContext, UtmParams } from '../event.ts'

/** A page as events name it; `address` tells one page view from another. */
export interface Page {
  address: string
  context: PageContext
}

/**
 * The path of an address: its hash where the path says nothing, as in pages opened from a file and in app shells
 * that route in the hash.
 */
const readPath = ({ protocol, hostname, pathname, hash }: URL) => {
  const path =
    hash &&
    (!hostname || protocol === 'file:' || (hash.startsWith('#/') && /^\/$|\/index\.html$/.test(pathname)))
      ? hash.slice(1).split('?')[0]!
      : pathname
  return path[0] === '/' ? path : `/${path}`
}

const readUtm = (query: URLSearchParams): UtmParams | undefined => {
  const utm: Record<string, string> = {}
  for (const name of ['source', 'medium', 'campaign', 'term', 'content', 'ref']) {
    const value = query.get(`utm_${name}`) || (name === 'ref' && query.get(name))
    if (value) utm[name] = value
  }
  return Object.keys(utm)[0] ? utm : undefined
}

/** What events say about the page at `href`. Secrets in the address are redacted first, so nothing here has any. */
export const readPage = (href: string, referrer?: string): PageContext => {
  const url = redactUrl(href)
  const parsed = new URL(url)
  return { url, path: readPath(parsed), referrer, utm: readUtm(parsed.searchParams) }
}

/**
 * Gives the page that is shown now. The address without its anchor tells pages apart, or with it when the hash
 * routes; the referrer of a page reached without a load is the page before it.
 */
export const createPageReader = (hashRouting?: boolean): (() => Page) => {
  let seen: string
  let page: Page | undefined
  return () => {
    const { href } = location
    if (!page || seen !== href) {
      seen = href
      const address = hashRouting ? href : href.split('#')[0]!
      const before = page && page.context
      page = {
        address,
        context: readPage(
          href,
          !before
            ? redactUrl(document.referrer) || undefined
            : page!.address === address
              ? before.referrer
              : before.url,
        ),
      }
    }
    return page
  }
}
