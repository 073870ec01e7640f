import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Answers, type KeptAnswer, answerBounds } from '../../workspaces/answers.ts'

export interface AnswersFileOptions {
  /** The file; made with the first answer. */
  path: string
  /** False gives up durability for speed. */
  sync: boolean
  /** Default {@link answerBounds}. */
  bounds?: typeof answerBounds
}

/** Where an answer stands in the file: the bodies stay on disk. */
interface Place {
  offset: number
  length: number
  at: number
}

/**
 * Keeps answers in one file, a line of JSON each, appended and synced. It is opened at the first use, and written anew
 * without what is forgotten then, and whenever that has come to outweigh the rest. A line that a kill cut off, or that
 * is damaged, is no answer. In memory are only the places of the lines.
 */
export function openAnswersFile({ path, sync, bounds = answerBounds }: AnswersFileOptions): Answers {
  /** Oldest first. */
  let places = new Map<string, Place>()
  let keptBytes = 0
  let size = 0
  let file: FileHandle | null = null
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task, task)
    last = turn.catch(() => null)
    return turn
  }

  const put = (id: string, place: Place): void => {
    drop(id)
    places.set(id, place)
    keptBytes += place.length
  }
  const drop = (id: string): void => {
    keptBytes -= places.get(id)?.length ?? 0
    places.delete(id)
  }
  const forget = (now: number): void => {
    for (const [id, { at }] of places) {
      const isTooMuch = places.size > bounds.maxAnswers || keptBytes > bounds.maxBytes
      if (!isTooMuch && now - at < bounds.maxAgeMs) return
      drop(id)
    }
  }

  const opened = async (now: number): Promise<FileHandle> => {
    if (closed) throw new Error(`${path} is closed`)
    if (file !== null) return file
    const bytes = await readIfThere(path)
    places = new Map()
    keptBytes = 0
    for (const { offset, line } of linesOf(bytes)) {
      const answer = parseAnswer(line)
      if (answer !== null) put(answer.id, { offset, length: line.length, at: answer.at })
    }
    forget(now)
    return rewrite((place) => Promise.resolve(bytes.subarray(place.offset, place.offset + place.length)))
  }

  /** Writes a new file of what is kept in place of the old one. */
  const rewrite = async (read: (place: Place) => Promise<Buffer>): Promise<FileHandle> => {
    const draft = `${path}.tmp`
    const next = await open(draft, 'w+', 0o600)
    const moved = new Map<string, Place>()
    let end = 0
    try {
      for (const [id, place] of places) {
        const line = Buffer.concat([await read(place), newline])
        await writeAll(next, line, end)
        moved.set(id, { ...place, offset: end, length: line.length - 1 })
        end += line.length
      }
      if (sync) await next.sync()
      await rename(draft, path)
      if (sync) await syncFolder(dirname(path))
    } catch (error) {
      await next.close()
      throw error
    }
    const old = file
    file = next
    places = moved
    keptBytes = end - moved.size
    size = end
    await old?.close()
    return next
  }

  const readPlace = async ({ offset, length }: Place): Promise<Buffer> => {
    const line = Buffer.alloc(length)
    await file?.read(line, 0, length, offset)
    return line
  }

  return {
    find: (id, now) =>
      inTurn(async () => {
        await opened(now)
        const place = places.get(id)
        if (place === undefined || now - place.at >= bounds.maxAgeMs) return null
        const answer = parseAnswer(await readPlace(place))
        // It was there when its place was noted: to say that there is none would have the request executed again.
        if (answer?.id !== id) throw new Error(`${path} is damaged at byte ${place.offset}`)
        return answer
      }),
    keep: (answer) =>
      inTurn(async () => {
        const handle = await opened(answer.at)
        const body =
          answer.body !== null && Buffer.byteLength(answer.body) > bounds.maxBodyBytes ? null : answer.body
        const line = Buffer.from(`${JSON.stringify({ ...answer, body })}\n`)
        // What fails on the way is written over by the next.
        await writeAll(handle, line, size)
        if (sync) await handle.datasync()
        put(answer.id, { offset: size, length: line.length - 1, at: answer.at })
        size += line.length
        forget(answer.at)
        if (size > 2 * keptBytes + spareBytes) await rewrite(readPlace)
      }),
    forgetBodies: (holds) =>
      inTurn(async () => {
        // Also what is forgotten already leaves the file.
        await opened(Date.now())
        await rewrite(async (place) => {
          const line = await readPlace(place)
          const answer = parseAnswer(line)
          if (answer?.body == null || !holds(answer.body)) return line
          return Buffer.from(JSON.stringify({ ...answer, body: null }))
        })
      }),
    close: () =>
      inTurn(async () => {
        closed = true
        await file?.close()
        file = null
      }),
  }
}

const newline = Buffer.from('\n')
/** Of forgotten answers that aren't worth a rewrite. */
const spareBytes = 1024 * 1024

async function readIfThere(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
}

async function writeAll(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, offset + written)).bytesWritten
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The lines that are whole. */
function* linesOf(bytes: Buffer): Generator<{ offset: number; line: Buffer }> {
  let offset = 0
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, offset)) {
    yield { offset, line: bytes.subarray(offset, end) }
    offset = end + 1
  }
}

/** Null for what is no answer. */
function parseAnswer(line: Buffer): KeptAnswer | null {
  let value: unknown
  try {
    value = JSON.parse(line.toString('utf8'))
  } catch {
    // Cut off by a kill, or damaged: the request counts as not yet executed.
    return null
  }
  return isAnswer(value) ? value : null
}

function isAnswer(value: unknown): value is KeptAnswer {
  if (typeof value !== 'object' || value === null) return false
  const { id, fingerprint, at, status, body } = value as Partial<Record<keyof KeptAnswer, unknown>>
  return (
    typeof id === 'string' &&
    typeof fingerprint === 'string' &&
    typeof at === 'number' &&
    typeof status === 'number' &&
    (typeof body === 'string' || body === null)
  )
}
