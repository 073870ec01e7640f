import { redactQuery } from '@customer-intel/contract/privacy'
import type { PageContext } from '../event.ts'

const MAX_URL_CHARS = 8192
const MAX_UTM_CHARS = 1000

/** An address for events: redacted, and within the server's limit. */
const readUrl = (url: string): string => redactQuery(url).slice(0, MAX_URL_CHARS)

/** The context of the page at an address. */
export const describePage = (address: string): PageContext => {
  const url = new URL(readUrl(address))
  const utm: Record<string, string> = {}
  for (const [name, value] of url.searchParams)
    if (name.startsWith('utm_')) utm[name.slice(4)] = value.slice(0, MAX_UTM_CHARS)
  return { url: url.href, path: readPath(url), utm }
}

/** The path, or the hash if that says more: in pages opened from a file and in apps that route by hash. */
const readPath = ({ hostname, pathname, hash }: URL): string => {
  const isRoute = hostname ? /^#\//.test(hash) && /^\/$|\/index\.html$/.test(pathname) : hash
  const path = isRoute ? hash.replace(/^#|[?#].*/g, '') : pathname
  return path.replace(/^\/?/, '/')
}

let page: PageContext
let lastHref: string
/** The part of the address that identifies a page. */
let lastAddress: string
let isHashRouted: boolean | undefined

/** Whether a change of `#…` is another page. */
export const setHashRouting = (value: boolean | undefined): void => {
  isHashRouted = value
}

/**
 * The current page: the same object until the page changes. After navigation without a load the referrer is the previous
 * page.
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
