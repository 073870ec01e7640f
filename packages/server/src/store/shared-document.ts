import { AppError } from '../errors.ts'
import type { Documents } from './ports.ts'

/** A document that several processes change. */
export interface SharedDocument<Value> {
  /** How often this process has changed it. */
  readonly changes: number
  /** As it stands; a copy. Cheap where nobody changed it. */
  read(): Promise<Value>
  /**
   * Durable once it resolves. `change` may be called again, on what others made of it meanwhile; what it throws changes
   * nothing. That nothing is to be changed is decided on what is stored, and not on what was seen a moment ago.
   */
  change<Result>(change: (value: Value) => Result): Promise<Result>
}

const maxAttempts = 50

/** `empty` is what it holds before it was ever written. */
export function openSharedDocument<Value extends object>(
  documents: Documents,
  name: string,
  empty: Value,
): SharedDocument<Value> {
  let known: { value: Value; version: string } | null = null
  let changes = 0

  async function load({ now = false } = {}) {
    const found =
      known === null ? await documents.read(name) : await documents.read(name, { known: known.version, now })
    if (found === 'unchanged') return known
    known = found === null ? null : { value: found.value as Value, version: found.version }
    return known
  }

  return {
    get changes() {
      return changes
    },
    read: async () => structuredClone((await load())?.value ?? empty),
    async change(change) {
      let now = false
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const found = await load({ now })
        const value = structuredClone(found?.value ?? empty)
        const result = change(value)
        if (JSON.stringify(value) === JSON.stringify(found?.value ?? empty)) {
          if (now) return result
          // A write would find out what others wrote since.
          now = true
          continue
        }
        const version = await documents.write(name, value, { expected: found?.version ?? null })
        if (version === null) continue
        known = { value, version }
        changes += 1
        return result
      }
      throw new AppError('UNAVAILABLE', `The ${name} are changed again and again by others: try again`)
    },
  }
}
