import { mkdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import { openFileLog } from './log/file-log.ts'
import type { AuditEntry } from '../../workspaces/audit-entry.ts'
import type { ErasureReceipt } from '../../workspaces/erasures.ts'
import type { Feedback } from '../../workspaces/feedback.ts'
import type { ReadModels } from '../../read-models/read-models.ts'
import type { Workspaces, Workspace, WorkspaceLog } from '../../workspaces/workspace.ts'
import { openAnswersFile } from './answers-file.ts'
import { type DirectoryLock, lockDirectory } from './directory-lock.ts'
import { openReadModels } from '../../read-models/open-read-models.ts'
import { createSlots } from '../../read-models/slots.ts'
import { openErasures } from './erasures-file.ts'
import { openNdjsonJournal } from './ndjson-journal.ts'
import { openRejectionsFile } from './rejections-file.ts'
import { openUsageFile } from './usage-file.ts'
import {
  type OrganizationFolder,
  listOrganizationFolders,
  openWorkspaceFiles,
  writeOrganizationFolder,
} from './organization-folders.ts'
import type { WorkspaceFile } from './workspace-file.ts'

export interface FileStoreOptions {
  /** The data directory; made when it is missing. One server at a time may use it. */
  directory: string
  /** False gives up durability for speed: the log is not synced to disk. Default true. */
  sync?: boolean
  /** Told what people should know, such as a `workspace.json` that can't be read. Default: standard error. */
  onProblem?: (problem: string) => void
  /** Organizations that are read from at once, each by a process of its own; others take turns. Default 8. */
  readProcesses?: number
  /** How the read models are opened. Default: DuckDB in a child process. */
  openReadModels?: OpenReadModels
}

export type OpenReadModels = (options: { directory: string; log: WorkspaceLog }) => Promise<ReadModels>

/** One look at the disk for changes serves all of ingest for this long, in milliseconds. */
const lookEveryMs = 500
/** A look for API keys that are not known begins so long after the last one, however many are asked for. */
const lookForApiKeyEveryMs = 50

/**
 * Keeps everything in files: `<directory>/organizations/<organizationId>/` holds `workspace.json` (configuration, may
 * be edited by hand while the server runs), `log/` (what was ingested) and the read models, which can be rebuilt.
 *
 * Opens lazily. The first call locks the directory and rejects when another server holds it.
 */
export function fileStore(options: FileStoreOptions): Workspaces {
  const { directory, sync = true, onProblem = console.error } = options
  const slots = createSlots(options.readProcesses ?? 8)
  const open: OpenReadModels = options.openReadModels ?? ((where) => openReadModels({ ...where, slots }))
  const entries = new Map<string, Entry>()
  let lock: Promise<DirectoryLock> | null = null
  let scan: { at: number; done: Promise<void> } | null = null
  let upcoming: Promise<void> | null = null
  let closed = false
  /** What is wrong with documents that were never read: their organizations are known by nothing. */
  let unreadable: string[] = []

  const start = async (): Promise<void> => {
    if (closed) throw new AppError('UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 5 })
    lock ??= mkdir(directory, { recursive: true, mode: 0o700 }).then(() => lockDirectory(directory))
    await lock.catch((error: unknown) => {
      lock = null
      throw error
    })
    if (scan === null) await look()
  }

  /** Takes in what changed on disk: new organizations, edited documents. */
  const look = async (): Promise<void> => {
    if (scan !== null && performance.now() - scan.at < lookEveryMs) return scan.done
    return lookNow()
  }

  const lookNow = async (): Promise<void> => {
    const done = (async () => {
      await Promise.all([...entries.values()].map((entry) => refresh(entry)))
      const folders = await listOrganizationFolders(directory)
      const present = new Set(folders.map(({ organizationId }) => organizationId))
      for (const entry of entries.values()) entry.gone = !present.has(entry.folder.organizationId)
      const unknown = folders.filter((folder) => !entries.has(folder.organizationId))
      const told = unreadable
      const problems: string[] = []
      for (const { folder, file } of await openWorkspaceFiles(unknown, (problem) => problems.push(problem))) {
        if (entries.has(folder.organizationId)) continue
        entries.set(folder.organizationId, {
          folder,
          file,
          looked: performance.now(),
          told: null,
          gone: false,
          workspace: null,
        })
      }
      unreadable = problems
      for (const problem of problems) if (!told.includes(problem)) onProblem(problem)
    })()
    scan = { at: performance.now(), done }
    return done
  }

  /** A look that begins after the call, shared by all who wait for it. */
  const lookAfresh = (): Promise<void> => {
    upcoming ??= (async () => {
      const restMs = scan === null ? 0 : lookForApiKeyEveryMs - (performance.now() - scan.at)
      // Also when there is nothing to wait for: until then this look is not in `upcoming` yet.
      await setTimeout(Math.max(0, restMs))
      upcoming = null
      await lookNow()
    })()
    return upcoming
  }

  const refresh = async (entry: Entry): Promise<void> => {
    entry.looked = performance.now()
    await entry.file.refresh()
    if (entry.file.problem !== null && entry.file.problem !== entry.told) onProblem(entry.file.problem)
    entry.told = entry.file.problem
  }

  /** The entry whose document satisfies `test`; looks at the disk for a change before it answers. */
  const find = async (test: (entry: Entry) => boolean): Promise<Entry | null> => {
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

  const openEntry = (entry: Entry): Promise<Workspace> => {
    entry.workspace ??= openWorkspace(entry, { sync, open, onProblem }).catch((cause: unknown) => {
      entry.workspace = null
      const { organizationId } = entry.folder
      // The reason may name paths of this machine: it is for the operator, not for whoever sends events.
      onProblem(
        `Organization ${organizationId} can't be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
      throw new AppError('LOG_UNAVAILABLE', "This organization's data can't be opened now", {
        cause,
        retryAfterSeconds: 5,
      })
    })
    return entry.workspace
  }

  /** As {@link find}, by what stands on disk now. Rejects when nobody can tell, since a document can't be read. */
  const findByHash = async (hash: string): Promise<Entry | null> => {
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
        ? unreadable.length > 0 || first(entries, ({ file, gone }) => file.problem !== null && !gone) !== null
        : entry.file.problem !== null
    if (isUnsure) {
      const message =
        "API keys can't be read now: this doesn't mean that the key was revoked; try again later"
      throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 5 })
    }
    return entry
  }

  const openFound = async (test: (entry: Entry) => boolean): Promise<Workspace | null> => {
    const entry = await find(test)
    return entry === null ? null : openEntry(entry)
  }

  return {
    async listOrganizations() {
      await start()
      await look()
      // Nobody must take a data directory for a new one because the only organization in it can't be read.
      if (entries.size === 0 && unreadable.length > 0)
        throw new AppError('UNAVAILABLE', `No organization can be read: ${unreadable.join('; ')}`)
      const all = [...entries.values()].map((entry) => entry.file.document.organization)
      return all.sort(
        (left, right) => left.createdAt.localeCompare(right.createdAt) || left.id.localeCompare(right.id),
      )
    },
    async createOrganization(organization, document) {
      await start()
      const folder = await writeOrganizationFolder(directory, { ...document, organization })
      const [opened] = await openWorkspaceFiles([folder], onProblem)
      if (opened === undefined) throw new Error(`${folder.workspacePath} could not be read back`)
      const entry: Entry = entries.get(organization.id) ?? {
        ...opened,
        looked: performance.now(),
        told: null,
        gone: false,
        workspace: null,
      }
      entries.set(organization.id, entry)
      return openEntry(entry)
    },
    openWorkspace: (organizationId) => openFound((entry) => entry.folder.organizationId === organizationId),
    findByPublicKey: (publicKey) => openFound((entry) => keysOf(entry).publicKeys.has(publicKey)),
    async findByApiKeyHash(hash) {
      const entry = await findByHash(hash)
      return entry === null ? null : openEntry(entry)
    },
    async close() {
      closed = true
      const opened = [...entries.values()].flatMap((entry) =>
        entry.workspace === null ? [] : [entry.workspace],
      )
      const settled = await Promise.allSettled(opened)
      const workspaces = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      // The read models follow the log: they go first.
      await Promise.all(workspaces.map((workspace) => workspace.readModels.close()))
      await Promise.all(workspaces.map((workspace) => workspace.log.close()))
      await Promise.all(workspaces.map((workspace) => workspace.answers.close()))
      await Promise.all(workspaces.map((workspace) => workspace.usage.close()))
      await Promise.all(workspaces.map((workspace) => workspace.rejections.close()))
      await (await lock)?.release()
      lock = null
    },
  }
}

interface Entry {
  folder: OrganizationFolder
  file: WorkspaceFile
  /** When the file was last compared with the disk, by the monotonic clock. */
  looked: number
  /** The problem with the file that people were last told of. */
  told: string | null
  /** Its whole folder was taken away. */
  gone: boolean
  workspace: Promise<Workspace> | null
}

function first(entries: Map<string, Entry>, test: (entry: Entry) => boolean): Entry | null {
  for (const entry of entries.values()) if (test(entry)) return entry
  return null
}

/** A document is never changed in place, so what was read out of it holds as long as it does. */
const keysOfDocument = new WeakMap<object, { publicKeys: Set<string>; hashes: Set<string> }>()

function keysOf(entry: Entry): { publicKeys: Set<string>; hashes: Set<string> } {
  const { document } = entry.file
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

async function openWorkspace(
  entry: Entry,
  { sync, open, onProblem }: { sync: boolean; open: OpenReadModels; onProblem: (problem: string) => void },
): Promise<Workspace> {
  const { folder, file } = entry
  const usage = await openUsageFile({ path: folder.usagePath, sync, onProblem })
  const log = await openFileLog({ directory: folder.logDirectory, sync })
  try {
    const readModels = await open({ directory: folder.directory, log })
    return {
      get organization() {
        return file.document.organization
      },
      get document() {
        return file.document
      },
      get problem() {
        return file.problem
      },
      usage,
      updateDocument: (change) =>
        file.update(change).catch((cause: unknown) => {
          const { organizationId } = folder
          onProblem(
            `The configuration of ${organizationId} can't be changed: ${cause instanceof Error ? cause.message : String(cause)}`,
          )
          throw new AppError('UNAVAILABLE', "The organization's configuration can't be changed now", {
            cause,
            retryAfterSeconds: 30,
          })
        }),
      audit: openNdjsonJournal<AuditEntry>(folder.auditPath, { what: 'The audit entry', sync, onProblem }),
      feedback: openNdjsonJournal<Feedback>(folder.feedbackPath, { what: 'Feedback', sync, onProblem }),
      erasures: openErasures({
        receipts: openNdjsonJournal<ErasureReceipt>(folder.erasuresPath, {
          what: 'The receipt',
          sync,
          onProblem,
        }),
        pendingPath: folder.pendingErasuresPath,
        sync,
      }),
      answers: openAnswersFile({ path: folder.answersPath, sync }),
      rejections: openRejectionsFile({ path: folder.rejectionsPath, onProblem }),
      log,
      readModels,
    }
  } catch (error) {
    await log.close()
    throw error
  }
}
