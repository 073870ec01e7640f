import { encodeRecord, type ExtractionRecord } from '../../kernel/log/record.ts'
import type { UnreadSource } from '../fact-read-types.ts'
import type { LeaseContext } from '../../kernel/background/under-lease.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { acceptFacts, extractionLimits } from './accept-facts.ts'
import type { AskModel } from './ask-model.ts'

/** Sources that are processed concurrently. */
const sourcesAtOnce = 4
/** Length of the chunks of a text in characters, and their maximal number. */
const chunkLength = 20_000
const maxChunks = 10
/** After this many unusable answers a source counts as processed. */
const maxAttempts = 3

export interface FactExtraction {
  /**
   * Extracts facts from every source of a workspace that hasn't been processed, latest first. The facts of each source
   * are appended to the log together: interrupted at any point, it continues with the rest. Throws when the endpoint
   * can't answer.
   */
  run(workspace: Pick<Workspace, 'log' | 'readModels'>, context: LeaseContext): Promise<void>
}

export function createFactExtraction({
  ask,
  model,
  clock,
}: {
  ask: AskModel
  /** Its name, for the record. */
  model: string
  clock: () => number
}): FactExtraction {
  const attempts = new Map<string, number>()

  /** Null: not this time. */
  async function read(source: UnreadSource, signal: AbortSignal): Promise<ExtractionRecord['facts'] | null> {
    const { sourceType, title } = source
    const facts = new Map<string, ExtractionRecord['facts'][number]>()
    for (const text of chunks(source.text)) {
      const answer = await ask({ sourceType, title, text }, signal)
      const accepted = answer === null ? null : acceptFacts(answer, source)
      if (accepted === null) {
        const failed = (attempts.get(source.textHash) ?? 0) + 1
        attempts.set(source.textHash, failed)
        if (failed < maxAttempts) return null
        attempts.delete(source.textHash)
        break
      }
      for (const fact of accepted) facts.set(fact.factId, fact)
    }
    return [...facts.values()].slice(0, extractionLimits.factsPerSource)
  }

  return {
    async run({ log, readModels }, { signal, lease }) {
      while (!signal.aborted && readModels.unavailable === null) {
        const sources = await readModels.listUnreadSources(sourcesAtOnce)
        if (sources.length === 0) return
        await allEnded(
          sources.map(async (source) => {
            const facts = await read(source, signal)
            if (facts === null) return
            const { sourceType, sourceId, textHash } = source
            const record: ExtractionRecord = {
              kind: 'extraction',
              sourceType,
              sourceId,
              textHash,
              model,
              facts,
            }
            const payload = encodeRecord({ kind: 'records', receivedAt: clock(), records: [record] })
            await log.append(payload, { lease })
          }),
        )
        // Otherwise the next run would find the same sources again.
        if (!(await readModels.fresh()).current) return
      }
    },
  }
}

/** Waits for all of them, so that none keeps running, then throws the first error. */
async function allEnded<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** Splits a text at the end of a line or a word. */
function chunks(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length && parts.length < maxChunks;) {
    const rest = text.slice(from, from + chunkLength)
    const atLine = rest.lastIndexOf('\n')
    const atWord = rest.lastIndexOf(' ')
    const cut = [atLine, atWord].find((place) => place > chunkLength / 2) ?? rest.length - 1
    const length = from + rest.length >= text.length ? rest.length : cut + 1
    parts.push(rest.slice(0, length))
    from += length
  }
  return parts
}
