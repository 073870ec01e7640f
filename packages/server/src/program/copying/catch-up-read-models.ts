import type { Log, Position } from '../../kernel/store/ports.ts'
import { databasePath, openReadModels } from '../../projector/process/open-read-models.ts'
import { readSavedPosition } from '../../projector/process/saved-position.ts'
import { createSlots } from '../../projector/process/slots.ts'

/** How long the read models may take to catch up with the log. */
const catchUpMs = 24 * 60 * 60_000

/**
 * Brings read models of a command's own, in a folder that exists, up to the end of the log, and closes them. Resolves with
 * the position that they hold.
 */
export async function catchUpReadModels(
  directory: string,
  log: Log,
  signal?: AbortSignal,
): Promise<Position> {
  const followed = await openReadModels({ directory, log, slots: createSlots(1) })
  const stop = () => void followed.close()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    signal?.throwIfAborted()
    await followed.exact({ withinMs: catchUpMs })
    // Behavioural facts, which a server refreshes in the background.
    while ((await followed.refreshFacts(null, Date.now())) > 0) signal?.throwIfAborted()
  } finally {
    signal?.removeEventListener('abort', stop)
    await followed.close()
  }
  return readSavedPosition(databasePath(directory))
}
