import { decodeRecord } from '../../kernel/log/record.ts'
import type { Log, OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { reasonOf } from '../../kernel/reason-of.ts'
import { readCopyNote } from '../../kernel/workspace/copy-note.ts'
import { parseWorkspaceDocument } from '../../kernel/workspace/parse-workspace-document.ts'
import { isCopied } from './copy-beside-log.ts'

/** Counts and problems of one organization. */
export interface VerifiedOrganization {
  organizationId: string
  records: number
  bytes: number
  /** Without documents about the store itself, like a copy. */
  documents: number
  journalEntries: number
  /** Each names the place and the problem, for people. Empty if there are none. */
  problems: string[]
}

/**
 * Reads everything in a store: each record of the log with its checksum, whether it can be decoded and whether any is
 * missing, all documents, journals and claims. Changes nothing.
 */
export async function verifyStore(store: Store): Promise<VerifiedOrganization[]> {
  const verified: VerifiedOrganization[] = []
  for (const organizationId of (await store.listOrganizations()).sort())
    verified.push(await verifyOrganization(store.organization(organizationId)))
  return verified
}

async function verifyOrganization(ports: OrganizationStore): Promise<VerifiedOrganization> {
  const { organizationId, documents, journals, claims, log } = ports
  const problems: string[] = []
  /** Null, after adding a problem, when something can't be read. */
  const tried = <Result>(what: string, read: Promise<Result>): Promise<Result | null> =>
    read.catch((error: unknown) => {
      problems.push(`${what}: ${reasonOf(error)}`)
      return null
    })

  const names = (await tried('Documents', documents.list())) ?? []
  for (const name of names) {
    const read = await tried(`Document ${name}`, documents.read(name))
    if (name === 'workspace' && read !== null)
      await tried(
        'Document workspace',
        Promise.resolve().then(() => {
          const { id } = parseWorkspaceDocument(read.value, 'it').organization
          if (id !== organizationId)
            problems.push(`Document workspace: it is that of ${id}, in the place of ${organizationId}`)
        }),
      )
  }
  if (!names.includes('workspace'))
    problems.push('Document workspace: there is none, so that the organization is not served')
  const note = await readCopyNote(documents).catch(() => null)
  if (note !== null && note.completedAt === null)
    problems.push(`It is incomplete: its ${note.purpose} from ${note.from} was broken off; run that again`)
  let journalEntries = 0
  for (const name of (await tried('Journals', journals.list())) ?? [])
    journalEntries += (await tried(`Journal ${name}`, journals.read(name)))?.length ?? 0
  await tried('Claims', claims.list())
  const counts = { records: 0, bytes: 0 }
  await tried('Log', verifyLog(log, counts, problems))
  return { organizationId, ...counts, documents: names.filter(isCopied).length, journalEntries, problems }
}

async function verifyLog(
  log: Log,
  counts: { records: number; bytes: number },
  problems: string[],
): Promise<void> {
  const end = await log.end()
  for (let from = 0; from < end;) {
    const page = await log.read(from, end)
    for (const { position, bytes, reason } of page.damaged)
      problems.push(`Log, from position ${position} to ${position + bytes}: ${reason}`)
    for (const { position, payload } of page.entries) {
      counts.records += 1
      counts.bytes += payload.length
      try {
        decodeRecord(payload)
      } catch (error) {
        problems.push(`Log, record at position ${position}: ${reasonOf(error)}`)
      }
    }
    from = page.next
  }
}
