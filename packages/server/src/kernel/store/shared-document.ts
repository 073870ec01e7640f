import { AppError } from '../errors.ts'
import type { Documents } from './ports.ts'

/** A document that several processes change. */
export interface SharedDocument<Value> {
  /** How often this process has changed it. */
  readonly changes: number
  /** A copy of the current value. Cheap while it is unchanged. */
  read(): Promise<Value>
  /**
   * Changes the document durably. `change` is called again if another process changed the document meanwhile; what it
   * throws is passed on, and nothing is changed. Whether there is anything to change is decided on the stored value, not
   * on a cached one.
   */
  change<Result>(change: (value: Value) => Result): Promise<Result>
}

const maxAttempts = 50

/** `empty`: the value before the first write. */
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
          // A write would notice what others have written since.
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
