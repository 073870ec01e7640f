import type { KnownRecord } from '@customer-intel/contract'
import { emailKey, userKey } from '../customers/identity/keys.ts'
import type { CustomerKey, StoredRecord } from '../kernel/log/record.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import type { AcceptedRecord } from './accept-records.ts'

/** Whom records would be about, of those that are known. The others would be about somebody new. */
export async function findKnownRecords(
  { readModels }: Pick<Workspace, 'readModels'>,
  accepted: readonly AcceptedRecord[],
): Promise<KnownRecord[]> {
  const named = accepted.map(({ index, record }) => ({ index, keys: keysOf(record) }))
  await readModels.fresh()
  const known = await readModels.findKnown([...new Set(named.flatMap(({ keys }) => keys))])
  return named.flatMap(({ index, keys }) => {
    const found = keys.map((key) => known.get(key)).find((one) => one !== undefined)
    if (found === undefined) return []
    const { ownId, ...whom } = found
    // A customer of that domain with another id of the caller's is another one.
    const isOther = keys[0]!.startsWith('customer:') && ownId !== null && !known.has(keys[0]!)
    return isOther ? [] : { index, ...whom }
  })
}

/** Whom a record is about, the strongest key first. */
function keysOf(record: StoredRecord): string[] {
  switch (record.kind) {
    case 'customer':
      return [
        ...(record.customerId === undefined ? [] : [`customer:${record.customerId}`]),
        ...(record.domain === undefined ? [] : [`domain:${record.domain}`]),
      ]
    case 'user':
      return [
        ...(record.userId === undefined ? [] : [userKey(record.userId)]),
        ...(record.email === undefined ? [] : [emailKey(record.email)]),
      ]
    case 'member':
      return [`member:${record.email}`]
    default:
      return 'customer' in record && record.customer !== undefined ? [keyOf(record.customer)] : []
  }
}

function keyOf(key: CustomerKey): string {
  if ('customerId' in key) return `customer:${key.customerId}`
  if ('domain' in key) return `domain:${key.domain}`
  return 'email' in key ? emailKey(key.email) : userKey(key.userId)
}
