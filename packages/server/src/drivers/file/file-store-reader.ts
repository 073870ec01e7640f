import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, StoreError } from '../../kernel/errors.ts'
import { nullWhereMissing, readIfThere } from '../../kernel/durable-files.ts'
import type {
  Claims,
  Documents,
  Journals,
  OrganizationStore,
  SettledClaim,
  Store,
} from '../../kernel/store/ports.ts'
import { type ClaimLine, claimsFile, linesOf, parseLine } from './claim-lines.ts'
import { fileDocuments } from './file-documents.ts'
import { fileJournals } from './file-journals.ts'
import { fileStore } from './file-store.ts'
import { fileLogView } from './log/file-log-view.ts'
import { createSerialQueue } from './serial-queue.ts'
import { requireKnownFormat } from './store-format.ts'

/**
 * A data directory for reading, also while a server writes to it, or on a read-only disk: takes no lock, repairs nothing
 * and changes nothing. Writes reject with AppError `UNAVAILABLE`.
 */
export function fileStoreReader({
  directory,
  localDirectory = null,
}: {
  directory: string
  /** Folder for read models. Default null: a temporary one. */
  localDirectory?: string | null
}): Store {
  const unlocked = fileStore({ directory })
  const known = new Map<string, OrganizationStore>()
  return {
    name: 'file',
    localDirectory,
    async open() {
      if ((await readdir(directory).catch(nullWhereMissing)) === null)
        throw new StoreError(`There is no data directory ${directory}: correct its path.`)
      await requireKnownFormat(directory)
    },
    listOrganizations: () => unlocked.listOrganizations(),
    organization(organizationId) {
      const opened = known.get(organizationId) ?? organizationReader(organizationId, directory)
      known.set(organizationId, opened)
      return opened
    },
    removeOrganization: refuse,
    close: async () => undefined,
  }
}

function organizationReader(organizationId: string, directory: string): OrganizationStore {
  const folder = join(directory, 'organizations', organizationId)
  const assertOpen = () => undefined
  const options = { directory: folder, sync: false, queue: createSerialQueue(assertOpen), assertOpen }
  const documents: Documents = { ...fileDocuments(options), write: refuse, remove: refuse }
  const journals: Journals = { ...fileJournals(options), append: refuse, rewrite: refuse }
  return {
    organizationId,
    log: fileLogView({ directory: join(folder, 'log') }),
    documents,
    journals,
    claims: claimsReader(folder),
    leases: { acquire: refuse },
  }
}

/** Settled claims; running ones are in the memory of their process. */
function claimsReader(directory: string): Claims {
  async function list(): Promise<SettledClaim[]> {
    const bytes = (await readIfThere(join(directory, claimsFile))) ?? Buffer.alloc(0)
    const last = new Map<string, ClaimLine>()
    for (const { line } of linesOf(bytes)) {
      const claim = parseLine(line)
      if (claim !== null) last.set(claim.key, claim)
    }
    const now = Date.now()
    return [...last.values()].flatMap(({ key, value, expires }) =>
      value !== null && expires > now ? [{ key, value, ttlMs: expires - now }] : [],
    )
  }
  return {
    list,
    find: async (key) => (await list()).find((claim) => claim.key === key)?.value ?? null,
    claim: refuse,
    settle: refuse,
    release: refuse,
    rewrite: refuse,
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new AppError('UNAVAILABLE', 'The data directory was opened to be read alone'))
}
