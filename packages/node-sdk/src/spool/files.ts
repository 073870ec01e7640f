import { builtIn } from './built-in.ts'
import type FileSystem from 'node:fs'
import type Path from 'node:path'
import { isAlive, nameOwner, readOwner } from './owner.ts'

const maxSegmentBytes = 1_000_000
/** A writer on another machine that hasn't updated its file for this long counts as dead. */
const leaseMs = 60_000
const suffix = '.jsonl'

/** A file of the spool: it is deleted when none of its events is waiting any more. */
export interface Segment {
  path: string
  waiting: number
  bytes: number
}

/** What a dead writer left: its events, and the lines that couldn't be read. */
export interface Adopted {
  segment: Segment
  events: string[]
  damaged: number
}

/**
 * Opens a directory of append-only files, one per writer, that several processes share. When `append` returns, the kernel
 * has the data: it survives the end of the process, but not a power failure. A file is taken over by renaming it, which
 * only one process can do. If a living writer's file is taken over (its machine was suspended), its events are sent twice
 * and stored once, by their uuid.
 */
export function openFiles(directory: string, now: () => number = Date.now) {
  const fs = builtIn('node:fs')
  const path = builtIn('node:path')
  if (!fs || !path)
    throw new TypeError('directorySpool needs a runtime with files: leave the spool out on this one')
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })

  const owner = nameOwner()
  const segments = new Set<Segment>()
  let current: (Segment & { fd: number }) | undefined
  let count = 0

  const nextPath = () => path.join(directory, `${owner}.${count++}${suffix}`)

  function open() {
    const file = nextPath()
    const fd = fs!.openSync(file, 'ax', 0o600)
    current = { path: file, waiting: 0, bytes: 0, fd }
    segments.add(current)
    return current
  }

  /** Closes the current file; the next event starts another one. */
  function rotate() {
    if (!current) return
    const done = current
    current = undefined
    fs!.closeSync(done.fd)
    if (done.waiting === 0) remove(done)
  }

  function remove(segment: Segment) {
    segments.delete(segment)
    fs!.rmSync(segment.path, { force: true })
  }

  return {
    /** Writes an event to the file before it returns. Throws when the disk refuses. */
    append(json: string, bytes: number): Segment {
      if (current && current.bytes > maxSegmentBytes) rotate()
      const segment = current ?? open()
      try {
        if (fs.writeSync(segment.fd, `${json}\n`) !== bytes + 1) throw new Error('the disk took only a part')
      } catch (error) {
        // It may end with half a line, after which nothing may be appended.
        rotate()
        throw error
      }
      segment.bytes += bytes + 1
      segment.waiting++
      return segment
    },

    /** One event of the segment is done. */
    release(segment: Segment) {
      if (--segment.waiting > 0) return
      if (segment !== current) remove(segment)
      else if (segment.bytes > 0) {
        fs.ftruncateSync(current.fd, 0)
        segment.bytes = 0
      }
    },

    /** Takes over one file of a dead writer; undefined if there is none. */
    adopt(): Adopted | undefined {
      for (const file of findOrphans(fs, path, directory, owner, now())) {
        const segment = { path: nextPath(), waiting: 0, bytes: 0 }
        try {
          fs.renameSync(path.join(directory, file), segment.path)
        } catch (error) {
          // Another process was faster.
          if (isMissing(error)) continue
          throw error
        }
        const { events, damaged } = readLines(fs.readFileSync(segment.path, 'utf8'))
        segment.waiting = events.length
        segments.add(segment)
        if (events.length === 0) remove(segment)
        if (events.length > 0 || damaged > 0) return { segment, events, damaged }
      }
      return undefined
    },

    /** Shows writers on other machines that this one is alive. Call it at least every 20 s. */
    beat() {
      if (!current) return
      try {
        fs.utimesSync(current.path, now() / 1000, now() / 1000)
      } catch (error) {
        if (!isMissing(error)) throw error
        // Our file was taken over: a new one is used.
        rotate()
      }
    },

    /** Leaves waiting events to the next process. */
    close() {
      rotate()
      for (const segment of segments) {
        const free = path.join(directory, `free-${globalThis.crypto.randomUUID()}.0${suffix}`)
        try {
          fs.renameSync(segment.path, free)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }
      segments.clear()
    },
  }
}

/** Files whose writer is gone: dead on this machine, silent on another one, or closed. */
function findOrphans(
  fs: typeof FileSystem,
  path: typeof Path,
  directory: string,
  self: string,
  nowMs: number,
): string[] {
  const files = fs.readdirSync(directory).filter((file) => file.endsWith(suffix))
  const owners = new Map<string, string[]>()
  for (const file of files) {
    const name = file.slice(0, file.indexOf('.'))
    owners.set(name, [...(owners.get(name) ?? []), file])
  }
  const lastSign = (own: string[]) =>
    Math.max(
      ...own.map((file) => fs.statSync(path.join(directory, file), { throwIfNoEntry: false })?.mtimeMs ?? 0),
    )
  return [...owners].flatMap(([name, own]) => {
    if (name === self) return []
    const owner = readOwner(name)
    const alive = owner === null ? false : (isAlive(owner) ?? lastSign(own) > nowMs - leaseMs)
    return alive ? [] : own
  })
}

/** The events of a file. An incomplete last line is a call that never returned: it wasn't reported as recorded. */
function readLines(text: string): { events: string[]; damaged: number } {
  const lines = text.split('\n').slice(0, -1)
  const events = lines.filter(isEvent)
  return { events, damaged: lines.length - events.length }
}

function isEvent(line: string): boolean {
  try {
    const event: unknown = JSON.parse(line)
    return typeof event === 'object' && event !== null && 'uuid' in event
  } catch {
    return false
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
