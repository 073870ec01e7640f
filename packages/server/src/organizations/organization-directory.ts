import { setTimeout } from 'node:timers/promises'
import { AppError } from '../kernel/errors.ts'
import type { Store } from '../kernel/store/ports.ts'
import {
  type Configuration,
  createConfiguration,
  openConfiguration,
} from '../kernel/workspace/configuration.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import { readCopyNote } from '../kernel/workspace/copy-note.ts'
import { inBatches } from '../kernel/workspace/in-batches.ts'
import { createUnknownKeys } from '../kernel/workspace/unknown-keys.ts'
import type { Organization, WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'

/** All ingest requests within this time share one scan of the store for changes. */
const scanEveryMs = 500
/** Least interval between two scans for unknown API keys, however many are tried; longer where a scan takes long. */
const scanForApiKeyEveryMs = 50
const pausePerScan = 9
/** How many configurations of new organizations are read at the same time. */
const readAtOnce = 8
/** How long events wait for a store that is asked whether a public key is still in force. */
const patienceMs = 100

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
  /** By the configurations of half a second ago; an unknown key, of a second ago. */
  findByPublicKey(publicKey: string, address: string | null): Promise<KnownOrganization | null>
  /**
   * By the current configurations; an unknown key, by those of a second ago. Rejects with AppError `UNAVAILABLE` while one
   * that may hold the key can't be read.
   */
  findByApiKeyHash(hash: string, address: string | null): Promise<KnownOrganization | null>
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
  /** Who had a key when it was last found. */
  const holders = new Map<string, Entry>()
  const unknownKeys = createUnknownKeys()
  /** How long the last scan took. */
  let scanMs = 0

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
    const at = performance.now()
    const done = Promise.all([...entries.values()].map((entry) => refresh(entry)))
      .then(listNow)
      .finally(() => (scanMs = performance.now() - at))
    scanning = { at, done }
    return done
  }

  /** Reads which organizations there are, and the documents of new ones only. */
  function listNow(): Promise<void> {
    const done = (async () => {
      const organizationIds = new Set(await store.listOrganizations())
      for (const entry of entries.values()) entry.gone = !organizationIds.has(entry.organizationId)
      const problems: string[] = []
      const added = [...organizationIds].filter((organizationId) => !entries.has(organizationId))
      const read = async (organizationId: string) => {
        const known = await readEntry(organizationId).catch((error: unknown) => {
          problems.push(reasonOf(error))
          return null
        })
        if (known !== null && !entries.has(organizationId)) entries.set(organizationId, known)
      }
      for (let from = 0; from < added.length; from += readAtOnce)
        await Promise.all(added.slice(from, from + readAtOnce).map(read))
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
      const pauseMs = Math.min(Math.max(scanForApiKeyEveryMs, pausePerScan * scanMs), scanEveryMs)
      const waitMs = scanning === null ? 0 : pauseMs - (performance.now() - scanning.at)
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

  /** Who has a key, as far as is known here. */
  function holderOf(key: string): Entry | null {
    const former = holders.get(key)
    if (former !== undefined && keysOf(former).has(key)) return former
    holders.delete(key)
    for (const entry of entries.values()) {
      if (!keysOf(entry).has(key)) continue
      holders.set(key, entry)
      return entry
    }
    return null
  }

  /** Reads the organizations that have one of these keys. Resolves with whether one of them couldn't be read. */
  const readHolders = inBatches(async (keys) => {
    let isUnsure = false
    for (const organizationId of await store.findByKeys!(keys)) {
      const known = entries.get(organizationId)
      if (known !== undefined) {
        // The key is there, whatever was read a moment ago.
        store.organization(organizationId).documents.refresh?.()
        await refresh(known)
        isUnsure ||= known.configuration.problem !== null && !known.configuration.isAway
        continue
      }
      const entry = await readEntry(organizationId).catch((error: unknown) => {
        onProblem(reasonOf(error))
        isUnsure = true
        return null
      })
      if (entry !== null && !entries.has(organizationId)) entries.set(organizationId, entry)
    }
    return isUnsure
  })

  /** A store without an index of keys is scanned. Resolves with whether a configuration couldn't be read. */
  async function scanForKey(withScan: () => Promise<void>): Promise<boolean> {
    await start()
    await withScan()
    const isReadable = ({ configuration, gone }: Entry) => configuration.problem === null || gone
    return unreadable.length > 0 || ![...entries.values()].every(isReadable)
  }

  /** Who has a key of which nothing is known here. */
  async function lookUp(
    key: string,
    address: string | null,
    withScan: () => Promise<void>,
  ): Promise<{ entry: Entry | null; isUnsure: boolean }> {
    if (unknownKeys.has(key)) return { entry: null, isUnsure: false }
    unknownKeys.assertMayTry(address)
    const isUnsure = store.findByKeys === undefined ? await scanForKey(withScan) : await readHolders(key)
    const entry = holderOf(key)
    if (entry === null && !isUnsure) unknownKeys.add(key, address)
    return { entry, isUnsure: isUnsure && entry === null }
  }

  return {
    get unreadable() {
      const known = [...entries.values()].filter(({ gone }) => !gone)
      // While the store is away that is what the log says, and configurations hold as they were last read.
      const broken = known.filter(({ configuration: { problem, isAway } }) => problem !== null && !isAway)
      return unreadable.length + broken.length
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
    async find(organizationId) {
      await start()
      let entry = entries.get(organizationId)
      if (entry === undefined) {
        await (listing !== null && performance.now() - listing.at < scanEveryMs ? listing.done : listNow())
        entry = entries.get(organizationId)
      } else if (performance.now() - entry.checkedAt >= scanEveryMs) await refresh(entry)
      return entry ?? null
    },
    async findByPublicKey(publicKey, address) {
      await open()
      const entry = holderOf(publicKey)
      if (entry === null) return (await lookUp(publicKey, address, scan)).entry
      if (performance.now() - entry.checkedAt < scanEveryMs) return entry
      await Promise.race([refresh(entry), setTimeout(patienceMs, null, { ref: false })])
      return holderOf(publicKey)
    },
    async findByApiKeyHash(hash, address) {
      await open()
      let entry = holderOf(hash)
      if (entry !== null) {
        await refresh(entry)
        entry = holderOf(hash)
      }
      let isUnsure = entry !== null && entry.configuration.problem !== null && !entry.configuration.isAway
      if (entry === null) ({ entry, isUnsure } = await lookUp(hash, address, scanAgain))
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

/** Public keys, and hashes of API keys, sessions and links, by document: it is never changed in place. */
const keysOfDocument = new WeakMap<object, Set<string>>()

function keysOf({ configuration: { document } }: Entry): Set<string> {
  let keys = keysOfDocument.get(document)
  if (keys === undefined) {
    keys = new Set([
      ...document.publicKeys.map(({ key }) => key),
      ...document.apiKeys.map(({ hash }) => hash),
      ...document.users.flatMap(({ sessions, link }) => [
        ...sessions.map(({ hash }) => hash),
        ...(link === null ? [] : [link.hash]),
      ]),
    ])
    keysOfDocument.set(document, keys)
  }
  return keys
}
