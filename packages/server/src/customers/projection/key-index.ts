import type { SqlWriter } from '../../kernel/sql/database.ts'

const initialSlots = 1024
/** A removed entry: its place is skipped, not free. */
const removed = -1

/**
 * Which subjects have a key, by its hash, in memory: 12 bytes an entry in open addressing. So what is new costs no
 * statement, and what is known none but for the rows that are not in memory either. Where only presence counts (ids of
 * customers, holders of traits) the subject is 1.
 */
export class KeyIndex {
  #hashes = new Float64Array(initialSlots)
  /** Subject ids, which begin with 1; 0 is free. */
  #subjects = new Int32Array(initialSlots)
  #used = 0
  /** What the micro-batch did, to undo it. */
  #added: [hash: number, subject: number][] = []
  #removed: [hash: number, subject: number][] = []

  /** `stored`: a statement for hashes and subject ids. */
  static async open(writer: SqlWriter, stored: string): Promise<KeyIndex> {
    const index = new KeyIndex()
    for await (const [hashes, subjects] of writer.numbers(stored))
      for (let row = 0; row < hashes!.length; row++) index.#insert(hashes![row]!, subjects![row]!)
    return index
  }

  /** The subjects with a key of this hash. */
  subjects(hash: number): number[] {
    const found: number[] = []
    const mask = this.#hashes.length - 1
    for (let slot = start(hash, mask); this.#subjects[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#hashes[slot] === hash && this.#subjects[slot] !== removed) found.push(this.#subjects[slot]!)
    return found
  }

  /** Whether any subject up to `lastId` has a key of this hash, or had it when the micro-batch began. */
  has(hash: number, lastId: number): boolean {
    const mask = this.#hashes.length - 1
    for (let slot = start(hash, mask); this.#subjects[slot] !== 0; slot = (slot + 1) & mask)
      if (this.#hashes[slot] === hash && this.#subjects[slot]! > 0 && this.#subjects[slot]! <= lastId)
        return true
    return this.#removed.some(([other]) => other === hash)
  }

  add(hash: number, subject: number): void {
    this.#added.push([hash, subject])
    this.#insert(hash, subject)
  }

  remove(hash: number, subject: number): void {
    if (this.#delete(hash, subject)) this.#removed.push([hash, subject])
  }

  /** The micro-batch was committed. */
  end(): void {
    this.#added = []
    this.#removed = []
  }

  /** The micro-batch was rolled back. */
  undo(): void {
    for (const [hash, subject] of this.#added) this.#delete(hash, subject)
    for (const [hash, subject] of this.#removed)
      if (!this.#isAdded(hash, subject)) this.#insert(hash, subject)
    this.end()
  }

  #isAdded(hash: number, subject: number): boolean {
    return this.#added.some(([other, id]) => other === hash && id === subject)
  }

  #insert(hash: number, subject: number): void {
    if (this.#used * 3 > this.#hashes.length * 2) this.#grow()
    const mask = this.#hashes.length - 1
    let slot = start(hash, mask)
    while (this.#subjects[slot] !== 0) slot = (slot + 1) & mask
    this.#hashes[slot] = hash
    this.#subjects[slot] = subject
    this.#used++
  }

  #delete(hash: number, subject: number): boolean {
    const mask = this.#hashes.length - 1
    for (let slot = start(hash, mask); this.#subjects[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#hashes[slot] !== hash || this.#subjects[slot] !== subject) continue
      this.#subjects[slot] = removed
      return true
    }
    return false
  }

  #grow(): void {
    const [hashes, subjects] = [this.#hashes, this.#subjects]
    this.#hashes = new Float64Array(hashes.length * 2)
    this.#subjects = new Int32Array(hashes.length * 2)
    this.#used = 0
    for (let slot = 0; slot < subjects.length; slot++)
      if (subjects[slot]! > 0) this.#insert(hashes[slot]!, subjects[slot]!)
  }
}

/** The lower bits of a hash are well mixed. */
function start(hash: number, mask: number): number {
  return (hash % 4294967296) & mask
}
