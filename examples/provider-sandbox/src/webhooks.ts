/** A webhook as a service sends it. */
export interface SentWebhook {
  headers: Record<string, string>
  body: string
}

/** Sends it; resolves with the status of the answer. */
export async function sendWebhook(url: string, { headers, body }: SentWebhook): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return response.status
}
