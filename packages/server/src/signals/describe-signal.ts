import type { Signal } from '@customer-intel/contract'
import { configHashOf } from '../config-hash.ts'
import type { StoredSignal } from './signals.ts'

/** A signal as the API tells it. */
export function toSignal(stored: StoredSignal): Signal {
  const { id, key, name, description, kind, definition, archivedAt, createdAt, updatedAt } = stored
  return {
    id,
    key,
    name,
    schemaVersion: 'schemaVersion' in definition ? definition.schemaVersion : '1',
    configHash: signalHashOf(stored),
    description,
    definition,
    archivedAt,
    createdAt,
    updatedAt,
    managedBy: 'UI',
    kind,
  }
}

/** Another one when, and only when, what people configured is another. */
export function signalHashOf(stored: StoredSignal): string {
  return configHashOf(configurationOf(stored))
}

/** What people configured; for the audit entry, too. */
export function configurationOf({ name, description, kind, definition, archivedAt }: StoredSignal): object {
  return { name, description, kind, definition, archived: archivedAt !== null }
}
