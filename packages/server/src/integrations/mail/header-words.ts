import { cutText } from '@customer-intel/contract'
import { decodeText } from './decode-text.ts'

const word = /=\?([^?\s]{1,100})\?([bq])\?([^?]*)\?=/gi

/** A header with its encoded words (RFC 2047) decoded. A character may be cut between two words. */
export function decodeHeader(header: string): string {
  return replaceWords(header, (text) => text)
}

/** A header whose words are UTF-8 alone, for parsers with tables of their own. */
export function recodeHeader(header: string): string {
  return replaceWords(header, (text) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`)
}

/** The charset of the first encoded word; null: there is none. */
export function charsetOfHeader(header: string | null): string | null {
  return [...cutText(header ?? '', 2_000).matchAll(word)][0]?.[1]!.split('*', 1)[0] ?? null
}

function replaceWords(header: string, replace: (text: string) => string): string {
  let result = ''
  let end = 0
  /** Adjacent words of one charset. */
  let run: { charset: string; parts: Buffer[] } = { charset: '', parts: [] }
  const finish = () => {
    if (run.parts.length > 0) result += replace(decodeParts(run.parts, run.charset))
    run = { charset: '', parts: [] }
  }
  for (const match of header.matchAll(word)) {
    // RFC 2231 adds a language: `utf-8*en`.
    const charset = match[1]!.split('*', 1)[0]!.toLowerCase()
    const between = header.slice(end, match.index)
    if (between.trim() !== '' || end === 0) {
      finish()
      result += between
    } else if (run.charset !== charset) finish()
    run.charset = charset
    run.parts.push(bytesOf(match[2]!, match[3]!))
    end = match.index + match[0].length
  }
  finish()
  return result + header.slice(end)
}

function decodeParts(parts: Buffer[], charset: string): string {
  const whole = decodeText(Buffer.concat(parts), { charset })
  return whole.includes('\uFFFD') ? parts.map((part) => decodeText(part, { charset })).join('') : whole
}

function bytesOf(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  const unescaped = text
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(unescaped, 'latin1')
}

const parameter = /;\s*([^\s=;"]+?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;\s]*))/g

/** A parameter of a header such as `text/plain; charset=utf-8`, in parts and encoded as well (RFC 2231); null: none. */
export function parameterOf(header: string | null, name: string): string | null {
  const parts = new Map<number, string>()
  let plain: string | null = null
  let charset: string | null = null
  for (const [, key = '', quoted, bare] of cutText(header ?? '', 10_000).matchAll(parameter)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? ''
    const [base, section, star] = key.toLowerCase().split('*')
    if (base !== name) continue
    if (section === undefined) plain ??= value
    else {
      const isEncoded = section === '' || star !== undefined
      const extended = parts.size === 0 && isEncoded ? /^([^']*)'[^']*'(.*)$/s.exec(value) : null
      charset ??= extended?.[1] || null
      parts.set(Number(section || 0), isEncoded ? latin1OfPercent(extended?.[2] ?? value) : value)
    }
  }
  if (parts.size === 0) return plain === null ? null : decodeHeader(plain)
  const joined = [...parts].toSorted(([a], [b]) => a - b).map(([, value]) => value)
  return decodeText(Buffer.from(joined.join(''), 'latin1'), { charset })
}

function latin1OfPercent(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
