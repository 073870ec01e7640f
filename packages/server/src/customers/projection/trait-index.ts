import type { SqlWriter } from '../../kernel/sql/database.ts'
import { keyHash } from '../identity/key-hash.ts'
import { KeyIndex } from './key-index.ts'
import type { TraitKey } from './trait-table.ts'

/** Of whom traits are stored: the others aren't asked for. */
export class TraitIndex {
  #held: KeyIndex
  /** Whether any traits describe customers. */
  #describesCustomers: boolean

  private constructor(held: KeyIndex, describesCustomers: boolean) {
    this.#held = held
    this.#describesCustomers = describesCustomers
  }

  static async open(writer: SqlWriter): Promise<TraitIndex> {
    const held = await KeyIndex.open(writer, 'select distinct held, 1 from traits')
    const ofCustomers = await writer.all(`select 1 from traits where scope = 'customer' limit 1`)
    return new TraitIndex(held, ofCustomers.length > 0)
  }

  get describesCustomers(): boolean {
    return this.#describesCustomers
  }

  has(key: TraitKey): boolean {
    return this.#held.has(heldHash(key), 1)
  }

  add(key: TraitKey): void {
    this.#describesCustomers ||= key.scope === 'customer'
    if (!this.has(key)) this.#held.add(heldHash(key), 1)
  }

  /** The micro-batch was committed. */
  end(): void {
    this.#held.end()
  }

  /** The micro-batch was rolled back. */
  undo(): void {
    this.#held.undo()
  }
}

/** The hash by which a holder's traits of a scope are found. */
export function heldHash({ holder, scope }: TraitKey): number {
  return keyHash(`${scope} ${holder}`)
}
