import { decodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { openFileLogReader } from '../../src/drivers/file/log/file-log-reader.ts'
import type { Log } from '../../src/kernel/store/ports.ts'
import type { OpenReadModels } from '../../src/app/workspaces/open-workspaces.ts'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'

/** Read models that answer no question about people: for tests of what stands before them. */
export const openRecordingReadModels: OpenReadModels = async ({ log }) => {
  let projected = await log.end()
  log.subscribe((end) => (projected = end))
  const readModels: Pick<
    ReadModels,
    'projected' | 'subscribe' | 'fresh' | 'listOccurring' | 'unavailable' | 'counters' | 'usage' | 'close'
  > = {
    get projected() {
      return projected
    },
    subscribe: () => () => undefined,
    fresh: async () => ({ reads: readModels as ReadModels, current: true, stale: null }),
    // So that svc_schema is a tool that works here.
    listOccurring: async () => ({ eventTypes: [], eventNames: [] }),
    unavailable: null,
    counters: {
      duplicates: 0,
      quarantined: 0,
      occurrences: 0,
      restarts: 0,
      queryKills: 0,
      runningQueries: 0,
      queuedQueries: 0,
    },
    usage: () => null,
    close: async () => undefined,
  }
  // Whoever asks them a question fails, as a test that needs answers should.
  return readModels as ReadModels
}

/** Everything that a log holds, in order; of a directory as well while nobody has it open. */
export async function readLog(log: Pick<Log, 'read' | 'end'> | string): Promise<LogRecord[]> {
  const reader = typeof log === 'string' ? await openFileLogReader({ directory: log }) : log
  const until = typeof log === 'string' ? Number.MAX_SAFE_INTEGER : await log.end()
  const records: LogRecord[] = []
  let from = 0
  for (;;) {
    const { entries, next } = await reader.read(from, until)
    records.push(...entries.map((entry) => decodeRecord(entry.payload)))
    if (next === from || next >= until) return records
    from = next
  }
}
