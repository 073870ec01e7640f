import type { SearchReads } from './search-read-types.ts'
import type { Embeddings } from './embeddings.ts'

/** The parts of a workspace that embedding needs. */
export interface Embeddable {
  readonly readModels: Pick<
    SearchReads,
    'listUnembedded' | 'readDocuments' | 'keepVectors' | 'dropOtherVectors'
  >
}

/** Texts per request. */
const batchSize = 32
/** Timeout of a request. */
const requestTimeoutMs = 60_000

/**
 * Embeds all documents without a vector, newest first. Vectors are stored with the read models: interrupted at any point,
 * it continues with the rest. Rejects when the endpoint can't answer.
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
