import { CustomerIntel } from '@customer-intel/node-sdk'
import { type Io, isJsonMode } from '../io.ts'
import { withSpinner } from '../output/spinner.ts'
import { lightFetch } from './light-fetch.ts'
import { type SessionFlags, requireSession } from './session.ts'

/** The SDK's client, as whoever is logged in. To people at a terminal it shows that a request is on its way. */
export async function openClient(
  flags: SessionFlags & { json?: boolean | undefined },
  io: Io,
  { spinner = true } = {},
): Promise<CustomerIntel> {
  const { apiKey, baseUrl } = await requireSession(flags, io)
  const isShown = spinner && io.stderr.isTTY && !isJsonMode(flags.json ?? false, io)
  const fetch: typeof lightFetch = isShown
    ? (input, init) => withSpinner(io.stderr, io.env, () => lightFetch(input, init))
    : lightFetch
  return new CustomerIntel({ apiKey, baseUrl, fetch })
}
