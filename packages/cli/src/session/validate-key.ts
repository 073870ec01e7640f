import { CustomerIntel } from '@customer-intel/node-sdk'
import { recoded } from '../to-cli-error.ts'

/**
 * What the server says of a key. Rejects with `invalid_key` where it doesn't take it, with `api_unavailable` where it
 * can't tell now.
 */
export async function validateKey(
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const client = new CustomerIntel({ apiKey, baseUrl })
  try {
    return (await client.keys.validate({ signal })) as object as Record<string, unknown>
  } catch (error) {
    const { status } = error as { status?: number | null }
    if (status === 401) throw recoded(error, 'invalid_key')
    if (status === 503) throw recoded(error, 'api_unavailable')
    throw error
  }
}
