import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Position } from '../store/ports.ts'
import { tablesVersion } from './sql/schema.ts'

/** Beside the file: how far it is, so that nobody has to start a process to know. There while no process has the file. */
const placeOf = (path: string): string => `${path}.position`

/** A process that ends says where it leaves the file. */
export async function writeRestingPosition(path: string, position: Position): Promise<void> {
  await writeFile(placeOf(path), `${position} ${tablesVersion}`)
}

/** A process has the file: where it rested holds no more. */
export async function forgetRestingPosition(path: string): Promise<void> {
  await rm(placeOf(path), { force: true })
}

/** Where the file rests; 0 where nobody knows, as after a kill -9, or where its tables are made anew when it is opened. */
export async function readRestingPosition(path: string): Promise<Position> {
  const [position, version] = (await readFile(placeOf(path), 'utf8').catch(() => '')).split(' ')
  return version === tablesVersion && Number.isSafeInteger(Number(position)) ? Number(position) : 0
}
