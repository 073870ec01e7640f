/** A chat endpoint: `POST {baseUrl}/chat/completions`, as OpenAI-compatible servers have it. */
export interface ChatEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null sends none. */
  apiKey: string | null
  model: string
}

/** The endpoint can't answer now. Holds neither key nor text, and nothing that the endpoint said. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** An answer of more than this is none. */
const maxAnswerBytes = 1024 * 1024

/**
 * Asks once, with the fields of a chat completion. Resolves with the JSON of the answer: null where the endpoint doesn't take
 * these texts (400, 413, 422), undefined where what it said is too long or no JSON. Throws an {@link EndpointError}.
 */
export async function postChat(
  { baseUrl, apiKey, model }: ChatEndpoint,
  request: { messages: object[]; temperature?: number; [field: string]: unknown },
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<unknown> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    // Loaded when it is needed: most servers have no endpoint.
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

/** Turns a refusal into an error of our own: the client's would repeat what a stranger said. */
const fetchAnswer: typeof fetch = async (url, init) => {
  // A key goes where the operator said, and nowhere else.
  const response = await fetch(url, { ...init, redirect: 'error' })
  if (response.ok) return response
  await response.body?.cancel()
  // The text is what is wrong, not the endpoint: it has no answer.
  if ([400, 413, 422].includes(response.status)) return new Response('null')
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new EndpointError(
    `the chat endpoint answered ${response.status}`,
    Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {},
  )
}

/** Undefined for what is too long or not JSON. */
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
