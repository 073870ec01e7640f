import { join } from 'node:path'
import type { OrganizationStore } from '../ports.ts'
import { fileClaims } from './file-claims.ts'
import { fileDocuments } from './file-documents.ts'
import { fileJournals } from './file-journals.ts'
import { fileLeases } from './file-leases.ts'
import { lazyFileLog } from './log/lazy-file-log.ts'
import { type Turns, createTurns } from './turns.ts'

export interface FileOrganization {
  store: OrganizationStore
  /** Waits for what is in flight, then lets go of the files. */
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
  const newTurns = () => createTurns(assertOpen)
  const turns = { documents: newTurns(), journals: newTurns(), claims: newTurns(), leases: newTurns() }
  /** Of what belongs to the process that holds the data directory's lock. */
  const owned = (inner: Turns): Turns => ({
    ...inner,
    take: (task) =>
      inner.take(async () => {
        await open()
        return task()
      }),
  })
  const claims = fileClaims({ directory, sync, clock, turns: owned(turns.claims) })
  const { leases, isCurrent } = fileLeases({ directory, sync, turns: owned(turns.leases) })
  const log = lazyFileLog({ directory: join(directory, 'log'), sync, isCurrent, own: open })
  return {
    store: {
      organizationId,
      log,
      documents: fileDocuments({ directory, sync, turns: turns.documents, assertOpen }),
      journals: fileJournals({ directory, sync, turns: turns.journals, assertOpen }),
      claims,
      leases,
    },
    async close() {
      await log.close()
      await Promise.all(Object.values(turns).map((one) => one.done()))
      await claims.close()
    },
  }
}
