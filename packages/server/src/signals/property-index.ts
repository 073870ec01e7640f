import type { PropertyCondition } from '@customer-intel/contract'

/** What has conditions on properties, found by the properties: fewer are found than were added, and none that holds is missed. */
export interface PropertyIndex<Item> {
  /** Whether anything depends on properties. */
  readonly asks: boolean
  /** All conditions have to hold; it stands under the one that few events meet. */
  add(item: Item, conditions: readonly PropertyCondition[]): void
  /** What may hold of these properties. */
  find(properties: Record<string, unknown>): Item[]
}

/** What waits for one property. */
interface PropertyEntry<Item> {
  /** For a value. */
  equal: Map<unknown, Item[]>
  /** For a text that begins so, by the length of that beginning. */
  begun: Map<number, Map<string, Item[]>>
  /** For any value. */
  present: Item[]
}

/** The condition that an item stands under: the first of these. */
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
      // What is only not to be so holds of nearly every event.
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

/** What a map holds under a key, made there where it is missing. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
