import { partOf } from '../kernel/workspace/part.ts'
import { cutText } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import type { SignalDefinition } from '../kernel/log/record.ts'
import { openSharedDocument } from '../kernel/store/shared-document.ts'

/** A signal, as configured by people. */
export type StoredSignal = {
  id: string
  /** `signal:trial-started`: from its first name. */
  key: string
  name: string
  description: string | null
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
  archivedAt: string | null
} & SignalDefinition

/** Definitions of signals, archived ones too. */
export const signalsOf = partOf((workspace) =>
  openSharedDocument<StoredSignal[]>(workspace.documents, 'signals', []),
)

/**
 * Up to when each time-based signal was evaluated, Unix milliseconds, by its id: a hint where to continue, since
 * occurrences are recognised by their ids.
 */
export const signalClockOf = partOf((workspace) =>
  openSharedDocument<Record<string, number>>(workspace.documents, 'signal-clock', {}),
)

/** A current one. Throws AppError `NOT_FOUND`. */
export function findSignal(signals: readonly StoredSignal[], id: string): StoredSignal {
  const found = signals.find((signal) => signal.id === id && signal.archivedAt === null)
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no signal ${id}`)
  return found
}

/** Its definition in the log. */
export function definitionOf({ kind, definition }: StoredSignal): SignalDefinition {
  return { kind, definition } as SignalDefinition
}

const keyLength = 60

/** A key for a new signal that no other has. */
export function newSignalKey(name: string, signals: readonly StoredSignal[]): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = cutText(words, keyLength).replaceAll(/^-+|-+$/g, '')
  const base = `signal:${slug === '' ? 'unnamed' : slug}`
  const taken = new Set(signals.map(({ key }) => key))
  if (!taken.has(base)) return base
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
