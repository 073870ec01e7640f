import { formatPath, RecordInputSchema, validate } from '@customer-intel/contract'
import type { InputIssue, ResolvedRecordInput } from '@customer-intel/contract'
import type { InternalPeople } from '../customers/identity/internal-people.ts'
import { recordKey } from '../kernel/log/record-key.ts'
import type { CustomerKey, StoredRecord } from '../kernel/log/record.ts'
import { namedCustomer, readRecord } from './record-reader.ts'
import { tidyRecord } from './tidy-record.ts'

/** A rejected record: its position in the body, and the remedy. */
export interface RefusedRecord {
  index: number
  path: (string | number)[]
  message: string
}

/** An accepted record: its position in the body, and as it is stored. */
export interface AcceptedRecord {
  index: number
  record: StoredRecord
}

export interface AcceptedRecords {
  /** Each one that was accepted, in the order of the body. */
  accepted: AcceptedRecord[]
  /** Records for the log, in the order of the body: of records with the same key only the last one. */
  records: StoredRecord[]
  /** Number of accepted records, including those that a later one replaced. */
  processed: number
  /** Rejected records in the order of the body: what is wrong with each is said at once. */
  errors: RefusedRecord[]
}

export interface AcceptRecordsOptions {
  /** Server time, Unix milliseconds. */
  now: number
  /** Returns customers' keys by public id, former ids included. Ids of no customer are skipped. */
  resolveCustomerKeys: (ids: readonly string[]) => Promise<ReadonlyMap<string, CustomerKey>>
  /** Own people: such participants of sources are stored as internal. Default: nobody. */
  internal?: InternalPeople
  /** Called before each record: returns a promise to wait for, so that other work can run, or null. Default: none. */
  pause?: () => Promise<void> | null
}

/** Turns records as received into records as stored: validates each separately, and normalises its keys. */
export async function acceptRecords(
  candidates: readonly unknown[],
  { now, resolveCustomerKeys, internal, pause }: AcceptRecordsOptions,
): Promise<AcceptedRecords> {
  const valid: { index: number; input: ResolvedRecordInput }[] = []
  const errors: RefusedRecord[] = []
  for (let index = 0; index < candidates.length; index += 1) {
    const waiting = pause?.() ?? null
    if (waiting !== null) await waiting
    const result = readInput(candidates[index], ['records', index])
    if (result.ok) valid.push({ index, input: result.value })
    else errors.push(refusalOf(index, result.issues))
  }
  const ids = new Set(valid.flatMap(({ input }) => namedCustomer(input) ?? []))
  const customerKeys = ids.size === 0 ? new Map<string, CustomerKey>() : await resolveCustomerKeys([...ids])
  const records = new Map<string, StoredRecord>()
  const accepted: AcceptedRecord[] = []
  for (const { index, input } of valid) {
    const waiting = pause?.() ?? null
    if (waiting !== null) await waiting
    const result = readRecord(input, { now, customerKeys })
    if (!result.ok) {
      const issues = result.faults.map(({ path, remedy }) => {
        const whole = ['records', index, ...path]
        return { path: whole, message: `${formatPath(whole)} ${remedy}.` }
      })
      errors.push(refusalOf(index, issues))
      continue
    }
    accepted.push({ index, record: result.record })
    const key = recordKey(result.record)
    // Deleted first, so that it moves to the end.
    records.delete(key)
    records.set(key, internal === undefined ? result.record : withAffiliation(result.record, internal))
  }
  errors.sort((left, right) => left.index - right.index)
  return { records: [...records.values()], accepted, processed: accepted.length, errors }
}

/** Issues of one record that are said. */
const maxIssues = 5

function refusalOf(index: number, issues: readonly InputIssue[]): RefusedRecord {
  const messages = issues.slice(0, maxIssues).map(({ message }) => message)
  return { index, path: issues[0]!.path, message: messages.join(' ') }
}

function withAffiliation(record: StoredRecord, internal: InternalPeople): StoredRecord {
  if (record.kind !== 'source' || record.participants === undefined) return record
  const participants = record.participants.map((one) =>
    one.email !== undefined && internal.has(one.email) ? { ...one, affiliation: 'internal' as const } : one,
  )
  return { ...record, participants }
}

/** The valid record, after tidying where it needs that; else what is wrong with it as it was sent. */
function readInput(candidate: unknown, at: (string | number)[]) {
  const first = { at, max: 1 }
  const asSent = validate(RecordInputSchema, candidate, first)
  if (asSent.ok) return asSent
  const tidied = validate(RecordInputSchema, tidyRecord(candidate), first)
  return tidied.ok ? tidied : validate(RecordInputSchema, candidate, { at, max: maxIssues })
}
