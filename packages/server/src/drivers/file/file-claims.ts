import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { type Claims, type SettledClaim, claimBounds } from '../../kernel/store/ports.ts'
import { type ClaimLine, claimsFile, linesOf, parseLine, toLine } from './claim-lines.ts'
import type { SerialQueue } from './serial-queue.ts'
import { unavailable } from './unavailable.ts'

export interface FileClaims extends Claims {
  close(): Promise<void>
}

/** The position of a settled claim in the file: values stay on disk. */
interface Place {
  offset: number
  length: number
  expires: number
}

/** Expired lines up to this size don't trigger a rewrite. */
const spareBytes = 1024 * 1024

/**
 * Claims of the one process that owns the data directory. A running claim is in memory, and gone with the process; a
 * settled one is a line in `claims.ndjson`, appended and synced. The file is opened on first use, and rewritten once
 * expired lines outweigh the others.
 */
export function fileClaims(options: {
  directory: string
  sync: boolean
  queue: SerialQueue
  /** Unix milliseconds. */
  clock: () => number
  bounds?: typeof claimBounds
}): FileClaims {
  const { directory, sync, queue, clock, bounds = claimBounds } = options
  const path = join(directory, claimsFile)
  const running = new Map<string, { value: string; expires: number }>()
  /** Oldest first. */
  const settled = new Map<string, Place>()
  let settledBytes = 0
  let size = 0
  let file: FileHandle | null = null

  const drop = (key: string): void => {
    settledBytes -= settled.get(key)?.length ?? 0
    settled.delete(key)
  }
  const put = (key: string, place: Place): void => {
    drop(key)
    settled.set(key, place)
    settledBytes += place.length
  }
  const dropOldest = (): void => {
    const now = clock()
    for (const [key, { expires }] of settled) if (expires <= now) drop(key)
    for (const key of settled.keys()) {
      if (settled.size <= bounds.maxClaims && settledBytes <= bounds.maxBytes) return
      drop(key)
    }
  }

  async function opened(): Promise<FileHandle> {
    if (file !== null) return file
    await makeFolder(directory, { sync })
    const bytes = (await readIfThere(path)) ?? Buffer.alloc(0)
    let isWhole = true
    let end = 0
    for (const { offset, line } of linesOf(bytes)) {
      const claim = parseLine(line)
      end = offset + line.length + 1
      if (claim === null) isWhole = false
      else if (claim.value === null) drop(claim.key)
      else put(claim.key, { offset, length: line.length, expires: claim.expires })
    }
    const found = settled.size
    dropOldest()
    if (!isWhole || settled.size < found) {
      const readAt = async ({ offset, length }: Place) => bytes.subarray(offset, offset + length)
      // The disk is full: the old file can stay.
      const written = await writeAnew(readAt).catch(() => null)
      if (written !== null) return written
    }
    file = await openAt(path, end)
    size = end
    return file
  }

  /** Replaces the file by a new one with the valid claims. */
  async function writeAnew(
    read: (place: Place) => Promise<Uint8Array>,
    change: (claim: ClaimLine) => ClaimLine = (claim) => claim,
  ): Promise<FileHandle> {
    const lines: Buffer[] = []
    const moved = new Map<string, Place>()
    let end = 0
    for (const [key, { expires, ...place }] of settled) {
      const claim = parseLine(await read({ expires, ...place }))
      if (claim === null) throw damaged(place)
      const line = toLine(change(claim))
      moved.set(key, { offset: end, length: line.length - 1, expires })
      lines.push(line)
      end += line.length
    }
    await replaceFile(path, Buffer.concat(lines), { sync })
    await file?.close()
    file = null
    file = await openAt(path, end)
    settled.clear()
    settledBytes = 0
    for (const [key, place] of moved) put(key, place)
    size = end
    return file
  }

  async function readPlace({ offset, length }: Place): Promise<Buffer> {
    const line = Buffer.alloc(length)
    await file?.read(line, 0, length, offset)
    return line
  }

  async function append(claim: ClaimLine): Promise<void> {
    const handle = await opened()
    const line = toLine(claim)
    try {
      // A failed attempt is overwritten by the next.
      await writeAll(handle, line, size)
      if (sync) await handle.datasync()
    } catch (error) {
      await handle.truncate(size)
      throw error
    }
    if (claim.value === null) drop(claim.key)
    else put(claim.key, { offset: size, length: line.length - 1, expires: claim.expires })
    size += line.length
    dropOldest()
    // If the disk is full, this fails, too; the claim is settled all the same.
    if (size > 2 * settledBytes + spareBytes) await writeAnew(readPlace).catch(() => undefined)
  }

  async function find(key: string): Promise<string | null> {
    const claim = running.get(key)
    if (claim !== undefined && claim.expires > clock()) return claim.value
    running.delete(key)
    await opened()
    const place = settled.get(key)
    if (place === undefined || place.expires <= clock()) return null
    const line = parseLine(await readPlace(place))
    // The claim was there before: reporting it as missing would lead to a second execution.
    if (line?.key !== key) throw damaged(place)
    return line.value
  }

  const damaged = ({ offset }: Pick<Place, 'offset'>) => new Error(`${path} is damaged at byte ${offset}`)
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> =>
    queue.run(() => task().catch(unavailable("Claims can't be read or kept")))

  return {
    claim: (key, value, { ttlMs }) =>
      inTurn(async () => {
        const standing = await find(key)
        if (standing === null) running.set(key, { value, expires: clock() + ttlMs })
        return standing
      }),
    find: (key) => inTurn(() => find(key)),
    list: () =>
      inTurn(async () => {
        await opened()
        const now = clock()
        const claims: SettledClaim[] = []
        for (const place of settled.values()) {
          if (place.expires <= now) continue
          const line = parseLine(await readPlace(place))
          if (line === null || line.value === null) throw damaged(place)
          claims.push({ key: line.key, value: line.value, ttlMs: place.expires - now })
        }
        return claims
      }),
    settle: (key, value, { ttlMs }) =>
      inTurn(async () => {
        if (Buffer.byteLength(value) > bounds.maxValueBytes)
          throw new RangeError(`a claim holds at most ${bounds.maxValueBytes} bytes`)
        await append({ key, value, expires: clock() + ttlMs })
        running.delete(key)
      }),
    release: (key) =>
      inTurn(async () => {
        running.delete(key)
        await opened()
        if (settled.has(key)) await append({ key, value: null, expires: 0 })
      }),
    rewrite: (change) =>
      inTurn(async () => {
        for (const claim of running.values()) claim.value = change(claim.value)
        // Expired claims are removed from the file, too.
        await opened()
        await writeAnew(readPlace, (claim) => ({
          ...claim,
          value: claim.value === null ? null : change(claim.value),
        }))
      }),
    async close() {
      await file?.close()
      file = null
    },
  }
}

/** Opens a file for reading and writing, created if missing, and truncates it to `size`. */
async function openAt(path: string, size: number): Promise<FileHandle> {
  const file = await open(path, 'r+', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return open(path, 'wx+', 0o600)
    throw error
  })
  await file.truncate(size)
  return file
}

async function writeAll(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
  }
}
