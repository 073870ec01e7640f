import type { SearchReads } from '../../read-models/reads/search-reads.ts'
import type { Embeddings } from './embeddings.ts'

/** What a workspace has to do with it. */
export interface Embeddable {
  readonly readModels: Pick<
    SearchReads,
    'listUnembedded' | 'readDocuments' | 'keepVectors' | 'dropOtherVectors'
  >
}

export interface DocumentEmbedder {
  /** Ends the request at hand and stops. */
  close(): Promise<void>
}

/** So many texts go with one request. */
const batchSize = 32
/** So often it is looked whether something new was brought, in milliseconds. */
const lookEveryMs = 1_000
/** A request that takes longer has failed. */
const requestTimeoutMs = 60_000
/** Pauses after failures; the last one repeats. */
const retryMs = [1_000, 5_000, 30_000, 120_000]

/**
 * Has the vector of every document made, in the background, the newest first. What is made is kept with the read
 * models: stopped at any point, it goes on with what is missing.
 */
export function embedDocuments(
  embeddings: Embeddings,
  { workspaces, warn }: { workspaces: () => Iterable<Embeddable>; warn: (message: string) => void },
): DocumentEmbedder {
  const stop = new AbortController()
  const done = run()

  async function run(): Promise<void> {
    let failures = 0
    while (!stop.signal.aborted) {
      try {
        for (const workspace of workspaces()) await catchUp(workspace)
        failures = 0
        await pause(lookEveryMs)
      } catch (error) {
        if (stop.signal.aborted) return
        const ms = retryMs[Math.min(failures++, retryMs.length - 1)]!
        const reason = error instanceof Error ? error.message : String(error)
        warn(`Texts could not be embedded, and are tried again in ${ms / 1_000} seconds: ${reason}`)
        await pause(ms)
      }
    }
  }

  async function catchUp({ readModels }: Embeddable): Promise<void> {
    const { model } = embeddings
    for (let made = 0; !stop.signal.aborted; made += 1) {
      const documents = await readModels.listUnembedded(model, batchSize)
      if (documents.length === 0) return made === 0 ? undefined : readModels.dropOtherVectors(model)
      const found = await readModels.readDocuments(documents, [])
      const vectors = await embeddings.embed(
        found.map(({ title, text }) => `${title}\n${text}`.trim() || ' '),
        AbortSignal.any([stop.signal, AbortSignal.timeout(requestTimeoutMs)]),
      )
      await readModels.keepVectors(
        model,
        found.map(({ document }, index) => ({ document, vector: vectors[index]! })),
      )
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, ms).unref()
      stop.signal.addEventListener('abort', end)
      function end() {
        clearTimeout(timer)
        stop.signal.removeEventListener('abort', end)
        resolve()
      }
    })
  }

  return {
    async close() {
      stop.abort()
      await done
    },
  }
}
