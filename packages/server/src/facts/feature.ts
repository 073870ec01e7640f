import { defineFeature } from '../kernel/operations/define-feature.ts'
import { getFact } from './get-fact.ts'
import { listFacts } from './list-facts.ts'
import { startBackgroundWork } from '../kernel/background/background-work.ts'
import { underLease } from '../kernel/background/under-lease.ts'
import { createBackgroundRefresh } from './behaviour/refresh-in-background.ts'
import { createAskModel } from './extraction/ask-model.ts'
import { createFactExtraction } from './extraction/extract-facts.ts'
import type { ChatEndpoint } from './extraction/post-chat.ts'

declare module '../kernel/operations/services.ts' {
  interface Services {
    /** Null when no language model is configured. */
    ai: ChatEndpoint | null
  }
}

/** What is known of customers. */
export const factsFeature = defineFeature({
  tools: {
    svc_list_facts: listFacts,
    svc_get_fact: getFact,
  },
  startBackground: ({ workspaces, clock, logger, ai }) => {
    const warn = (message: string) => logger.warn(message)
    const bringUpToDate = createBackgroundRefresh(clock)
    const refresh = startBackgroundWork({
      name: 'Behavioural facts could not be brought up to date',
      intervalMs: 60_000,
      // Of an organization without any data no process is started.
      work: async (workspace, signal) =>
        (await workspace.log.end()) === 0 ? true : bringUpToDate(workspace, signal),
      basis: ({ readModels }) => `${readModels.revision} on ${new Date(clock()).toISOString().slice(0, 10)}`,
      workspaces,
      warn,
    })
    if (ai === null) return [refresh]
    const extraction = createFactExtraction({ ask: createAskModel(ai), model: ai.model, clock })
    const extract = startBackgroundWork({
      name: 'Sources could not be read for facts',
      intervalMs: 2_000,
      work: underLease((workspace, { signal, lease }) =>
        workspace.rewrites.shared(signal, (stop) => extraction.run(workspace, { signal: stop, lease })),
      ),
      basis: ({ readModels }) => String(readModels.revision),
      workspaces,
      warn,
    })
    return [refresh, extract]
  },
})
