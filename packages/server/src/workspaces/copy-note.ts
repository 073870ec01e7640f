import type { Documents } from '../store/ports.ts'

/** What an organization that was copied from another store says of it. */
export interface CopyNote {
  purpose: 'migrate' | 'backup' | 'restore'
  /** The store that it was copied from, for people. */
  from: string
  /** ISO 8601, UTC. */
  startedAt: string
  /** Null while it is being copied, and after that was broken off: then nobody may serve from it. */
  completedAt: string | null
  /** Of the log, as it was then. */
  records: number
  bytes: number
  /** Over the length (4 bytes, big-endian) and the bytes of each record, hex. */
  sha256: string | null
}

/** The document that holds it; of the copy alone, so it is never copied itself. */
export const copyNoteName = 'copy'

/** Null where nothing was ever copied to. */
export async function readCopyNote(documents: Documents): Promise<CopyNote | null> {
  return ((await documents.read(copyNoteName))?.value ?? null) as CopyNote | null
}

export async function writeCopyNote(documents: Documents, note: CopyNote): Promise<void> {
  const found = await documents.read(copyNoteName)
  const written = await documents.write(copyNoteName, note, { expected: found?.version ?? null })
  if (written === null) throw new Error(`${documents.place(copyNoteName)} is changed by somebody else`)
}
