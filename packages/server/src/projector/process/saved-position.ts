import { readFile, rm, writeFile } from 'node:fs/promises'
import { tablesVersion } from '../schema.ts'
import type { Position } from '../../kernel/store/ports.ts'

/**
 * Beside the database file: its checkpoint, so that the server knows it without starting the process. Exists only while
 * no process has the database open.
 */
const savedPositionPath = (path: string): string => `${path}.position`

/** Written by the process after it closed the database. */
export async function writeSavedPosition(path: string, position: Position): Promise<void> {
  await writeFile(savedPositionPath(path), `${position} ${tablesVersion}`)
}

/** Called by the process before it opens the database: the saved position is out of date from then on. */
export async function removeSavedPosition(path: string): Promise<void> {
  await rm(savedPositionPath(path), { force: true })
}

/** 0 when it is unknown, as after a kill -9, or when opening will rebuild the tables (their schema version differs). */
export async function readSavedPosition(path: string): Promise<Position> {
  const [position, version] = (await readFile(savedPositionPath(path), 'utf8').catch(() => '')).split(' ')
  return version === tablesVersion && Number.isSafeInteger(Number(position)) ? Number(position) : 0
}
