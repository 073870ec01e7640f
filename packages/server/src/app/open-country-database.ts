import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { Reader, type Response } from 'mmdb-lib'
import type { CountryOf } from '../events/ingest/sent-from.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import { ConfigError } from './config.ts'

/** Countries of addresses by a file of the MaxMind DB format, which several providers publish; it is read once. */
export function openCountryDatabase(path: string): CountryOf {
  const read = readerOf(path)
  return (sender) => {
    const address = isIP(sender) === 0 ? `${sender}::` : sender
    if (isIP(address) === 0) return null
    try {
      const code = codeIn(read(address))
      return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
    } catch {
      // Damaged in this place: no reason to lose an event.
      return null
    }
  }
}

function readerOf(path: string): (address: string) => Entry | null {
  try {
    const reader = new Reader<Response>(readFileSync(path), { cache: new Map() })
    return (address) => reader.get(address) as Entry | null
  } catch (error) {
    const message = `The database of countries ${path} can't be read (${reasonOf(error)}): give a file in MMDB format`
    throw new ConfigError(message, { cause: error })
  }
}

/** Providers name it differently. */
interface Entry {
  country?: string | { iso_code?: string }
  country_code?: string
}

function codeIn(entry: Entry | null): string | undefined {
  const country = entry?.country
  return typeof country === 'string' ? country : (country?.iso_code ?? entry?.country_code)
}
