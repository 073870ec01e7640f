import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { draftSuffix, replaceFile } from '../../../kernel/durable-files.ts'
import { yieldEvery } from '../../../kernel/yield-every.ts'
import type { LogChange, Position } from '../../../kernel/store/ports.ts'
import { frameHeaderBytes, scanFrames, voidHeader, writeRecordHeader } from './frame.ts'
import { listSegments, segmentPath } from './segments.ts'

/** So much is looked at without a pause. */
const chunkBytes = 4 * 1024 * 1024

export interface RewriteOptions {
  directory: string
  /** Segments that begin before this are rewritten; none of them may be written to any more. */
  until: Position
  sync: boolean
  /** Throws where the log was closed meanwhile. */
  assertOpen: () => void
}

/**
 * Rewrites segments of the log, each whole: beside the old one, and then in its place, so that killed at any point
 * each is as it was or as it should be. Every record stays where it is: what becomes shorter is filled up with blanks,
 * which JSON allows, and what goes leaves a void. Returns how many segments were changed.
 */
export async function rewriteSegments(change: LogChange, options: RewriteOptions): Promise<number> {
  const { directory, until, sync, assertOpen } = options
  const names = await readdir(directory)
  // What an earlier run left, which was killed.
  for (const name of names) if (name.endsWith(draftSuffix)) await rm(join(directory, name), { force: true })
  await removeQuarantined(join(directory, 'quarantine'), change)
  const bases = await listSegments(directory)
  let rewritten = 0
  for (const [index, base] of bases.entries()) {
    if (base >= until) break
    assertOpen()
    const path = segmentPath(directory, base)
    const bytes = await rewriteSegment(await readFile(path), base, bases[index + 1] ?? until, change)
    if (bytes === null) continue
    assertOpen()
    await replaceFile(path, bytes, { sync })
    rewritten++
  }
  return rewritten
}

/** A segment as it should stand, in the same memory; null when nothing in it changes. */
async function rewriteSegment(
  segment: Buffer,
  base: Position,
  nextBase: Position,
  change: LogChange,
): Promise<Buffer | null> {
  // What a failed write left behind the next segment's base is no part of the log.
  const bytes = segment.subarray(0, nextBase - base)
  const pause = yieldEvery()
  let changed = bytes.length < segment.length
  let end = 0
  /** Looks at what is no record, from the last record's end on: voids, and what is damaged. */
  const passGap = (to: number): void => {
    const gap = bytes.subarray(end, to)
    if (gap.length === 0 || !change.isUnwanted(gap)) return
    makeVoid(gap)
    changed = true
  }
  let needs = 0
  for (let at = 0; at < bytes.length;) {
    const to = Math.min(at + Math.max(chunkBytes, needs), bytes.length)
    const scan = scanFrames(bytes.subarray(at, to), base + at, to === bytes.length)
    for (const { position, next, payload } of scan.entries) {
      passGap(position - base)
      end = next - base
      await pause()
      const wanted = change.payload(payload)
      if (wanted === payload) continue
      const frame = bytes.subarray(position - base, end)
      if (wanted === null) makeVoid(frame)
      else fill(frame, wanted)
      changed = true
    }
    at = scan.next - base
    needs = scan.needs
  }
  passGap(bytes.length)
  return changed ? bytes : null
}

function makeVoid(range: Buffer): void {
  range.fill(0)
  // Less than a header can't say that it is void: readers take it for damage, and skip it as well.
  if (range.length >= frameHeaderBytes) voidHeader(range.length).copy(range)
}

function fill(frame: Buffer, payload: Uint8Array): void {
  const room = frame.subarray(frameHeaderBytes)
  if (payload.length > room.length)
    throw new RangeError(`a record of ${room.length} bytes can't become one of ${payload.length}`)
  room.fill(0x20)
  room.set(payload)
  writeRecordHeader(frame, 0, room)
}

/** Copies of damaged bytes that were quarantined for people to look at. */
async function removeQuarantined(directory: string, change: LogChange): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(directory, name)
    if (change.isUnwanted(await readFile(path))) await rm(path)
  }
}
