import { limits } from './limits.ts'

const ascii = "A-Za-z0-9!#$%&'*+/=?^_`{|}~"
const host = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)`
const addressOf = (letters: string) => String.raw`^(?!\.)(?!.*\.\.)[${letters}.-]*[${letters}-]@${host}$`

/** An e-mail address of RFC 5322's plain characters: no leading dot, no `..`, a domain with a TLD. */
export const asciiEmailPattern = new RegExp(addressOf(ascii))

/** The same, with letters of any alphabet before the `@` (RFC 6531). The domain is in ASCII. */
export const emailPattern = new RegExp(addressOf(String.raw`${ascii}\p{L}\p{M}\p{N}`), 'u')

/** Characters that can't be seen: zero-width blanks, soft hyphens, marks of direction. */
const invisible = /\p{Cf}/gu

/**
 * The one e-mail address in a text, as people and programs write it: with blanks, `mailto:`, or a name before `<…>`; null
 * when there is none. An internationalised domain comes out in ASCII (`müller.example` as `xn--mller-kva.example`), what
 * is before the `@` in its own case.
 */
export function readEmail(text: string): string | null {
  if (asciiEmailPattern.test(text)) return text
  if (text.length > 2 * limits.ingest.emailLength) return null
  const visible = text.replace(invisible, '').trim()
  const bare = (/<([^<>]*)>$/.exec(visible)?.[1] ?? visible).trim()
  const address = /^mailto:/i.test(bare) ? decoded(bare.slice('mailto:'.length).split('?')[0]!) : bare
  const at = address.lastIndexOf('@')
  const domain = toAsciiHost(address.slice(at + 1).replace(/\.$/, ''))
  if (at < 1 || domain === null) return null
  const email = `${address.slice(0, at).normalize('NFC')}@${domain}`
  return emailPattern.test(email) ? email : null
}

/**
 * The host that a text names: a domain, with a port or a trailing dot, or the address of a page; null when there is none.
 * In ASCII and lower case.
 */
export function readHost(text: string): string | null {
  const site = text.replace(invisible, '').trim()
  const [authority] = site.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').split(/[/?#\\]/, 1)
  const host = toAsciiHost(authority!.replace(/:\d*$/, '').replace(/\.$/, ''))
  return host === null || host === '' ? null : host.toLowerCase()
}

/** A host's name in ASCII: itself, or its letters as IDNA writes them. Null when it isn't one. */
function toAsciiHost(name: string): string | null {
  if (/^[\x21-\x7e]*$/.test(name)) return name
  if (/[\s/:?#@\\%]/.test(name)) return null
  try {
    return new URL(`http://${name}`).hostname
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
