import { CustomerIntel } from '@customer-intel/node-sdk'
import type { Io } from '../io.ts'
import { lightFetch } from './light-fetch.ts'
import { type SessionFlags, requireSession } from './session.ts'

/** The SDK's client, as whoever is logged in. */
export async function openClient(flags: SessionFlags, io: Io): Promise<CustomerIntel> {
  const { apiKey, baseUrl } = await requireSession(flags, io)
  return new CustomerIntel({ apiKey, baseUrl, fetch: lightFetch })
}
