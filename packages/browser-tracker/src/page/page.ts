import { redactQuery } from '@customer-intel/contract/privacy'
import type { PageContext } from '../event.ts'

const MAX_URL_CHARS = 8192
const MAX_UTM_CHARS = 1000

/** An address for events: redacted, and within the server's limit. */
const readUrl = (url: string): string => redactQuery(url).slice(0, MAX_URL_CHARS)

/** The context of the page at an address. */
export const describePage = (address: string): PageContext => {
  const { href, hostname, pathname, hash, searchParams } = new URL(readUrl(address))
  const utm: Record<string, string> = {}
  for (const [name, value] of searchParams)
    if (/^utm_/.test(name)) utm[name.slice(4)] = value.slice(0, MAX_UTM_CHARS)
  // The hash says more in pages opened from a file and in apps that route by hash.
  const isRoute = hostname ? /^(\/|[^#]*\/index\.html)#\//.test(pathname + hash) : hash
  const path = isRoute ? hash.split(/[?#]/)[1]! : pathname
  return { url: href, path: path.replace(/^\/?/, '/'), utm }
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

/** An address without its queries: that of the page, and that of a route in the hash. */
const withoutQuery = (address: string) => address.replace(/\?[^#]*/g, '')

/**
 * The current page: the same object until the page changes. After navigation without a load the referrer is the previous
 * page. `isSamePath`: the page changes with its path alone.
 */
export const readPage = (isSamePath?: boolean): PageContext => {
  const { href } = location
  if (href !== lastHref) {
    const address = isHashRouted ? href : href.split('#')[0]!
    const facts = describePage(href)
    if (address === lastAddress || (isSamePath && withoutQuery(address) === withoutQuery(lastAddress)))
      Object.assign(page, facts)
    else page = { ...facts, referrer: page ? page.url : readUrl(document.referrer) }
    lastHref = href
    lastAddress = address
  }
  return page
}
