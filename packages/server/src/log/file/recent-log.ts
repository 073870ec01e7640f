import type { Position } from '../log.ts'
import { listSegments } from './segments.ts'

/** Where a reader starts that wants at least the last `bytes` of the log before `until`: the start of a segment. */
export async function startOfLast(directory: string, until: Position, bytes: number): Promise<Position> {
  const bases = await listSegments(directory)
  let start = bases[0] ?? 0
  for (const base of bases) if (base <= until - bytes) start = base
  return start
}
