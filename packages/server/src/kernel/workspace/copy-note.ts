import type { Documents } from '../store/ports.ts'

/** Written into an organization that is copied from another store. */
export interface CopyNote {
  purpose: 'migrate' | 'backup' | 'restore'
  /** The source store, for people. */
  from: string
  /** ISO 8601, UTC. */
  startedAt: string
  /** Null during the copy, and after it was interrupted: then the copy can't be served. */
  completedAt: string | null
  /** Number of records in the log at that time. */
  records: number
  bytes: number
  /** Over the length (4 bytes, big-endian) and the bytes of each record, as hex. */
  sha256: string | null
}

/** The document that holds it. It is never copied itself. */
export const copyNoteName = 'copy'

/** Null for an organization that isn't a copy. */
export async function readCopyNote(documents: Documents): Promise<CopyNote | null> {
  return ((await documents.read(copyNoteName))?.value ?? null) as CopyNote | null
}

export async function writeCopyNote(documents: Documents, note: CopyNote): Promise<void> {
  const found = await documents.read(copyNoteName)
  const written = await documents.write(copyNoteName, note, { expected: found?.version ?? null })
  if (written === null) throw new Error(`${documents.place(copyNoteName)} is changed by somebody else`)
}
