// Parsers of settings: each returns the value, or the problem with the text.
import { type DataOnDisconnect, OwnDomainSchema, type Role, roles, validate } from '@customer-intel/contract'
import type { TokenPrices } from '../acting/agents/spending.ts'
import { parseOriginRule } from '../events/ingest/origin-rules.ts'
import type { LogFormat } from '../kernel/logger.ts'
import { problemOfUrl } from '../drivers/postgres/hosts.ts'
import { parseSecretKeys, type SecretKeys } from '../kernel/secrets/secret-keys.ts'

/** A problem with a setting's text. */
export class Problem {
  readonly remedy: string
  /** True keeps the value out of the message. */
  readonly secret: boolean

  constructor(remedy: string, options: { secret?: boolean } = {}) {
    this.remedy = remedy
    this.secret = options.secret ?? false
  }
}

export const anyText = (text: string): string => text

export function integer(minimum: number, maximum: number, what: string): (text: string) => number | Problem {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    return new Problem(`must be ${what}`)
  }
}

export function cost(text: string): number | Problem {
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  return amount > 0 && Number.isFinite(amount)
    ? amount
    : new Problem('must be an amount over 0, such as 0.25')
}

export function tokenPrices(text: string): TokenPrices | Problem {
  const [input, output, ...more] = text
    .split(',')
    .map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : NaN))
  return input !== undefined && output !== undefined && more.length === 0 && input + output > 0
    ? { input, output }
    : new Problem('must be what a million tokens cost, in and out, such as 0.15,0.60')
}

export function boolean(text: string): boolean | Problem {
  if (/^(true|1|yes|on)$/i.test(text)) return true
  if (/^(false|0|no|off)$/i.test(text)) return false
  return new Problem('must be true or false')
}

export function hostName(text: string): string | Problem {
  if (/^[A-Za-z0-9.:%_-]+$/.test(text)) return text
  return new Problem(
    'must be an address or a host name without scheme and port, such as 127.0.0.1 or 0.0.0.0',
  )
}

export function databaseAddress(text: string): string | Problem {
  const problem = problemOfUrl(text)
  return problem === null ? text : new Problem(problem, { secret: true })
}

/** `s3://bucket/prefix`, a folder, or one of the two keywords. */
export function snapshotsPlace(text: string): string | Problem {
  const isBucket = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w./-]*)?$/.test(text)
  if (isBucket || !/^[a-z\d]+:\/\//i.test(text)) return text
  return new Problem('must be database, none, a folder, or a bucket such as s3://my-bucket/snapshots')
}

export function webAddress(text: string): string | Problem {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  return new Problem('must be a web address, such as https://models.example.com/v1')
}

/** An address without a path: it replaces the origin of another one. */
export function originAddress(text: string): string | Problem {
  const url = URL.canParse(text) ? new URL(text) : null
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
  return isOrigin
    ? url.origin
    : new Problem('must be an address without a path, such as http://127.0.0.1:9400')
}

export function domainList(text: string): string[] | Problem {
  const domains = text.split(',').map((part) => validate(OwnDomainSchema, part.trim()))
  return domains.every((domain) => domain.ok)
    ? domains.map(({ value }) => value)
    : new Problem('must be domains of e-mail addresses, separated by commas, such as acme.example')
}

/** What somebody becomes who was not invited: no owner. */
export function newcomerRoles(text: string): Role | Problem {
  const given = roles.filter((role) => role !== 'owner')
  return given.find((role) => role === text) ?? new Problem(`must be one of ${given.join(', ')}`)
}

export function secretKeys(text: string): SecretKeys | Problem {
  const remedy = 'must be 32 bytes in base64 (openssl rand -base64 32), several separated by commas'
  return parseSecretKeys(text) ?? new Problem(remedy, { secret: true })
}

/** An address to which paths can be appended. */
export function publicAddress(text: string): string | Problem {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (isPlain && url.username === '') return url.href.replace(/\/$/, '')
  return new Problem('must be where the world reaches this server, such as https://intel.example.com')
}

export function logFormat(text: string): LogFormat | Problem {
  return text === 'text' || text === 'json' ? text : new Problem('must be text or json')
}

export function keepOrRemove(text: string): DataOnDisconnect | Problem {
  return text === 'keep' || text === 'remove' ? text : new Problem('must be keep or remove')
}

export function key(
  isKey: (text: string) => boolean,
  form: string,
  options: { secret: boolean },
): (text: string) => string | Problem {
  return (text) => (isKey(text) ? text : new Problem(`must be ${form} letters, digits, "-" or "_"`, options))
}

export function token(text: string): string | Problem {
  if (/^[\x21-\x7e]{16,200}$/.test(text)) return text
  return new Problem('must be 16 to 200 letters, digits and signs without blanks', { secret: true })
}

export function originList(text: string): string[] | Problem {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.find((entry) => parseOriginRule(entry) === null)
  if (wrong === undefined) return entries
  return new Problem(
    `must list origins (https://app.example.com), hosts (example.com), subdomains (*.example.com) or null, ` +
      `separated by commas; ${JSON.stringify(wrong)} is none of these`,
  )
}
