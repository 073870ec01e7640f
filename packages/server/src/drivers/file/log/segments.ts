import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhereMissing } from '../../../kernel/durable-files.ts'
import type { Position } from '../../../kernel/store/ports.ts'

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

/** Bytes of all segments. One that was removed meanwhile counts nothing. */
export async function sizeOfSegments(directory: string): Promise<number> {
  const bases = await listSegments(directory)
  const sizes = await Promise.all(
    bases.map((base) => stat(segmentPath(directory, base)).then(({ size }) => size, nullWhereMissing)),
  )
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}
