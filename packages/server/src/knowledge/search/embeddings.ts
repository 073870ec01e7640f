import * as v from 'valibot'

/** An endpoint that turns texts into vectors: `POST {baseUrl}/embeddings`, as OpenAI-compatible servers have it. */
export interface EmbeddingsEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null sends none. */
  apiKey: string | null
  model: string
}

export interface Embeddings {
  readonly model: string
  /** The vectors of texts, in their order. Throws an Error that says why, without key or texts. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}

/** A query's vector, and the model that it is of; null when none could be had in time. */
export type QueryEmbedder = (query: string) => Promise<{ vector: number[]; model: string } | null>

const AnswerSchema = v.object({
  data: v.array(
    v.object({
      index: v.pipe(v.number(), v.integer(), v.minValue(0)),
      embedding: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1), v.maxLength(16_384)),
    }),
  ),
})

/** One request is one `fetch`: a client library would bring nothing that is needed here. */
export function createEmbeddings({ baseUrl, apiKey, model }: EmbeddingsEndpoint): Embeddings {
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`
  return {
    model,
    async embed(texts, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        // A key goes where the operator said, and nowhere else.
        redirect: 'error',
        signal,
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(`the embeddings endpoint answered ${response.status}`)
      }
      const answer = v.safeParse(AnswerSchema, await response.json())
      if (!answer.success) throw new Error('the embeddings endpoint answered something else than vectors')
      const vectors = new Map(answer.output.data.map(({ index, embedding }) => [index, embedding]))
      return texts.map((_, index) => {
        const vector = vectors.get(index)
        if (vector === undefined) throw new Error('the embeddings endpoint left out a vector')
        return vector
      })
    },
  }
}

/** A query waits so long for its vector, in milliseconds; then it is searched by its words alone. */
const queryTimeoutMs = 2_000
/** That queries go without a vector is said at most so often. */
const warnEveryMs = 60_000

export function createQueryEmbedder(
  embeddings: Embeddings,
  { clock, warn }: { clock: () => number; warn: (message: string) => void },
): QueryEmbedder {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (query) => {
    try {
      const [vector] = await embeddings.embed([query], AbortSignal.timeout(queryTimeoutMs))
      return vector === undefined ? null : { vector, model: embeddings.model }
    } catch (error) {
      if (clock() - warnedAt >= warnEveryMs) {
        warnedAt = clock()
        warn(
          `A query was searched by its words alone: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      return null
    }
  }
}
