import { decodeRecord, type LogRecord } from '../../src/log/record.ts'
import { openFileLogReader } from '../../src/log/file/file-log-reader.ts'
import type { OpenReadModels } from '../../src/store/file/file-store.ts'
import type { ReadModels } from '../../src/store/read-models.ts'

/** Read models that answer no question: for tests of what stands before them. */
export const openRecordingReadModels: OpenReadModels = async ({ log }) => {
  const refuse = async (): Promise<never> => {
    throw new Error('these read models answer no question')
  }
  const readModels: ReadModels = {
    get projected() {
      return log.durable
    },
    waitFor: async () => true,
    unavailable: null,
    parse: refuse,
    runUntrusted: refuse,
    close: async () => undefined,
    listCustomers: refuse,
    listUsers: refuse,
    listWorkspaceUsers: refuse,
    findCustomer: refuse,
    listContacts: refuse,
    getRevenue: refuse,
    getBehaviorMetrics: refuse,
    listTimeline: refuse,
  }
  return readModels
}

/** Everything that a log directory holds, in order. */
export async function readLog(directory: string): Promise<LogRecord[]> {
  const reader = await openFileLogReader({ directory })
  try {
    const records: LogRecord[] = []
    let from = 0
    for (;;) {
      const { entries, next } = await reader.read(from, Number.MAX_SAFE_INTEGER)
      records.push(...entries.map((entry) => decodeRecord(entry.payload)))
      if (next === from) return records
      from = next
    }
  } finally {
    await reader.close()
  }
}
