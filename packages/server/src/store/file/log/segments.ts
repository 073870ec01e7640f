import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Position } from '../../ports.ts'

/** A segment is a file named by the position of its first byte, so that names sort as positions do. */
export function segmentPath(directory: string, base: Position): string {
  return join(directory, `${String(base).padStart(20, '0')}.seg`)
}

/** The base positions of all segments in the directory, in order. Other files are left alone. */
export async function listSegments(directory: string): Promise<Position[]> {
  const names = await readdir(directory)
  return names
    .filter((name) => /^\d{20}\.seg$/.test(name))
    .map((name) => Number(name.slice(0, 20)))
    .sort((a, b) => a - b)
}
