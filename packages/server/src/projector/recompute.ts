import type { MergeLimits } from '../customers/identity/merge-protection.ts'
import type { AccountTable } from '../customers/projection/account-table.ts'
import { writeActivity } from '../customers/projection/activity-update.ts'
import { type WrittenContacts, writeContacts } from '../customers/projection/contact-rows.ts'
import type { CountedEvents } from '../events/projection/count-events.ts'
import type { Decisions } from '../customers/projection/decisions.ts'
import { updateEngagement } from '../customers/projection/engagement-update.ts'
import { type People, updateIdentity } from '../customers/projection/identity-update.ts'
import { moveDomains } from '../customers/projection/move-domains.ts'
import type { AppliedRecords } from './records/apply-records.ts'
import { splitAddresses } from '../customers/projection/split-addresses.ts'
import { type OscillatingDevices, splitSharedDevices } from '../customers/projection/split-shared-devices.ts'
import type { Subject } from '../customers/projection/subject.ts'

/**
 * Updates people and customers after a batch: identities first, then contacts, engagement, activity and accounts. Returns
 * the affected customers, and those that gained or lost events that were stored before.
 */
export async function recompute(
  {
    decisions,
    limits,
    oscillating,
    accounts,
    ...people
  }: People & {
    accounts: AccountTable
    decisions: Decisions
    limits: MergeLimits
    oscillating: OscillatingDevices
  },
  toRecompute: ReadonlySet<Subject>,
  restated: readonly Subject[],
  touched: CountedEvents,
  records: AppliedRecords,
  mergedIds: ReadonlySet<string>,
): Promise<{ customerIds: Set<string>; moved: ReadonlySet<string> }> {
  const { writer, subjects } = people
  const recomputedUsers = new Set<string>()
  const customerIds = new Set<string>(mergedIds)
  const moved = new Set<string>([...mergedIds, ...touched.unlinked.customerIds])
  let written: WrittenContacts = { added: [], earlier: [], changedCustomers: new Set() }
  if (toRecompute.size > 0 || records.domains.size > 0) {
    const rules = {
      decisions: decisions.links,
      merges: decisions.merges,
      limits,
    }
    let change = await updateIdentity(people, {
      ...rules,
      touched: toRecompute,
      formerUserIds: touched.unlinked.userIds,
      customerIds: touched.unlinked.customerIds,
      domains: records.domains,
    })
    let haveEventsMoved = touched.unlinked.subjects.size > 0
    const again = async (concerned: ReadonlySet<Subject>): Promise<void> => {
      haveEventsMoved = true
      for (const id of change.movedIds) moved.add(id)
      change = await updateIdentity(people, {
        ...rules,
        // People of the former pass are recomputed: what led to them may no longer exist.
        touched: new Set([
          ...toRecompute,
          ...concerned,
          ...change.contacts.flatMap((contact) => contact.subjects),
        ]),
        formerUserIds: change.formerUserIds,
        customerIds: change.customerIds,
        domains: change.domains.keys(),
      })
      // Which of their events moved isn't known.
      for (const id of change.customerIds) moved.add(id)
    }
    if (change.handedOn.length > 0) {
      const concerned = await splitAddresses(writer, subjects, change.handedOn, change.holders)
      if (concerned.size > 0) await again(concerned)
    }
    if (change.shared.length > 0)
      await again(
        await splitSharedDevices(writer, subjects, change.shared, {
          maxTurns: limits.deviceTurns,
          oscillating,
          addresses: change.holders,
        }),
      )
    await subjects.flush()
    written = await writeContacts(people, change, haveEventsMoved ? null : touched.newDays)
    for (const id of change.movedIds) moved.add(id)
    for (const id of await moveDomains(people, change.domains)) {
      customerIds.add(id)
      moved.add(id)
    }
    for (const id of change.customerIds) customerIds.add(id)
    for (const { userId } of change.contacts) recomputedUsers.add(userId)
  } else await subjects.flush()
  const engaged = await updateEngagement(
    people,
    touched.newDays.filter(({ subject: { userId } }) => userId !== null && !recomputedUsers.has(userId)),
  )
  for (const { customerId } of [...touched.unlinked.subjects, ...records.lost])
    if (customerId !== null) moved.add(customerId)
  for (const { customerId } of records.touched) if (customerId !== null) customerIds.add(customerId)
  const activity = await writeActivity(
    people,
    // A mere statement about a person is no activity of theirs.
    new Set([
      ...touched.subjectOf.values(),
      ...[...records.touched].filter(({ eventCount }) => eventCount > 0),
    ]),
    { recomputedUsers, recomputedCustomers: customerIds, engaged },
  )
  await people.contacts.flush()
  const reread = new Set([...moved, ...written.changedCustomers])
  for (const { customerId } of [...restated, ...touched.reattributed, ...records.touched, ...records.lost])
    if (customerId !== null) reread.add(customerId)
  await accounts.write(
    { customerIds, activity, reread, subjects: new Set(touched.subjectOf.values()), ...written },
    decisions.merges,
  )
  for (const { customerId } of touched.subjectOf.values())
    if (customerId !== null) customerIds.add(customerId)
  return { customerIds, moved }
}
