import type { Signal } from '@customer-intel/contract'
import { configHashOf } from '../kernel/config-hash.ts'
import type { StoredSignal } from './signals.ts'

/** A signal in the API. */
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

/** Changes if and only if the configuration does. */
export function signalHashOf(stored: StoredSignal): string {
  return configHashOf(configurationOf(stored))
}

/** The configuration; also for the audit entry. */
export function configurationOf({ name, description, kind, definition, archivedAt }: StoredSignal): object {
  return { name, description, kind, definition, archived: archivedAt !== null }
}
