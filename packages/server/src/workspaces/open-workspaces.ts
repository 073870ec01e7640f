import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeFolder } from '../durable-files.ts'
import { AppError } from '../errors.ts'
import { openReadModels } from '../read-models/open-read-models.ts'
import { openSnapshots } from '../read-models/snapshots.ts'
import { createSlots } from '../read-models/slots.ts'
import type { Blobs, Store } from '../store/ports.ts'
import { readCopyNote } from './copy-note.ts'
import { type Configuration, createConfiguration, openConfiguration, reasonOf } from './configuration.ts'
import { type OpenReadModels, type OpenedWorkspace, openWorkspace } from './open-workspace.ts'
import type { Workspace, Workspaces } from './workspace.ts'

/** One look at the store for changes serves all of ingest for this long, in milliseconds. */
const lookEveryMs = 500
/** A look for API keys that are not known begins so long after the last one, however many are asked for. */
const lookForApiKeyEveryMs = 50

export interface OpenWorkspacesOptions {
  store: Store
  /** How an organization's read models are opened. Default: DuckDB in a child process. */
  openReadModels?: OpenReadModels
  /** Organizations that are read from at once, each by a process of its own; others take turns. Default 8. */
  readProcesses?: number
  /** Where an organization's snapshots of read models are kept; null: none are made. Default: in the store, where it has room. */
  snapshots?: (organizationId: string) => Blobs | null
  /** Told what people should know, such as a `workspace.json` that can't be read. */
  onProblem: (problem: string) => void
}

export type { OpenReadModels } from './open-workspace.ts'

/** The organizations of a store, found by what their documents say. Opens the store with the first question. */
export function openWorkspaces(options: OpenWorkspacesOptions): Workspaces {
  const { store, openReadModels: openModels = inProcesses(options.readProcesses), onProblem } = options
  const entries = new Map<string, Entry>()
  const opened = new Set<Workspace>()
  let opening: Promise<void> | null = null
  let temporary: Promise<string> | null = null
  let scan: { at: number; done: Promise<void> } | null = null
  let listing: { at: number; done: Promise<void> } | null = null
  let upcoming: Promise<void> | null = null
  let closing: Promise<void> | null = null
  /** What is wrong with documents that were never read: their organizations are known by nothing. */
  let unreadable: string[] = []

  async function start(): Promise<void> {
    if (closing !== null)
      throw new AppError('UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 5 })
    opening ??= store.open()
    await opening.catch((error: unknown) => {
      opening = null
      throw error
    })
    if (scan === null) await look()
  }

  /** Takes in what changed in the store: new organizations, changed documents. */
  async function look(): Promise<void> {
    if (scan !== null && performance.now() - scan.at < lookEveryMs) return scan.done
    return lookNow()
  }

  function lookNow(): Promise<void> {
    const done = Promise.all([...entries.values()].map((entry) => refresh(entry))).then(listNow)
    scan = { at: performance.now(), done }
    return done
  }

  /** Takes in which organizations there are: documents that are known are not looked at. */
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
    const begun = { at: performance.now(), done }
    listing = begun
    // What failed is asked for again by whoever comes next.
    done.catch(() => {
      if (listing === begun) listing = null
    })
    return done
  }

  /** Null for an organization without a configuration: it is being made, or none of ours. */
  async function readEntry(organizationId: string): Promise<Entry | null> {
    const { documents } = store.organization(organizationId)
    const copy = await readCopyNote(documents)
    if (copy !== null && copy.completedAt === null)
      throw new Error(
        `Organization ${organizationId} is incomplete: it is being copied from ${copy.from}. Should that have been broken off, run the ${copy.purpose} again`,
      )
    const configuration = await openConfiguration(documents)
    if (configuration === null) return null
    return {
      organizationId,
      configuration,
      looked: performance.now(),
      told: null,
      gone: false,
      isUnopened: false,
      workspace: null,
    }
  }

  /** A look that begins after the call, shared by all who wait for it. */
  function lookAfresh(): Promise<void> {
    upcoming ??= (async () => {
      const waitMs = scan === null ? 0 : lookForApiKeyEveryMs - (performance.now() - scan.at)
      // Also when there is nothing to wait for: until then this look is not in `upcoming` yet.
      await setTimeout(Math.max(0, waitMs))
      upcoming = null
      await lookNow()
    })()
    return upcoming
  }

  async function refresh(entry: Entry): Promise<void> {
    entry.looked = performance.now()
    await entry.configuration.refresh()
    const { problem } = entry.configuration
    if (problem !== null && problem !== entry.told) onProblem(problem)
    entry.told = problem
  }

  /** The entry whose document satisfies `test`; looks at the store for a change before it answers. */
  async function find(test: (entry: Entry) => boolean): Promise<Entry | null> {
    await start()
    let entry = first(entries, test)
    if (entry === null) {
      await look()
      entry = first(entries, test)
    } else if (performance.now() - entry.looked >= lookEveryMs) {
      await refresh(entry)
      if (!test(entry)) entry = first(entries, test)
    }
    return entry
  }

  /** As {@link find}, by what the store holds now. Rejects when nobody can tell, since a document can't be read. */
  async function findByHash(hash: string): Promise<Entry | null> {
    const test = (entry: Entry) => keysOf(entry).hashes.has(hash)
    await start()
    let entry = first(entries, test)
    if (entry !== null) {
      await refresh(entry)
      if (!test(entry)) entry = first(entries, test)
    }
    if (entry === null) {
      await lookAfresh()
      entry = first(entries, test)
    }
    const isUnsure =
      entry === null
        ? unreadable.length > 0 ||
          first(entries, ({ configuration, gone }) => configuration.problem !== null && !gone) !== null
        : entry.configuration.problem !== null && !entry.configuration.isAway
    if (!isUnsure) return entry
    const message = "API keys can't be read now: this doesn't mean that the key was revoked; try again later"
    throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 5 })
  }

  /** Where an organization's read models lie. */
  async function directoryOf(organizationId: string): Promise<string> {
    temporary ??= store.localDirectory === null ? mkdtemp(join(tmpdir(), 'customer-intel-')) : null
    const directory = join(store.localDirectory ?? (await temporary)!, organizationId)
    await makeFolder(directory, { sync: false })
    return directory
  }

  function open(entry: Entry): Promise<Workspace> {
    const { organizationId, configuration } = entry
    entry.workspace ??= (async () => {
      try {
        const directory = await directoryOf(organizationId)
        const ports = store.organization(organizationId)
        const blobs = options.snapshots ? options.snapshots(organizationId) : (ports.blobs ?? null)
        const made = await openWorkspace(ports, {
          configuration,
          directory,
          openReadModels: openModels,
          snapshots: blobs === null ? null : openSnapshots(blobs, directory),
          onProblem,
        })
        opened.add(made.workspace)
        entry.isUnopened = false
        return made
      } catch (cause) {
        entry.workspace = null
        entry.isUnopened = true
        // The reason may name paths of this machine: it is for the operator, not for whoever sends events.
        onProblem(`Organization ${organizationId} can't be opened: ${reasonOf(cause)}`)
        throw new AppError('LOG_UNAVAILABLE', "This organization's data can't be opened now", {
          cause,
          retryAfterSeconds: 5,
        })
      }
    })()
    return entry.workspace.then(({ workspace }) => workspace)
  }

  const openFound = (entry: Entry | null): Promise<Workspace> | null => (entry === null ? null : open(entry))

  return {
    opened,
    get troubled() {
      const known = [...entries.values()].filter(({ gone }) => !gone)
      return {
        unreadable: unreadable.length + known.filter((entry) => entry.configuration.problem !== null).length,
        unopened: known.filter((entry) => entry.isUnopened).length,
      }
    },
    async listOrganizations({ withinMs } = {}) {
      await start()
      if (withinMs === undefined) await look()
      else if (listing === null || performance.now() - listing.at >= withinMs) await listNow()
      else await listing.done
      // Nobody must take a store for a new one because the only organization in it can't be read.
      if (entries.size === 0 && unreadable.length > 0)
        throw new AppError('UNAVAILABLE', `No organization can be read: ${unreadable.join('; ')}`)
      const all = [...entries.values()].map((entry) => entry.configuration.document.organization)
      return all.sort(
        (left, right) => left.createdAt.localeCompare(right.createdAt) || left.id.localeCompare(right.id),
      )
    },
    async createOrganization(organization, document) {
      await start()
      const { documents } = store.organization(organization.id)
      await createConfiguration(documents, { ...document, organization })
      const entry = entries.get(organization.id) ?? (await readEntry(organization.id))
      if (entry === null) throw new Error(`${documents.place('workspace')} could not be read back`)
      entries.set(organization.id, entry)
      return open(entry)
    },
    openWorkspace: async (organizationId) =>
      openFound(await find((entry) => entry.organizationId === organizationId)),
    findByPublicKey: async (publicKey) =>
      openFound(await find((entry) => keysOf(entry).publicKeys.has(publicKey))),
    findByApiKeyHash: async (hash) => openFound(await findByHash(hash)),
    close() {
      closing ??= (async () => {
        const begun = [...entries.values()].flatMap(({ workspace }) => workspace ?? [])
        const settled = await Promise.allSettled(begun)
        const workspaces = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        // The read models follow the log: they go first.
        await Promise.all(workspaces.map((workspace) => workspace.close()))
        await store.close()
        if (temporary !== null) await rm(await temporary, { recursive: true, force: true })
      })()
      return closing
    },
  }
}

function inProcesses(readProcesses = 8): OpenReadModels {
  const slots = createSlots(readProcesses)
  return (where) => openReadModels({ ...where, slots })
}

interface Entry {
  organizationId: string
  configuration: Configuration
  /** When the document was last compared with the store, by the monotonic clock. */
  looked: number
  /** The problem with the document that people were last told of. */
  told: string | null
  /** It was taken away. */
  gone: boolean
  /** It could not be opened when that was last tried. */
  isUnopened: boolean
  workspace: Promise<OpenedWorkspace> | null
}

function first(entries: Map<string, Entry>, test: (entry: Entry) => boolean): Entry | null {
  for (const entry of entries.values()) if (test(entry)) return entry
  return null
}

/** A document is never changed in place, so what was read out of it holds as long as it does. */
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
