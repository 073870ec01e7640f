import { AppError } from '../errors.ts'
import type { SignalDefinition } from '../log/record.ts'
import type { Documents } from '../store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

/** Something worth noticing in the stream of events, as people configured it. */
export type StoredSignal = {
  id: string
  /** `signal:trial-started`: of the first name it had. */
  key: string
  name: string
  description: string | null
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
  archivedAt: string | null
} & SignalDefinition

/** One organization's signals, those that were archived included. */
export type Signals = SharedDocument<StoredSignal[]>

export function openSignals(documents: Documents): Signals {
  return openSharedDocument<StoredSignal[]>(documents, 'signals', [])
}

/**
 * How far each signal by the clock was looked at, Unix milliseconds, by its id: a hint of where to go on, since what was found
 * is known by its id.
 */
export type SignalClock = SharedDocument<Record<string, number>>

export function openSignalClock(documents: Documents): SignalClock {
  return openSharedDocument<Record<string, number>>(documents, 'signal-clock', {})
}

/** One that is in use. Throws AppError `NOT_FOUND`. */
export function findSignal(signals: readonly StoredSignal[], id: string): StoredSignal {
  const found = signals.find((signal) => signal.id === id && signal.archivedAt === null)
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no signal ${id}`)
  return found
}

/** What the log says of it. */
export function definitionOf({ kind, definition }: StoredSignal): SignalDefinition {
  return { kind, definition } as SignalDefinition
}

const keyLength = 60

/** A key for a new signal that no other has. */
export function newSignalKey(name: string, signals: readonly StoredSignal[]): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, keyLength)
    .replaceAll(/^-+|-+$/g, '')
  const base = `signal:${slug === '' ? 'unnamed' : slug}`
  const taken = new Set(signals.map(({ key }) => key))
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
