import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Store } from '../store/ports.ts'
import { type Configuration, createConfiguration, openConfiguration, reasonOf } from './configuration.ts'
import { readCopyNote } from './copy-note.ts'
import type { Organization, WorkspaceDocument } from './workspace-document.ts'

/** All ingest requests within this time share one scan of the store for changes. */
const scanEveryMs = 500
/** Least interval between two scans for unknown API keys, however many are tried. */
const scanForApiKeyEveryMs = 50

/** An organization of the store, with its configuration. */
export interface KnownOrganization {
  readonly organizationId: string
  readonly configuration: Configuration
}

/** Lists a store's organizations, and finds them by the keys in their configurations. */
export interface OrganizationDirectory {
  /** Organizations whose configuration can't be read. */
  readonly unreadable: number
  /** As {@link Workspaces.listOrganizations}. */
  list(options: { withinMs?: number | undefined }): Promise<Organization[]>
  /** Rejects with AppError `CONFLICT` when the id is taken. */
  create(organization: Organization, document: WorkspaceDocument): Promise<KnownOrganization>
  find(organizationId: string): Promise<KnownOrganization | null>
  /** By the configurations of half a second ago. */
  findByPublicKey(publicKey: string): Promise<KnownOrganization | null>
  /** By the current configurations. Rejects with AppError `UNAVAILABLE` while one that may hold the key can't be read. */
  findByApiKeyHash(hash: string): Promise<KnownOrganization | null>
  /** Whether an organization was removed from the store. */
  isGone(organizationId: string): boolean
}

/** `open` is called before each access to the store. */
export function createOrganizationDirectory({
  store,
  open,
  onProblem,
}: {
  store: Store
  open: () => Promise<void>
  onProblem: (problem: string) => void
}): OrganizationDirectory {
  const entries = new Map<string, Entry>()
  let scanning: { at: number; done: Promise<void> } | null = null
  let listing: { at: number; done: Promise<void> } | null = null
  let nextScan: Promise<void> | null = null
  /** Problems with documents that have never been read: nothing else is known of their organizations. */
  let unreadable: string[] = []

  async function start(): Promise<void> {
    await open()
    if (scanning === null) await scan()
  }

  /** Reads changes from the store: new and removed organizations, changed documents. */
  async function scan(): Promise<void> {
    if (scanning !== null && performance.now() - scanning.at < scanEveryMs) return scanning.done
    return scanNow()
  }

  function scanNow(): Promise<void> {
    const done = Promise.all([...entries.values()].map((entry) => refresh(entry))).then(listNow)
    scanning = { at: performance.now(), done }
    return done
  }

  /** Reads which organizations there are, and the documents of new ones only. */
  function listNow(): Promise<void> {
    const done = (async () => {
      const organizationIds = new Set(await store.listOrganizations())
      for (const entry of entries.values()) entry.gone = !organizationIds.has(entry.organizationId)
      const problems: string[] = []
      for (const organizationId of organizationIds) {
        if (entries.has(organizationId)) continue
        const known = await readEntry(organizationId).catch((error: unknown) => {
          problems.push(reasonOf(error))
          return null
        })
        if (known !== null && !entries.has(organizationId)) entries.set(organizationId, known)
      }
      for (const problem of problems) if (!unreadable.includes(problem)) onProblem(problem)
      unreadable = problems
    })()
    const started = { at: performance.now(), done }
    listing = started
    // After a failure the next caller tries again.
    done.catch(() => {
      if (listing === started) listing = null
    })
    return done
  }

  /** Null for an organization without a configuration: it is being created, or belongs to something else. */
  async function readEntry(organizationId: string): Promise<Entry | null> {
    const { documents } = store.organization(organizationId)
    const copy = await readCopyNote(documents)
    if (copy !== null && copy.completedAt === null)
      throw new Error(
        `Organization ${organizationId} is incomplete: it is being copied from ${copy.from}. Should that have been broken off, run the ${copy.purpose} again`,
      )
    const configuration = await openConfiguration(documents)
    if (configuration === null) return null
    return { organizationId, configuration, checkedAt: performance.now(), reported: null, gone: false }
  }

  /** A scan that starts after the call, shared by all callers that wait for it. */
  function scanAgain(): Promise<void> {
    nextScan ??= (async () => {
      const waitMs = scanning === null ? 0 : scanForApiKeyEveryMs - (performance.now() - scanning.at)
      // Waits in any case: `nextScan` is assigned only after this function first returns.
      await setTimeout(Math.max(0, waitMs))
      nextScan = null
      await scanNow()
    })()
    return nextScan
  }

  async function refresh(entry: Entry): Promise<void> {
    entry.checkedAt = performance.now()
    await entry.configuration.refresh()
    const { problem } = entry.configuration
    if (problem !== null && problem !== entry.reported) onProblem(problem)
    entry.reported = problem
  }

  function first(test: (entry: Entry) => boolean): Entry | null {
    for (const entry of entries.values()) if (test(entry)) return entry
    return null
  }

  /** By documents that were compared with the store within `scanEveryMs`. */
  async function find(test: (entry: Entry) => boolean): Promise<Entry | null> {
    await start()
    let entry = first(test)
    if (entry === null) {
      await scan()
      entry = first(test)
    } else if (performance.now() - entry.checkedAt >= scanEveryMs) {
      await refresh(entry)
      if (!test(entry)) entry = first(test)
    }
    return entry
  }

  return {
    get unreadable() {
      const known = [...entries.values()].filter(({ gone }) => !gone)
      return unreadable.length + known.filter(({ configuration }) => configuration.problem !== null).length
    },
    async list({ withinMs }) {
      await start()
      if (withinMs === undefined) await scan()
      else if (listing === null || performance.now() - listing.at >= withinMs) await listNow()
      else await listing.done
      // An empty list would make a store look new although its only organization just can't be read.
      if (entries.size === 0 && unreadable.length > 0)
        throw new AppError('UNAVAILABLE', `No organization can be read: ${unreadable.join('; ')}`)
      const all = [...entries.values()].map((entry) => entry.configuration.document.organization)
      return all.sort(
        (left, right) => left.createdAt.localeCompare(right.createdAt) || left.id.localeCompare(right.id),
      )
    },
    async create(organization, document) {
      await start()
      const { documents } = store.organization(organization.id)
      await createConfiguration(documents, { ...document, organization })
      const entry = entries.get(organization.id) ?? (await readEntry(organization.id))
      if (entry === null) throw new Error(`${documents.place('workspace')} could not be read back`)
      entries.set(organization.id, entry)
      return entry
    },
    find: (organizationId) => find((entry) => entry.organizationId === organizationId),
    findByPublicKey: (publicKey) => find((entry) => keysOf(entry).publicKeys.has(publicKey)),
    async findByApiKeyHash(hash) {
      const test = (entry: Entry) => keysOf(entry).hashes.has(hash)
      await start()
      let entry = first(test)
      if (entry !== null) {
        await refresh(entry)
        if (!test(entry)) entry = first(test)
      }
      if (entry === null) {
        await scanAgain()
        entry = first(test)
      }
      const isUnsure =
        entry === null
          ? unreadable.length > 0 ||
            first(({ configuration, gone }) => configuration.problem !== null && !gone) !== null
          : entry.configuration.problem !== null && !entry.configuration.isAway
      if (!isUnsure) return entry
      const message =
        "API keys can't be read now: this doesn't mean that the key was revoked; try again later"
      throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 5 })
    },
    isGone: (organizationId) => entries.get(organizationId)?.gone === true,
  }
}

interface Entry extends KnownOrganization {
  /** When the document was last compared with the store, by the monotonic clock. */
  checkedAt: number
  /** The problem with the document that was last passed to `onProblem`. */
  reported: string | null
  /** Removed from the store. */
  gone: boolean
}

/** By document: it is never changed in place. */
const keysOfDocument = new WeakMap<object, { publicKeys: Set<string>; hashes: Set<string> }>()

function keysOf({ configuration: { document } }: Entry): { publicKeys: Set<string>; hashes: Set<string> } {
  let keys = keysOfDocument.get(document)
  if (keys === undefined) {
    keys = {
      publicKeys: new Set(document.publicKeys.map(({ key }) => key)),
      hashes: new Set(document.apiKeys.map(({ hash }) => hash)),
    }
    keysOfDocument.set(document, keys)
  }
  return keys
}
