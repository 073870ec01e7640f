import type { Workspace } from '../../store/store.ts'
import { rest } from '../background-work.ts'

/** After each slice it rests so many times as long as the slice took, so that reads and ingest go first. */
const restFactor = 5
const minRestMs = 50

/** Refreshes behavioural facts, a slice at a time, until no customer needs it. */
export async function refreshInBackground(
  { readModels }: Pick<Workspace, 'readModels'>,
  { clock, signal }: { clock: () => number; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    if (readModels.unavailable !== null) return
    const started = performance.now()
    if ((await readModels.refreshFacts(null, clock())) === 0) return
    const tookMs = performance.now() - started
    if (!(await rest(Math.max(minRestMs, tookMs * restFactor), signal))) return
  }
}
