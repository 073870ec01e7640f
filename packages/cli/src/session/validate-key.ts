import { CustomerIntel } from '@customer-intel/node-sdk'

/** What the server says of a key. Rejects with the SDK's error where it doesn't take it. */
export async function validateKey(
  { apiKey, baseUrl }: { apiKey: string; baseUrl: string },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const client = new CustomerIntel({ apiKey, baseUrl })
  return (await client.keys.validate({ signal })) as object as Record<string, unknown>
}
