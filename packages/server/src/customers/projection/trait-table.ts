import type { Row, StoredRow } from '../../kernel/sql/define-table.ts'
import { identityTables, stagedTables } from '../tables/identity-tables.ts'
import { supersedes, type TraitStatement, type WinningValue } from '../identity/traits.ts'
import { heldHash, type TraitIndex } from './trait-index.ts'
import { toJsonText } from '../../kernel/log/json-text.ts'
import type { Traits } from '../../kernel/log/record.ts'
import { numberItems, textItems, type SqlWriter } from '../../kernel/sql/database.ts'

/** Maximum of a person's, or a customer's, traits from events. */
export const maxTraits = 1_000

/**
 * Whose trait it is: `email:…`, `user:…`, both (`pairKey`) or `customer:…`; and whether it describes the person or the customer they belong
 * to.
 */
export interface TraitKey {
  holder: string
  scope: 'user' | 'customer'
}

/** The sender's trust, and the time. */
export type StatedBy = Pick<TraitStatement, 'trusted' | 'at' | 'eventId'>

export type HeldTrait = TraitKey &
  TraitStatement & {
    /** Key of the record that states it; empty for events. */
    origin: string
  }

type TraitRow = StoredRow<typeof identityTables.traits> & TraitKey

/** The statements of one event or record. A value that JSON can't hold (NaN) becomes null. */
export function statedTraits(key: TraitKey, traits: Traits, by: StatedBy, origin = ''): HeldTrait[] {
  return Object.entries(traits).map(([name, value]) => ({
    ...key,
    ...by,
    origin,
    name,
    value: toJsonText(value),
  }))
}

/** Stores the winning statements; returns the holders whose traits changed. */
export async function applyTraits(
  writer: SqlWriter,
  index: TraitIndex,
  stated: readonly HeldTrait[],
): Promise<Set<string>> {
  const changed = new Set<string>()
  if (stated.length === 0) return changed
  const winners = new Map<string, HeldTrait>()
  for (const trait of stated) {
    const key = traitKey(trait)
    const other = winners.get(key)
    if (other === undefined || supersedes(trait, other)) winners.set(key, trait)
  }
  const stored = await loadTraits(
    writer,
    stated.filter((trait) => index.has(trait)),
  )
  const surplus = overLimit(stored, winners)
  for (const key of surplus) winners.delete(key)
  for (const known of stored) {
    const key = traitKey(known)
    const next = winners.get(key)
    if (next === undefined) continue
    if (!supersedes(next, known)) winners.delete(key)
    else if (next.value === known.value && next.trusted === known.trusted)
      winners.set(key, { ...next, unchanged: true } as HeldTrait)
  }
  const rows = [...winners.values()]
  const gone = stored.filter((known) => surplus.has(traitKey(known)))
  await remove(writer, [...stored.filter((known) => winners.has(traitKey(known))), ...gone])
  await writer.append(identityTables.traits, rows.map(traitRow))
  for (const row of rows) index.add(row)
  for (const row of [...rows, ...gone]) if (!('unchanged' in row)) changed.add(row.holder)
  return changed
}

async function remove(writer: SqlWriter, traits: readonly HeldTrait[]): Promise<void> {
  if (traits.length === 0) return
  await writer.append(stagedTables.staged_traits, traits.map(traitRow))
  await writer.all(
    `delete from traits using staged_traits s
     where traits.held = s.held and traits.holder = s.holder and traits.scope = s.scope and traits.origin = s.origin and traits.name = s.name`,
  )
  await writer.all('delete from staged_traits')
}

/**
 * The traits beyond {@link maxTraits} of a holder: servers' are kept before browsers', then in alphabetical order. So the
 * result doesn't depend on the order of arrival, and a sender can't make a person ever larger with new names.
 */
function overLimit(stored: readonly HeldTrait[], winners: ReadonlyMap<string, HeldTrait>): Set<string> {
  const traits = new Map(stored.map((trait) => [traitKey(trait), trait]))
  for (const [key, trait] of winners) {
    const known = traits.get(key)
    if (known === undefined || supersedes(trait, known)) traits.set(key, trait)
  }
  const groups = new Map<string, [key: string, trait: HeldTrait][]>()
  for (const entry of traits) {
    const { holder, scope, origin } = entry[1]
    if (origin !== '') continue
    const group = groups.get(`${scope} ${holder}`)
    if (group) group.push(entry)
    else groups.set(`${scope} ${holder}`, [entry])
  }
  const surplus = new Set<string>()
  for (const group of groups.values()) {
    if (group.length <= maxTraits) continue
    group.sort(([, a], [, b]) => Number(b.trusted) - Number(a.trusted) || (a.name < b.name ? -1 : 1))
    for (const [key] of group.slice(maxTraits)) surplus.add(key)
  }
  return surplus
}

async function loadTraits(writer: SqlWriter, keys: readonly TraitKey[]): Promise<HeldTrait[]> {
  if (keys.length === 0) return []
  const rows = await writer.all<TraitRow>(`select * from traits where held in (${numberItems(1)})`, [
    [...new Set(keys.map(heldHash))],
  ])
  return rows.map(({ held: _, event_id, stated_at, ...row }) => ({
    ...row,
    at: Date.parse(stated_at),
    eventId: event_id,
  }))
}

/**
 * The rows of `winners`: the winning statement per owner and name, of those that meet `condition`; with very many names
 * always the same ones.
 */
export const winningTraits = (condition = 'true'): string => /* sql */ `winners as (
    select distinct on (h.owner, t.name) h.owner, t.name, t.value, t.trusted, t.stated_at, t.event_id
    from holders h join traits t on t.holder = h.holder and t.scope = h.scope
    where ${condition}
    order by h.owner, t.name, t.trusted desc, t.stated_at desc, t.event_id desc, t.value
  )
  select owner, name, value, trusted from winners
  qualify row_number() over (partition by owner order by trusted desc, name) <= ${maxTraits}`

export type WinningTrait = { owner: string; name: string } & WinningValue

/** By owner and name. */
export function traitsByOwner(rows: readonly WinningTrait[]): Map<string, Map<string, WinningValue>> {
  const owners = new Map<string, Map<string, WinningValue>>()
  for (const { owner, name, ...value } of rows) {
    const traits = owners.get(owner) ?? new Map<string, WinningValue>()
    owners.set(owner, traits.set(name, value))
  }
  return owners
}

/** The traits that these records state now, replacing all that they stated before. */
export async function replaceTraits(
  writer: SqlWriter,
  index: TraitIndex,
  origins: readonly string[],
  stated: readonly HeldTrait[],
): Promise<void> {
  await writer.all(`delete from traits where origin in (${textItems(1)})`, [origins])
  await writer.append(identityTables.traits, stated.map(traitRow))
  for (const trait of stated) index.add(trait)
}

function traitKey(trait: HeldTrait): string {
  return JSON.stringify([trait.holder, trait.scope, trait.origin, trait.name])
}

function traitRow(trait: HeldTrait): Row<typeof identityTables.traits> {
  const { holder, scope, origin, name, value, trusted, at, eventId } = trait
  return {
    held: heldHash(trait),
    holder,
    scope,
    origin,
    name,
    value,
    trusted,
    stated_at: at,
    event_id: eventId,
  }
}
