import { StoreError } from '../../kernel/errors.ts'
import type { OrganizationStore, Position } from '../../kernel/store/ports.ts'
import { type CopyNote, readCopyNote, writeCopyNote } from '../../kernel/workspace/copy-note.ts'
import {
  compareDocuments,
  compareJournals,
  copyClaims,
  copyDocuments,
  copyJournals,
  listDocuments,
} from './copy-beside-log.ts'
import { type CopiedLog, CopyDiffersError, copyLog } from './copy-log.ts'

export interface CopyOptions {
  purpose: CopyNote['purpose']
  /** Both places, for people. */
  fromPlace: string
  toPlace: string
  /** Which records of the log to copy. Default: all. */
  isWanted?: (payload: Uint8Array) => boolean
  /** Called with the progress of an organization. */
  onProgress?: (progress: CopyProgress) => void
}

export interface CopyProgress {
  organizationId: string
  step: 'copying' | 'verifying'
  /** Of the source's log. */
  position: Position
  end: Position
}

export interface CopiedOrganization extends CopiedLog {
  organizationId: string
  documents: number
  journalEntries: number
  claims: number
  /** It existed before, and nothing had to be written. */
  wasThere: boolean
}

/** How often events that arrive during the copy are waited for. */
const maxPasses = 5

/**
 * Copies one organization, then compares both: all records, documents and entries. Until then the copy's note says that
 * it is incomplete, and no server serves it. A copy that exists is only compared, except a backup, which is updated.
 * Rejects with a `CopyDiffersError` when the copy has different content.
 */
export async function copyOrganization(
  from: OrganizationStore,
  to: OrganizationStore,
  options: CopyOptions,
): Promise<CopiedOrganization> {
  const { purpose, fromPlace, toPlace, isWanted = () => true, onProgress = () => undefined } = options
  const { organizationId } = from
  await assertWhole(from, fromPlace)
  const former = await readCopyNote(to.documents)
  if (former === null && ((await to.documents.list()).length > 0 || (await to.log.end()) > 0))
    throw new StoreError(
      `${toPlace} has an organization ${organizationId} that was not copied there: nothing was written. Name an empty folder or database.`,
    )
  if (former?.completedAt && former.purpose !== purpose)
    throw new StoreError(
      `${toPlace} is a store of its own, made by ${former.purpose} at ${former.completedAt}: nothing was written. Name an empty folder or database.`,
    )
  const wasThere = former !== null && former.completedAt !== null && purpose !== 'backup'
  const note: CopyNote = {
    purpose,
    from: fromPlace,
    startedAt: new Date().toISOString(),
    completedAt: null,
    records: 0,
    bytes: 0,
    sha256: null,
  }
  const walk = (until: Position, step: CopyProgress['step']) =>
    copyLog(from.log, to.log, {
      until,
      isWanted,
      mayAppend: step === 'copying',
      onProgress: (position) => onProgress({ organizationId, step, position, end: until }),
    })

  for (let pass = 1; ; pass++) {
    const end = await from.log.end()
    let claims = 0
    if (!wasThere) {
      // An existing backup can still be restored until this one is complete.
      if (former === null || former.completedAt === null) await writeCopyNote(to.documents, note)
      await walk(end, 'copying')
      await copyJournals(from.journals, to.journals)
      claims = await copyClaims(from.claims, to.claims)
      await copyDocuments(from.documents, to.documents)
    }
    // An erasure that started meanwhile is in these documents, or shows in this comparison.
    const log = await walk(end, 'verifying')
    const isServed = purpose === 'backup'
    const beside = await compareBeside(from, to, isServed).catch((error: unknown) => {
      if (wasThere || !(error instanceof CopyDiffersError)) throw error
      return null
    })
    if (beside === null || (!isServed && (await from.log.end()) > end)) {
      if (pass < maxPasses) continue
      throw new StoreError(
        `${fromPlace} keeps changing: stop its servers, and run this again. It goes on from here.`,
      )
    }
    const { records, bytes, sha256 } = log
    if (!wasThere)
      await writeCopyNote(to.documents, {
        ...note,
        completedAt: new Date().toISOString(),
        records,
        bytes,
        sha256,
      })
    return { ...log, ...beside, organizationId, claims, wasThere }
  }
}

/** An incomplete copy can't be a source. */
async function assertWhole({ documents, organizationId }: OrganizationStore, place: string): Promise<void> {
  const note = await readCopyNote(documents)
  if (note !== null && note.completedAt === null)
    throw new StoreError(
      `${organizationId} in ${place} is incomplete: its ${note.purpose} was broken off. Run that again first.`,
    )
}

/** Counts the data outside the log. If the source is being served, its documents change and its journals grow. */
async function compareBeside(from: OrganizationStore, to: OrganizationStore, isServed: boolean) {
  const journalEntries = await compareJournals(from.journals, to.journals, { mayHaveMore: isServed })
  const documents = isServed
    ? (await listDocuments(to.documents)).length
    : await compareDocuments(from.documents, to.documents)
  return { documents, journalEntries }
}
