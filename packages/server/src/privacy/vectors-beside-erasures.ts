import type { SearchReads } from '../read-models/reads/search-reads.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { erasuresOf } from './erasures.ts'

type VectorReads = Pick<SearchReads, 'listUnembedded' | 'readDocuments' | 'keepVectors' | 'dropOtherVectors'>

/**
 * A workspace as those see it who make vectors: none are wanted while somebody is erased, and those are forgotten that
 * were under way when it began. Their texts may be gone, and documents are numbered anew afterwards.
 */
export function vectorsBesideErasures(workspace: Workspace): { readModels: VectorReads } {
  const { readModels } = workspace
  const { beginning } = erasuresOf(workspace)
  return {
    readModels: {
      listUnembedded: async (model, limit) =>
        beginning.aborted ? [] : readModels.listUnembedded(model, limit),
      readDocuments: (documents, terms) => readModels.readDocuments(documents, terms),
      keepVectors: async (model, vectors) => {
        if (!beginning.aborted) await readModels.keepVectors(model, vectors)
      },
      dropOtherVectors: (model) => readModels.dropOtherVectors(model),
    },
  }
}
