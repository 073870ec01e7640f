import { redactQuery } from '@customer-intel/contract/privacy'
import type { PageContext } from '../event.ts'

const MAX_URL_CHARS = 8192
const MAX_UTM_CHARS = 1000

/** An address as events may state it: without secrets, and no longer than the server takes. */
const readUrl = (url: string) => redactQuery(url).slice(0, MAX_URL_CHARS)

/** What events say about the page at an address. */
export const describePage = (address: string, referrer?: string): PageContext => {
  const url = new URL(readUrl(address))
  const utm: Record<string, string> = {}
  for (const [name, value] of url.searchParams)
    if (/^utm_/.test(name)) utm[name.slice(4)] = value.slice(0, MAX_UTM_CHARS)
  // The hash says more in pages opened from a file and in app shells that route in it.
  const path = (url.pathname + url.hash)
    .replace(url.hostname ? /^(\/|.*\/index\.html)#\// : /.*?#/, '')
    .replace(/^\/?([^?#]*).*/, '/$1')
  return { url: url.href, path, referrer, utm }
}

let lastHref: string
let address: string | undefined
let page: PageContext | undefined
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
  if (lastHref !== href) {
    lastHref = href
    // No address holds a blank.
    const isSame = address === (address = href.split(isHashRouted ? ' ' : '#')[0])
    const next = describePage(href, !page ? readUrl(document.referrer) : isSame ? page.referrer : page.url)
    page = isSame ? Object.assign(page!, next) : next
  }
  return page!
}
