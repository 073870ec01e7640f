import type { IdentityDecision } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { encodeRecord, type LogRecord } from '../../kernel/log/record.ts'
import { type CommandContext, defineCommand } from '../../kernel/operations/command.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { isCustomerId, toPersonKey } from '../identity/person-key.ts'

interface Pair {
  left: string
  right: string
  notes?: string | undefined
}

/** `POST /api/identity/join`: two keys are one person, or two customers one. Durable with the response. */
export const joinIdentities = defineCommand('joinIdentities', ({ body }, context) =>
  decide(body, context, true),
)

/** `POST /api/identity/separate`: two keys are not one person, or two customers that were made one are two. */
export const separateIdentities = defineCommand('separateIdentities', ({ body }, context) =>
  decide(body, context, false),
)

async function decide(
  pair: Pair,
  { workspace, change, clock }: CommandContext,
  isOne: boolean,
): Promise<{ data: IdentityDecision }> {
  const reads = await workspace.readModels.exact()
  const { kind, left, right, wasOne, record } = isCustomerId(pair.left)
    ? await customersOf(reads, pair, isOne)
    : await peopleOf(reads, pair, isOne)
  const { notes } = pair
  await change({
    resource: { type: 'identity', id: `${left} ${right}` },
    before: { isOne: wasOne },
    after: { isOne, ...(notes ? { notes } : {}) },
    apply: async () =>
      void (await workspace.log.append(encodeRecord({ ...record, receivedAt: clock(), cause: 'operator' }))),
  })
  const after = await workspace.readModels.exact()
  const now = kind === 'customers' ? await areMerged(after, left, right) : await arePerson(after, left, right)
  return { data: { kind, left, right, isOne: now } }
}

type Decided = Omit<IdentityDecision, 'isOne'> & { wasOne: boolean; record: Undated }
type Undated = LogRecord extends infer Some
  ? Some extends { kind: 'identity' | 'customer-merge' }
    ? Omit<Some, 'receivedAt' | 'cause'>
    : never
  : never

async function customersOf(reads: ReadModels, { left, right }: Pair, isOne: boolean): Promise<Decided> {
  if (!isCustomerId(right)) throw invalid('right', 'must be the id of a customer, as left is')
  if (left === right) throw invalid('right', 'must be another customer than left')
  const merges = await reads.listCustomerMerges(left)
  const merge = merges.find(({ duplicate, survivor }) => [duplicate, survivor].includes(right))
  const kind = 'customers'
  if (!isOne) {
    if (merge === undefined)
      throw new AppError(
        'NOT_FOUND',
        `${left} and ${right} were never made one: there is nothing to separate`,
      )
    const { duplicate, survivor } = merge
    return {
      kind,
      left,
      right,
      wasOne: true,
      record: { kind: 'customer-merge', decision: 'part', duplicate, survivor },
    }
  }
  const record = { kind: 'customer-merge', decision: 'merge', duplicate: left, survivor: right } as const
  if (merge !== undefined) return { kind, left, right, wasOne: true, record }
  const parties = await reads.describeMergeParties([left, right])
  for (const id of [left, right]) {
    const party = parties.find((one) => one.id === id)
    if (party === undefined) throw new AppError('NOT_FOUND', `There is no customer ${id}`)
    if (party.type === 'INDIVIDUAL')
      throw new AppError(
        'CONFLICT',
        `${id} is a person by themselves: join two keys of the people, such as their addresses`,
      )
  }
  return { kind, left, right, wasOne: false, record }
}

async function peopleOf(reads: ReadModels, pair: Pair, isOne: boolean): Promise<Decided> {
  const [left, right] = [toPersonKey(pair.left), toPersonKey(pair.right)]
  for (const [field, key] of [
    ['left', left],
    ['right', right],
  ] as const)
    if (!/^(?:email|user):/.test(key))
      throw invalid(field, 'must be an e-mail address or a userId: devices are nobody’s for ever')
  if (left === right) throw invalid('right', 'must be another key than left')
  const links = await reads.listIdentityLinks(left)
  const isLinked = links.some(
    (link) => [link.left, link.right].includes(left) && [link.left, link.right].includes(right),
  )
  const wasOne = await arePerson(reads, left, right)
  if (isOne && !isLinked && !wasOne)
    throw new AppError(
      'CONFLICT',
      `Nothing ever stated ${left} and ${right} together, so that there is nothing to join: send an identify event with both, from a server`,
    )
  if (!isOne && !isLinked)
    throw new AppError(
      'NOT_FOUND',
      `Nothing ever stated ${left} and ${right} together: there is nothing to separate`,
    )
  return {
    kind: 'people',
    left,
    right,
    wasOne,
    record: { kind: 'identity', decision: isOne ? 'join' : 'cut', left, right },
  }
}

async function arePerson(reads: ReadModels, left: string, right: string): Promise<boolean> {
  return (await reads.findPerson(left))?.keys.includes(right) ?? false
}

async function areMerged(reads: ReadModels, left: string, right: string): Promise<boolean> {
  const merges = await reads.listCustomerMerges(left)
  return merges.some(({ duplicate, survivor }) => [duplicate, survivor].includes(right))
}

function invalid(field: 'left' | 'right', what: string): AppError {
  const message = `${field} ${what}.`
  return new AppError('INVALID_REQUEST', message, { issues: [{ path: [field], message }] })
}
