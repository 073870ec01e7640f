/** A chat endpoint: `POST {baseUrl}/chat/completions`, as in OpenAI-compatible servers. */
export interface ChatEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null: none. */
  apiKey: string | null
  model: string
}

/** The endpoint can't answer now. Contains neither key nor text, and nothing of the endpoint's response. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Larger responses are rejected. */
const maxAnswerBytes = 1024 * 1024

/**
 * Sends one request with the fields of a chat completion. Resolves with the response's JSON: null when the endpoint
 * rejects these texts (400, 413, 422), undefined when the response is too long or not JSON. Throws an {@link
 * EndpointError}.
 */
export async function postChat(
  { baseUrl, apiKey, model }: ChatEndpoint,
  request: { messages: object[]; temperature?: number; [field: string]: unknown },
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<unknown> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    // Loaded on first use: most servers have no endpoint.
    const { chat } = await import('@xsai/shared-chat')
    const response = await chat({
      baseURL: baseUrl,
      ...(apiKey === null ? {} : { apiKey }),
      model,
      ...request,
      messages: request.messages as never,
      abortSignal: deadline,
      fetch: fetchAnswer,
    })
    return await readJson(response)
  } catch (cause) {
    if (signal.aborted || cause instanceof EndpointError) throw cause
    const reason = deadline.aborted ? `did not answer within ${timeoutMs} ms` : 'can’t be reached'
    throw new EndpointError(`the chat endpoint ${reason}`, { cause })
  }
}

/** Turns an error response into our own error: the client library's would repeat foreign text. */
const fetchAnswer: typeof fetch = async (url, init) => {
  // The key is only sent to the configured address.
  const response = await fetch(url, { ...init, redirect: 'error' })
  if (response.ok) return response
  await response.body?.cancel()
  // The text is the problem, not the endpoint.
  if ([400, 413, 422].includes(response.status)) return new Response('null')
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new EndpointError(
    `the chat endpoint answered ${response.status}`,
    Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {},
  )
}

/** Undefined when too long or not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
