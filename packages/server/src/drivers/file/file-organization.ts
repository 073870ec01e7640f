import { join } from 'node:path'
import type { OrganizationStore } from '../../kernel/store/ports.ts'
import { fileClaims } from './file-claims.ts'
import { fileDocuments } from './file-documents.ts'
import { fileJournals } from './file-journals.ts'
import { fileLeases } from './file-leases.ts'
import { lazyFileLog } from './log/lazy-file-log.ts'
import { type SerialQueue, createSerialQueue } from './serial-queue.ts'

export interface FileOrganization {
  store: OrganizationStore
  /** Waits for running operations, then closes the files. */
  close(): Promise<void>
}

/** One organization's ports, in its folder. */
export function fileOrganization(
  organizationId: string,
  options: {
    directory: string
    sync: boolean
    clock: () => number
    /** Throws once the store is closed. */
    assertOpen: () => void
    /** Makes sure that this process owns the data directory. */
    open: () => Promise<void>
  },
): FileOrganization {
  const { directory, sync, clock, assertOpen, open } = options
  const newQueue = () => createSerialQueue(assertOpen)
  const queues = { documents: newQueue(), journals: newQueue(), claims: newQueue(), leases: newQueue() }
  /** For ports that only the holder of the directory's lock may use. */
  const owned = (inner: SerialQueue): SerialQueue => ({
    ...inner,
    run: (task) =>
      inner.run(async () => {
        await open()
        return task()
      }),
  })
  const claims = fileClaims({ directory, sync, clock, queue: owned(queues.claims) })
  const { leases, isCurrent } = fileLeases({ directory, sync, queue: owned(queues.leases) })
  const log = lazyFileLog({ directory: join(directory, 'log'), sync, isCurrent, own: open })
  return {
    store: {
      organizationId,
      log,
      documents: fileDocuments({ directory, sync, queue: queues.documents, assertOpen }),
      journals: fileJournals({ directory, sync, queue: queues.journals, assertOpen }),
      claims,
      leases,
    },
    async close() {
      await log.close()
      await Promise.all(Object.values(queues).map((queue) => queue.idle()))
      await claims.close()
    },
  }
}
