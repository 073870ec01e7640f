import * as v from 'valibot'
import { reasonOf } from '../kernel/reason-of.ts'

/** An embeddings endpoint: `POST {baseUrl}/embeddings`, as in OpenAI-compatible servers. */
export interface EmbeddingsEndpoint {
  /** Such as `http://localhost:11434/v1`. */
  baseUrl: string
  /** Sent as a bearer token; null: none. */
  apiKey: string | null
  model: string
}

export interface Embeddings {
  readonly model: string
  /** The vectors of texts, in order. Throws an Error with the reason, without key or texts. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]>
}

/** A query's vector and its model; null when it wasn't available in time. */
export type QueryEmbedder = (query: string) => Promise<{ vector: number[]; model: string } | null>

const AnswerSchema = v.object({
  data: v.array(
    v.object({
      index: v.pipe(v.number(), v.integer(), v.minValue(0)),
      embedding: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1), v.maxLength(16_384)),
    }),
  ),
})

/** One `fetch` per request: a client library would add nothing here. */
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
        // The key is only sent to the configured address.
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
        if (vector === undefined) throw new Error('the embeddings endpoint sent no vector for a text')
        return vector
      })
    },
  }
}

/** How long a query waits for its vector; then it is searched by words only. */
const queryTimeoutMs = 2_000
/** Least interval between two warnings about queries without vectors. */
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
        warn(`A query was searched by its words alone: ${reasonOf(error)}`)
      }
      return null
    }
  }
}
