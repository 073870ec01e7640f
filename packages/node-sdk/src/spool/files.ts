import { builtIn } from './built-in.ts'
import type FileSystem from 'node:fs'
import type Path from 'node:path'
import { isAlive, nameOwner, readOwner } from './owner.ts'

const maxSegmentBytes = 1_000_000
/** A writer on another machine that hasn't given a sign for so long is taken for dead. */
const leaseMs = 60_000
const suffix = '.jsonl'

/** A file of the spool: it goes when none of its events waits any more. */
export interface Segment {
  path: string
  waiting: number
  bytes: number
}

/** What a dead writer left: its events, and the lines that could not be read. */
export interface Adopted {
  segment: Segment
  events: string[]
  damaged: number
}

/**
 * Opens a directory of append-only files, one writer each, that several processes share. A write is in the kernel's
 * hands when `append` returns: it outlives the process however that ends, though not a power cut. A file is taken over
 * by renaming it, which only one can do. Should a living writer's file ever be taken (its machine slept), its events
 * are sent twice and stored once: they carry their uuid.
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

  /** Lets go of the file being written; the next event begins another. */
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
        // Half a line may stand at its end: nothing may follow it there.
        rotate()
        throw error
      }
      segment.bytes += bytes + 1
      segment.waiting++
      return segment
    },

    /** Says that one event of the segment needs the spool no more. */
    release(segment: Segment) {
      if (--segment.waiting > 0) return
      if (segment !== current) remove(segment)
      else if (segment.bytes > 0) {
        fs.ftruncateSync(current.fd, 0)
        segment.bytes = 0
      }
    },

    /** Takes over one file of a dead writer; undefined when there is none. */
    adopt(): Adopted | undefined {
      for (const file of findOrphans(fs, path, directory, owner, now())) {
        const segment = { path: nextPath(), waiting: 0, bytes: 0 }
        try {
          fs.renameSync(path.join(directory, file), segment.path)
        } catch (error) {
          // Another process was quicker.
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

    /** Tells writers on other machines that this one lives. Call it at least every 20 s. */
    beat() {
      if (!current) return
      try {
        fs.utimesSync(current.path, now() / 1000, now() / 1000)
      } catch (error) {
        if (!isMissing(error)) throw error
        // Taken for dead and taken over: go on in a file of our own.
        rotate()
      }
    },

    /** Hands what still waits to whoever starts next. */
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

/** Files whose writer is gone: dead on this machine, silent on another, or handed back. */
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

/** The events of a file. A last line without its end is a call that never returned: nobody was told it was recorded. */
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
