import { redactQuery } from '@customer-intel/contract/privacy'
import type { PageContext } from '../event.ts'

const MAX_URL_CHARS = 8192
const MAX_UTM_CHARS = 1000

/** An address as events may state it: without secrets, and no longer than the server takes. */
const readUrl = (url: string): string => redactQuery(url).slice(0, MAX_URL_CHARS)

/** What events say about the page at an address. */
export const describePage = (address: string): PageContext => {
  const url = new URL(readUrl(address))
  const utm: Record<string, string> = {}
  for (const [name, value] of url.searchParams)
    if (name.startsWith('utm_')) utm[name.slice(4)] = value.slice(0, MAX_UTM_CHARS)
  return { url: url.href, path: readPath(url), utm }
}

/** The path; the hash instead, where that says more: in pages opened from a file and in app shells that route in it. */
const readPath = ({ hostname, pathname, hash }: URL): string => {
  const isRoute = hostname ? /^#\//.test(hash) && /^\/$|\/index\.html$/.test(pathname) : hash
  const path = isRoute ? hash.replace(/^#|[?#].*/g, '') : pathname
  return path.replace(/^\/?/, '/')
}

let page: PageContext
let lastHref: string
/** What of the address makes it another page. */
let lastAddress: string
let isHashRouted: boolean | undefined

/** Whether a changed `#…` makes another page. */
export const setHashRouting = (value: boolean | undefined): void => {
  isHashRouted = value
}

/**
 * The page that is shown now: the same object until another page is. The referrer of a page reached without a load is
 * the page before it.
 */
export const readPage = (): PageContext => {
  const { href } = location
  if (href !== lastHref) {
    const address = isHashRouted ? href : href.split('#')[0]!
    const facts = describePage(href)
    if (address === lastAddress) Object.assign(page, facts)
    else page = { ...facts, referrer: page ? page.url : readUrl(document.referrer) }
    lastHref = href
    lastAddress = address
  }
  return page
}
