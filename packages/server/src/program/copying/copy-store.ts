import { StoreError } from '../../kernel/errors.ts'
import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { keepLease } from '../../kernel/work/lease-keeper.ts'
import { readCopyNote } from '../../kernel/workspace/copy-note.ts'
import { CopyDiffersError } from './copy-log.ts'
import { type CopiedOrganization, type CopyOptions, copyOrganization } from './copy-organization.ts'

/** How often a source that was rewritten during the copy, as by an erasure, is read again. */
const maxAttempts = 3

/**
 * Copies all organizations of a store into another one, through the ports only; both are open. Existing data is compared,
 * missing data is added: killed and run again, it completes. Rejects with a StoreError, before it writes anything, when
 * the target has different content.
 */
export async function copyStore(from: Store, to: Store, options: CopyOptions): Promise<CopiedOrganization[]> {
  const organizationIds = (await from.listOrganizations()).sort()
  const others = (await to.listOrganizations()).filter((id) => !organizationIds.includes(id))
  if (others.length > 0)
    throw new StoreError(
      `${options.toPlace} holds other organizations than ${options.fromPlace}: ${others.join(', ')}. Nothing was written. Name an empty folder or database.`,
    )
  const copied: CopiedOrganization[] = []
  for (const id of organizationIds) {
    const source = from.organization(id)
    const copy = () => copyOne(source, to, options)
    copied.push(await (options.purpose === 'migrate' ? whileNobodyWorks(source, options, copy) : copy()))
  }
  return copied
}

/** Holds the lease of a server's background work. */
async function whileNobodyWorks<Result>(
  { organizationId, leases }: OrganizationStore,
  { fromPlace }: CopyOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const keeper = keepLease(leases, 'work')
  try {
    if ((await keeper.hold()) === null)
      throw new StoreError(
        `A server works for ${organizationId} in ${fromPlace}: stop its servers first. After one was killed, wait 20 seconds.`,
      )
    return await work()
  } finally {
    await keeper.close()
  }
}

async function copyOne(
  from: OrganizationStore,
  to: Store,
  options: CopyOptions,
): Promise<CopiedOrganization> {
  const { organizationId } = from
  for (let attempt = 1; ; attempt++) {
    const target = to.organization(organizationId)
    const former = await readCopyNote(target.documents)
    try {
      return await copyOrganization(from, target, options)
    } catch (error) {
      if (!(error instanceof CopyDiffersError)) throw error
      // A complete copy may be in use: it isn't changed.
      if (former?.completedAt || attempt === maxAttempts)
        throw new StoreError(differs(organizationId, error, options), { cause: error })
      await to.removeOrganization(organizationId)
    }
  }
}

function differs(
  organizationId: string,
  { message }: Error,
  { purpose, fromPlace, toPlace }: CopyOptions,
): string {
  const what = `${organizationId} in ${toPlace} is not what ${fromPlace} holds: ${message}.`
  if (purpose !== 'backup')
    return `${what} One of them has changed since it was copied: name an empty folder or database.`
  return `${what} Something was erased or deleted since that backup: make this one in another folder, and remove the old one.`
}
