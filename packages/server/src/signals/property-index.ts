import type { PropertyCondition } from '@customer-intel/contract'

/** Finds items by their conditions on properties: all items whose conditions hold are returned, and few others. */
export interface PropertyIndex<Item> {
  /** Whether any item has conditions. */
  readonly asks: boolean
  /** All conditions must hold; the item is indexed by the one that the fewest events meet. */
  add(item: Item, conditions: readonly PropertyCondition[]): void
  /** Items whose conditions may hold. */
  find(properties: Record<string, unknown>): Item[]
}

/** Items by their condition on one property. */
interface PropertyEntry<Item> {
  /** By value. */
  equal: Map<unknown, Item[]>
  /** By prefix, grouped by its length. */
  begun: Map<number, Map<string, Item[]>>
  /** For any value. */
  present: Item[]
}

/** The condition that indexes an item: the first of these operators. */
const operators = ['equals', 'starts_with', 'exists'] as const

export function createPropertyIndex<Item>(): PropertyIndex<Item> {
  const always: Item[] = []
  const byKey = new Map<string, PropertyEntry<Item>>()
  let asks = false
  return {
    get asks() {
      return asks
    },

    add(item, conditions) {
      asks ||= conditions.length > 0
      const condition = operators.flatMap(
        (operator) => conditions.find((each) => each.operator === operator) ?? [],
      )[0]
      // Negative conditions hold for nearly every event.
      if (condition === undefined) return void always.push(item)
      const entry = entryOf(byKey, condition.key, newEntry<Item>)
      if (condition.operator === 'exists') entry.present.push(item)
      else if (condition.operator === 'starts_with') {
        const begun = entryOf(entry.begun, condition.value.length, () => new Map<string, Item[]>())
        entryOf(begun, condition.value, () => []).push(item)
      } else entryOf(entry.equal, condition.value, () => []).push(item)
    },

    find(properties) {
      if (byKey.size === 0) return always
      const found = [...always]
      for (const [key, value] of Object.entries(properties)) {
        const entry = byKey.get(key)
        if (entry === undefined) continue
        found.push(...entry.present, ...(entry.equal.get(value) ?? []))
        if (typeof value === 'string')
          for (const [length, begun] of entry.begun) found.push(...(begun.get(value.slice(0, length)) ?? []))
      }
      return found
    },
  }
}

function newEntry<Item>(): PropertyEntry<Item> {
  return { equal: new Map(), begun: new Map(), present: [] }
}

/** The value of a map's key, created if missing. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
