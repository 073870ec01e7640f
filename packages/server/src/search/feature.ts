import { defineFeature } from '../kernel/operations/define-feature.ts'
import { searchCustomerContext } from './search-customer-context.ts'
import { startBackgroundWork } from '../kernel/background/background-work.ts'
import { createDocumentEmbedder } from './embed-documents.ts'
import type { Embeddings, QueryEmbedder } from './embeddings.ts'

declare module '../kernel/operations/services.ts' {
  interface Services {
    /** Null when no embeddings endpoint is configured. */
    embeddings: Embeddings | null
    /** Returns the vector of a search's text. Null when no embeddings endpoint is configured. */
    embedQuery: QueryEmbedder | null
  }
}

/** Finding texts. */
export const searchFeature = defineFeature({
  tools: {
    svc_search_customer_context: searchCustomerContext,
  },
  startBackground: ({ workspaces, logger, embeddings }) => {
    if (embeddings === null) return []
    const embed = createDocumentEmbedder(embeddings)
    return [
      startBackgroundWork({
        name: 'Texts could not be embedded',
        intervalMs: 1_000,
        work: (workspace, signal) => workspace.rewrites.shared(signal, (stop) => embed(workspace, stop)),
        basis: ({ readModels }) => String(readModels.revision),
        workspaces,
        warn: (message) => logger.warn(message),
      }),
    ]
  },
})
