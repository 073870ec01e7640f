/**
 * A cache that keeps at least the `size` entries set last, and at most twice as many, in two generations. Whoever uses an
 * entry sets it again.
 */
export class RecentlyUsed<Key, Value> {
  #size: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    return young === undefined ? this.#old.get(key) : young
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#size && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
