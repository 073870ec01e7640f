import type { SearchReads } from '../../read-models/reads/search-reads.ts'
import type { Embeddings } from './embeddings.ts'

/** What a workspace has to do with it. */
export interface Embeddable {
  readonly readModels: Pick<
    SearchReads,
    'listUnembedded' | 'readDocuments' | 'keepVectors' | 'dropOtherVectors'
  >
}

/** So many texts go with one request. */
const batchSize = 32
/** A request that takes longer has failed. */
const requestTimeoutMs = 60_000

/**
 * Has the vector of every document made that has none, the newest first. What is made is kept with the read models:
 * stopped at any point, it goes on with what is missing. Rejects when the endpoint can't answer.
 */
export function createDocumentEmbedder(
  embeddings: Embeddings,
): (workspace: Embeddable, signal: AbortSignal) => Promise<void> {
  return async ({ readModels }, signal) => {
    const { model } = embeddings
    for (let made = 0; !signal.aborted; made += 1) {
      const documents = await readModels.listUnembedded(model, batchSize)
      if (documents.length === 0) return made === 0 ? undefined : readModels.dropOtherVectors(model)
      const found = await readModels.readDocuments(documents, [])
      const vectors = await embeddings.embed(
        found.map(({ title, text }) => `${title}\n${text}`.trim() || ' '),
        AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      )
      if (signal.aborted) return
      await readModels.keepVectors(
        model,
        found.map(({ document }, index) => ({ document, vector: vectors[index]! })),
      )
    }
  }
}
