import type FileSystem from 'node:fs'
import { builtIn } from './built-in.ts'

/** The writer of a spool file, from its name: machine, process, the process's start, and one writer within it. */
export interface Owner {
  host: string
  pid: number
  /** Distinguishes a process from a later one with the same pid; '0' where the system doesn't tell. */
  started: string
}

/** A unique name for a writer in this process. */
export function nameOwner(): string {
  const pid = globalThis.process?.pid ?? 0
  return `${hostName()}-${pid}-${startOf(pid)}-${globalThis.crypto.randomUUID().slice(0, 8)}`
}

/** The writer in a spool file's name; null for a file that its writer has closed. */
export function readOwner(name: string): Owner | null {
  const [host = '', pid = '', started = ''] = name.split('-')
  return host === 'free' ? null : { host, pid: Number(pid), started }
}

/** Whether the writer is alive; undefined on another machine, where only its heartbeat can tell. */
export function isAlive(owner: Owner): boolean | undefined {
  if (owner.host !== hostName()) return undefined
  try {
    globalThis.process?.kill(owner.pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return owner.started === startOf(owner.pid)
}

let host: string | undefined

/**
 * Identifies the machine, its boot and its pid namespace: a pid is only unique within all three. In two containers with
 * one host name, pid 1 is two processes.
 */
function hostName(): string {
  host ??= hash(
    [
      builtIn('node:os')?.hostname(),
      attempt((fs) => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      attempt((fs) => fs.readlinkSync('/proc/self/ns/pid')),
    ].join(),
  )
  return host
}

/** When a process started, in clock ticks since boot: field 22 of its stat, after a name that may contain anything. */
function startOf(pid: number): string {
  const stat = attempt((fs) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
}

/** For what only some systems provide. */
function attempt(read: (fs: typeof FileSystem) => string): string | undefined {
  const fs = builtIn('node:fs')
  try {
    return fs && read(fs)
  } catch {
    return undefined
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(36)
}
