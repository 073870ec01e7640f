import type { EventKeys } from '../identity/keys.ts'
import {
  keyUses,
  type KeyUse,
  type MergeLimits,
  mergeLimits,
  type UseLimit,
  withoutCrowdedKeys,
} from '../identity/merge-protection.ts'
import { numberItems, type SqlWriter } from '../read-models/sql/database.ts'
import { type Row, tables } from '../read-models/sql/schema.ts'
import { keyHash, subjectTuple } from './subject.ts'

/** A key that names too much, as `trusted` senders state it. */
export interface CrowdedKey {
  key: string
  trusted: boolean
  limit: UseLimit
}

/** What a sender stated together. */
export interface Combination {
  keys: EventKeys
  trusted: boolean
}

/** How many combinations are remembered as counted, so that they aren't looked up again. */
const remembered = 50_000

/**
 * Counts the different things that each key comes with until it reaches a limit (see `identity/merge-protection.ts`),
 * and knows the keys that did. These stay in memory: each took as many statements as its limit.
 */
export class CrowdedKeys {
  readonly limits: MergeLimits
  #writer: SqlWriter
  #crowded = new Set<string>()
  #added: string[] = []
  /** Hashes of combinations that are counted. */
  #counted = new Set<number>()

  private constructor(writer: SqlWriter, limits: MergeLimits) {
    this.#writer = writer
    this.limits = limits
  }

  static async open(writer: SqlWriter, limits: MergeLimits = mergeLimits): Promise<CrowdedKeys> {
    const crowded = new CrowdedKeys(writer, limits)
    const rows = await writer.all<{ person_or_device: string; trusted: boolean; limit_name: UseLimit }>(
      'select person_or_device, trusted, limit_name from crowded_keys',
    )
    for (const { person_or_device: key, trusted, limit_name: limit } of rows)
      crowded.#crowded.add(nameOf({ key, trusted, limit }))
    return crowded
  }

  /** The keys without those that link nobody. */
  link(keys: EventKeys, trusted: boolean): EventKeys {
    return withoutCrowdedKeys(keys, (key, limit) => this.#crowded.has(nameOf({ key, trusted, limit })))
  }

  /** Counts what came together; returns the keys that reached a limit by it. */
  async count(combinations: Iterable<Combination>): Promise<CrowdedKey[]> {
    const counted = new Map<number, { use: KeyUse; trusted: boolean; others: Set<number> }>()
    for (const { keys, trusted } of combinations) {
      const combination = keyHash(subjectTuple(keys, trusted, null))
      if (this.#counted.has(combination)) continue
      this.#counted.add(combination)
      for (const use of keyUses(keys)) {
        const name = nameOf({ ...use, trusted })
        if (this.#crowded.has(name)) continue
        const hash = keyHash(name)
        const known = counted.get(hash)
        if (known) known.others.add(keyHash(use.other))
        else counted.set(hash, { use, trusted, others: new Set([keyHash(use.other)]) })
      }
    }
    if (counted.size === 0) return []
    const totals = new Map([...counted].map(([hash, { others }]) => [hash, others.size]))
    const rows = await this.#writer.all<{ hash: number; other: number }>(
      `select hash, other from key_uses where hash in (${numberItems(1)})`,
      [[...counted.keys()]],
    )
    for (const { hash, other } of rows) {
      if (!counted.get(hash)!.others.delete(other)) totals.set(hash, totals.get(hash)! + 1)
    }
    const reached: CrowdedKey[] = []
    const full: number[] = []
    const uses: Row<'key_uses'>[] = []
    for (const [hash, { use, trusted, others }] of counted) {
      if (totals.get(hash)! > this.limits[use.limit]) {
        full.push(hash)
        reached.push({ key: use.key, trusted, limit: use.limit })
      } else for (const other of others) uses.push({ hash, other })
    }
    await this.#writer.append(tables.key_uses, uses)
    if (reached.length > 0) await this.#enter(reached, full)
    return reached
  }

  async #enter(reached: readonly CrowdedKey[], hashes: readonly number[]): Promise<void> {
    await this.#writer.all(`delete from key_uses where hash in (${numberItems(1)})`, [hashes])
    await this.#writer.append(
      tables.crowded_keys,
      reached.map(({ key, trusted, limit }) => ({ person_or_device: key, trusted, limit_name: limit })),
    )
    for (const one of reached) {
      this.#crowded.add(nameOf(one))
      this.#added.push(nameOf(one))
    }
  }

  /** Ends a micro-batch that was committed. */
  end(): void {
    this.#added = []
    if (this.#counted.size > remembered) this.#counted.clear()
  }

  /** Undoes what this micro-batch added: its transaction failed. */
  forget(): void {
    for (const name of this.#added) this.#crowded.delete(name)
    this.#added = []
    this.#counted.clear()
  }
}

function nameOf({ key, trusted, limit }: CrowdedKey): string {
  return `${trusted ? 1 : 0} ${limit} ${key}`
}
