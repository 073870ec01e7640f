import { startBackgroundWork, type BackgroundWork } from './knowledge/background-work.ts'
import { createBackgroundRefresh } from './knowledge/behaviour/refresh-in-background.ts'
import { createAskModel } from './knowledge/extraction/ask-model.ts'
import { createFactExtraction } from './knowledge/extraction/extract-facts.ts'
import { embedDocuments } from './knowledge/search/embed-documents.ts'
import { besideErasures, resumeErasures } from './privacy/erasures.ts'
import { vectorsBesideErasures } from './privacy/vectors-beside-erasures.ts'
import type { Services } from './services.ts'
import type { Workspace } from './workspaces/workspace.ts'

/** Starts everything that the server does without being asked. */
export function startBackground(services: Services): BackgroundWork {
  const { workspaces, clock, logger, ai, embeddings } = services
  const warn = (message: string) => logger.warn(message)
  const start = (
    name: string,
    restMs: number,
    work: (workspace: Workspace, signal: AbortSignal) => Promise<void>,
  ) => startBackgroundWork({ name, restMs, work, workspaces, warn })

  const started = [
    start('A person could not be erased', 5_000, resumeErasures),
    start('Behavioural facts could not be brought up to date', 60_000, createBackgroundRefresh(clock)),
  ]
  if (ai !== null) {
    const extraction = createFactExtraction({ ask: createAskModel(ai), model: ai.model, clock })
    started.push(
      start('Sources could not be read for facts', 2_000, (workspace, signal) =>
        besideErasures(workspace, signal, (stop) => extraction.run(workspace, stop)),
      ),
    )
  }
  if (embeddings !== null) {
    started.push(
      embedDocuments(embeddings, {
        workspaces: () => [...workspaces].map(vectorsBesideErasures),
        warn,
      }),
    )
  }
  return {
    async close() {
      await Promise.all(started.map((work) => work.close()))
    },
  }
}
