import type { AddressHolders } from '../identity/address-holders.ts'
import { emailKey, type EventKeys, personKey, type PersonKey, userKey } from '../identity/keys.ts'
import { pairKey } from '../identity/person-graph.ts'

/** A holder of traits, and since when and until when what is stated of it is a person's (Unix milliseconds). */
export interface TraitHolder {
  holder: string
  from: number
  until: number
}

/**
 * Where a person's traits are: at their keys. Of an address that was handed on they have what was stated of it in their
 * time, and what was ever stated of it together with their userId.
 */
export function traitHolders(keys: readonly PersonKey[], addresses: AddressHolders): TraitHolder[] {
  const always = { from: -Infinity, until: Infinity }
  return keys.flatMap((key) => [
    { holder: key, ...always, from: addresses.tenures(key).at(-1)?.from ?? -Infinity },
    ...addresses
      .held(key)
      .flatMap(({ email, from, until, isLast }) => [
        { holder: pairKey(email, key), ...always },
        ...(isLast ? [] : [{ holder: email, from, until }]),
      ]),
  ])
}

/**
 * The holders of what is stated of the person whom these keys name: their key; and, as servers state it, address and
 * userId together, so that whoever hands the address on keeps it.
 */
export function statedHolders(keys: Pick<EventKeys, 'email' | 'externalUserId'>, trusted: boolean): string[] {
  const { email, externalUserId } = keys
  const holders = [personKey(keys)].filter((key) => key !== null)
  if (trusted && email !== null && externalUserId !== null)
    holders.push(pairKey(emailKey(email), userKey(externalUserId)))
  return holders
}
