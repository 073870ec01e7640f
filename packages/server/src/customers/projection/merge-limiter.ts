import { identityTables } from '../tables/identity-tables.ts'
import { keyHash } from '../identity/key-hash.ts'
import { type EventKeys, keyTexts } from '../identity/keys.ts'
import {
  keyUses,
  type KeyUse,
  type MergeLimits,
  mergeLimits,
  type UseLimit,
  withoutOverusedKeys,
} from '../identity/merge-protection.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { SubjectTable } from './subject-table.ts'
import { type Subject, subjectHashes, subjectTuple } from './subject.ts'

/** A key that names too many, as `trusted` senders state it. */
export interface OverusedKey {
  key: string
  trusted: boolean
  limit: UseLimit
}

/** Keys that a sender stated together. */
export interface Combination {
  keys: EventKeys
  trusted: boolean
}

/** Combinations that are remembered as stored, so that they aren't looked up again. */
const remembered = 50_000

/** What a key was stated with, to count against a limit. */
interface Count {
  use: KeyUse
  trusted: boolean
  /** Hashes of the distinct values. */
  others: Set<number>
}

/**
 * Counts the distinct values that each key is stated with, up to a limit (see `identity/merge-protection.ts`), and knows
 * the keys that reached it. Those stay in memory: each took as many statements as its limit. Counted are the subjects
 * with a key, and, in `key_uses`, combinations that no subject has.
 */
export class MergeLimiter {
  readonly limits: MergeLimits
  #writer: SqlWriter
  /** This many combinations of a key can't reach any limit. */
  #harmless: number
  #overused = new Set<string>()
  #added: string[] = []
  /** Whether `key_uses` has any rows. */
  #hasUses = false
  /** Hashes of combinations that are in `key_uses`. */
  #kept = new Set<number>()

  private constructor(writer: SqlWriter, limits: MergeLimits) {
    this.#writer = writer
    this.limits = limits
    const { counterparts, devicePeople, deviceCombinations, personDevices, personAccounts } = limits
    this.#harmless = Math.min(counterparts, devicePeople, deviceCombinations, personDevices, personAccounts)
  }

  static async open(writer: SqlWriter, limits: MergeLimits = mergeLimits): Promise<MergeLimiter> {
    const limiter = new MergeLimiter(writer, limits)
    const rows = await writer.all<{ person_or_device: string; trusted: boolean; limit_name: UseLimit }>(
      'select person_or_device, trusted, limit_name from crowded_keys',
    )
    for (const { person_or_device: key, trusted, limit_name: limit } of rows)
      limiter.#overused.add(nameOf({ key, trusted, limit }))
    limiter.#hasUses = (await writer.all('select 1 from key_uses limit 1')).length > 0
    return limiter
  }

  /** The keys without overused ones, which link nobody; the same object if there are none. */
  link(keys: EventKeys, trusted: boolean): EventKeys {
    if (this.#overused.size === 0) return keys
    return withoutOverusedKeys(keys, (key, limit) => this.#overused.has(nameOf({ key, trusted, limit })))
  }

  /**
   * Loads the subjects of these combinations (by `subjectTuple`) and counts what is stated together; returns the keys
   * that thereby reach a limit.
   */
  async count(
    subjects: SubjectTable,
    combinations: ReadonlyMap<string, Combination>,
  ): Promise<OverusedKey[]> {
    const isCounted = (tuple: string) =>
      subjects.peek(tuple)?.stated === true || (this.#kept.size > 0 && this.#kept.has(keyHash(tuple)))
    const unknown = [...combinations].filter(([tuple]) => !isCounted(tuple))
    await subjects.load(unknown.flatMap(([, { keys }]) => subjectHashes(keys)))
    const fresh = unknown.flatMap(([tuple, combination]) =>
      subjects.peek(tuple)?.stated === true ? [] : [combination],
    )
    if (fresh.length === 0) return []
    const counts = this.#countFresh(subjects, fresh)
    const stored = await this.#readUses(counts)
    const reached: OverusedKey[] = []
    for (const [name, { use, trusted, others }] of counts) {
      if (others.size <= this.limits[use.limit]) continue
      reached.push({ key: use.key, trusted, limit: use.limit })
      this.#overused.add(name)
      this.#added.push(name)
    }
    await this.#writer.append(
      identityTables.crowded_keys,
      reached.map(({ key, trusted, limit }) => ({ person_or_device: key, trusted, limit_name: limit })),
    )
    await this.keep(
      fresh.filter(({ keys, trusted }) => this.link(keys, trusted) !== keys),
      stored,
    )
    return reached
  }

  /** What the keys of new combinations were stated with, for keys that may reach a limit. */
  #countFresh(subjects: SubjectTable, fresh: readonly Combination[]): Map<string, Count> {
    const most = new Map<string, number>()
    for (const { keys } of fresh)
      for (const key of keyTexts(keys)) most.set(key, (most.get(key) ?? subjects.under(key).length) + 1)
    const counts = new Map<string, Count>()
    const counted = new Set<string>()
    for (const [key, size] of most) if (this.#hasUses || size > this.#harmless) counted.add(key)
    if (counted.size === 0) return counts
    const add = ({ keys, trusted }: Combination) => {
      for (const use of keyUses(keys)) {
        if (!counted.has(use.key)) continue
        const name = nameOf({ ...use, trusted })
        if (this.#overused.has(name)) continue
        const known = counts.get(name)
        if (known) known.others.add(keyHash(use.other))
        else counts.set(name, { use, trusted, others: new Set([keyHash(use.other)]) })
      }
    }
    const stated = new Set<Subject>()
    for (const key of counted)
      for (const subject of subjects.under(key)) if (subject.stated) stated.add(subject)
    for (const combination of fresh) add(combination)
    for (const subject of stated) add({ keys: subject, trusted: subject.trusted })
    return counts
  }

  /** Adds the counts from `key_uses`, and returns its rows. */
  async #readUses(counts: ReadonlyMap<string, Count>): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const stored = new Map<number, Set<number>>()
    if (!this.#hasUses || counts.size === 0) return stored
    const byHash = new Map([...counts].map(([name, count]) => [keyHash(name), count]))
    const rows = await this.#writer.all<{ hash: number; other: number }>(
      `select hash, other from key_uses where hash in (${numberItems(1)})`,
      [[...byHash.keys()]],
    )
    for (const { hash, other } of rows) {
      byHash.get(hash)!.others.add(other)
      const others = stored.get(hash)
      if (others) others.add(other)
      else stored.set(hash, new Set([other]))
    }
    return stored
  }

  /** Stores combinations that no subject has. `stored`: what `key_uses` holds already. */
  async keep(
    combinations: Iterable<Combination>,
    stored: ReadonlyMap<number, ReadonlySet<number>> = new Map(),
  ): Promise<void> {
    const uses = new Map<number, Set<number>>()
    for (const { keys, trusted } of combinations) {
      this.#kept.add(keyHash(subjectTuple(keys, trusted, null)))
      for (const use of keyUses(keys)) {
        const name = nameOf({ ...use, trusted })
        if (this.#overused.has(name)) continue
        const hash = keyHash(name)
        const other = keyHash(use.other)
        if (stored.get(hash)?.has(other)) continue
        const others = uses.get(hash)
        if (others) others.add(other)
        else uses.set(hash, new Set([other]))
      }
    }
    const rows = [...uses].flatMap(([hash, others]) => [...others].map((other) => ({ hash, other })))
    if (rows.length === 0) return
    await this.#writer.append(identityTables.key_uses, rows)
    this.#hasUses = true
  }

  /** The micro-batch was committed. */
  end(): void {
    this.#added = []
    if (this.#kept.size > remembered) this.#kept.clear()
  }

  /** The micro-batch's transaction failed: undoes what it added. */
  forget(): void {
    for (const name of this.#added) this.#overused.delete(name)
    this.#added = []
    this.#kept.clear()
  }
}

function nameOf({ key, trusted, limit }: OverusedKey): string {
  return `${trusted ? 1 : 0} ${limit} ${key}`
}
