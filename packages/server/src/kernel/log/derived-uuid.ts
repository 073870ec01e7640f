import { hash } from 'node:crypto'

/** A uuid (version 8) computed from a text: the same everywhere and at any time. */
export function derivedUuid(text: string): string {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
