import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, nullWhereMissing } from '../../kernel/durable-files.ts'
import { AppError } from '../../kernel/errors.ts'
import { databasePath, openReadModels } from '../../projector/process/open-read-models.ts'
import { openSnapshots } from '../../projector/process/snapshots.ts'
import { createSlots } from '../../projector/process/slots.ts'
import type { Blobs, Store } from '../../kernel/store/ports.ts'
import { reasonOf } from '../../kernel/reason-of.ts'
import { type OpenReadModels, type OpenedWorkspace, openWorkspace } from './open-workspace.ts'
import {
  createOrganizationDirectory,
  type KnownOrganization,
} from '../../organizations/organization-directory.ts'
import type { Workspace, Workspaces } from '../../kernel/workspace/workspace.ts'

export interface OpenWorkspacesOptions {
  store: Store
  /** Opens an organization's read models. Default: DuckDB in a child process. */
  openReadModels?: OpenReadModels
  /** How many organizations have a read process at once; the others wait for a slot. Default 8. */
  readProcesses?: number
  /** Storage of an organization's snapshots of read models; null: none are taken. Default: the store's blobs, if it has any. */
  snapshots?: (organizationId: string) => Blobs | null
  /** Whether this node holds an organization. Default: all. */
  holds?: (organizationId: string) => boolean
  /** Called with problems for the operator, such as a `workspace.json` that can't be read. */
  onProblem: (problem: string) => void
}

export type { OpenReadModels } from './open-workspace.ts'

/** The organizations of a store as workspaces, each opened when it is first needed. The store is opened by the first call. */
export function openWorkspaces(options: OpenWorkspacesOptions): Workspaces {
  const { store, openReadModels: openModels = inProcesses(options.readProcesses), onProblem } = options
  const { holds = () => true } = options
  const opened = new Set<Workspace>()
  /** By organization. */
  const workspaces = new Map<string, Promise<OpenedWorkspace>>()
  /** Organizations that couldn't be opened at the last attempt. */
  const unopened = new Set<string>()
  let openingStore: Promise<void> | null = null
  let temporary: Promise<string> | null = null
  let closing: Promise<void> | null = null

  async function openStore(): Promise<void> {
    if (closing !== null)
      throw new AppError('UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 5 })
    openingStore ??= store.open()
    await openingStore.catch((error: unknown) => {
      openingStore = null
      throw error
    })
  }

  const directory = createOrganizationDirectory({ store, open: openStore, onProblem })

  /** The folder of an organization's read models. */
  async function folderOf(organizationId: string): Promise<string> {
    temporary ??= store.localDirectory === null ? mkdtemp(join(tmpdir(), 'customer-intel-')) : null
    const folder = join(store.localDirectory ?? (await temporary)!, organizationId)
    await makeFolder(folder, { sync: false })
    return folder
  }

  async function openNow({ organizationId, configuration }: KnownOrganization): Promise<OpenedWorkspace> {
    const folder = await folderOf(organizationId)
    const ports = store.organization(organizationId)
    const blobs = options.snapshots ? options.snapshots(organizationId) : (ports.blobs ?? null)
    return openWorkspace(ports, {
      configuration,
      directory: folder,
      openReadModels: openModels,
      isHeld: () => holds(organizationId),
      snapshots: blobs === null ? null : openSnapshots(blobs, folder),
      onProblem,
    })
  }

  async function open(organization: KnownOrganization): Promise<Workspace> {
    const { organizationId } = organization
    let opening = workspaces.get(organizationId)
    if (opening === undefined) {
      opening = openNow(organization).then(
        (workspace) => {
          opened.add(workspace.workspace)
          unopened.delete(organizationId)
          return workspace
        },
        (cause: unknown) => {
          workspaces.delete(organizationId)
          unopened.add(organizationId)
          // The reason may name local paths: it is for the operator, not for whoever sends events.
          onProblem(`Organization ${organizationId} can't be opened: ${reasonOf(cause)}`)
          throw new AppError('LOG_UNAVAILABLE', "This organization's data can't be opened now", {
            cause,
            retryAfterSeconds: 5,
          })
        },
      )
      workspaces.set(organizationId, opening)
    }
    return (await opening).workspace
  }

  async function openFound(found: Promise<KnownOrganization | null>): Promise<Workspace | null> {
    const organization = await found
    return organization === null ? null : open(organization)
  }

  return {
    opened,
    get troubled() {
      return {
        unreadable: directory.unreadable,
        unopened: [...unopened].filter((organizationId) => !directory.isGone(organizationId)).length,
      }
    },
    listOrganizations: ({ withinMs } = {}) => directory.list({ withinMs }),
    createOrganization: async (organization, document) =>
      open(await directory.create(organization, document)),
    exclusively: (name, work) => store.exclusively?.(name, work) ?? work(),
    holdsEvents: async (organizationId) => {
      await openStore()
      return (await store.organization(organizationId).log.end()) > 0
    },
    holds,
    async keepsReplica(organizationId) {
      if (store.localDirectory === null) return false
      const path = databasePath(join(store.localDirectory, organizationId))
      return (await stat(path).catch(nullWhereMissing)) !== null
    },
    openWorkspace: (organizationId) => openFound(directory.find(organizationId)),
    findByPublicKey: (publicKey, address = null) => openFound(directory.findByPublicKey(publicKey, address)),
    findByApiKeyHash: (hash, address = null) => openFound(directory.findByApiKeyHash(hash, address)),
    organizationOfKey: async (hash, address = null) =>
      (await directory.findByApiKeyHash(hash, address))?.organizationId ?? null,
    refresh: (organizationId) => store.organization(organizationId).documents.refresh?.(),
    close() {
      closing ??= (async () => {
        const settled = await Promise.allSettled(workspaces.values())
        const all = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        // Read models follow the log: they are closed first.
        await Promise.all(all.map((workspace) => workspace.close()))
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
