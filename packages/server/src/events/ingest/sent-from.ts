import Bowser from 'bowser'
import { RecentlyUsed } from '../../kernel/recently-used.ts'
import type { SentFrom } from '../../kernel/log/record.ts'

/** Browsers' own are shorter: a longer one is somebody's text. */
const maxLength = 1_000
/** Texts that are remembered, at least; reading one takes 30 µs. */
const remembered = 1_000

/** Names that the library knows. For any other text it makes one of that text's words. */
const browsers = new Set([...Object.values(Bowser.BROWSER_MAP), 'Miui', 'Opera Touch'])

/** Country of a request's sender, ISO 3166-1 alpha-2; null: unknown. */
export type CountryOf = (sender: string) => string | null

/** Reads where a browser's request comes from; what isn't known is absent. */
export function createSentFrom(
  countryOf: CountryOf,
): (request: { userAgent: string | null; sender: string | null }) => SentFrom {
  const known = new RecentlyUsed<string, SentFrom>(remembered)
  const readOnce = (userAgent: string): SentFrom => {
    const found = known.get(userAgent) ?? read(userAgent)
    known.set(userAgent, found)
    return found
  }
  return ({ userAgent, sender }) => {
    const isReadable = userAgent !== null && userAgent !== '' && userAgent.length <= maxLength
    const country = sender === null ? null : countryOf(sender)
    return { ...(isReadable && readOnce(userAgent)), ...(country !== null && { country }) }
  }
}

function read(userAgent: string): SentFrom {
  const { platform, browser, os } = Bowser.parse(userAgent)
  return {
    ...(platform.type && { device: platform.type }),
    ...(browser.name && browsers.has(browser.name) && { browser: browser.name }),
    ...(os.name && { os: os.name }),
  }
}
