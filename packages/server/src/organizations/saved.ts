import { type JsonObject, limits, type Visibility } from '@customer-intel/contract'
import { configHashOf, requireMatch } from '../kernel/config-hash.ts'
import { AppError } from '../kernel/errors.ts'
import type { CommandContext } from '../kernel/operations/command.ts'
import { changeListed, requireRoom } from '../kernel/operations/change-listed.ts'
import { createdId } from '../kernel/operations/created-id.ts'
import type { Caller } from '../kernel/operations/services.ts'
import { openSharedDocument } from '../kernel/store/shared-document.ts'
import { partOf } from '../kernel/workspace/part.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/** What every saved thing has. */
interface Named {
  name: string
  description: string | null
  visibility: Visibility
}

/** A saved thing as it is stored. */
export type Saved<Body extends Named> = Body & {
  id: string
  ownerId: string
  ownerName: string
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
  archivedAt: string | null
}

/** A saved thing as it is answered. */
export type ShownSaved<Body extends Named> = Omit<Saved<Body>, 'archivedAt'> & { configHash: string }

/** What people save under a name: each their own, and what all of the workspace see. */
export interface SavedThings<Body extends Named> {
  /** Those that the caller sees, by name. */
  list(caller: Caller): Promise<ShownSaved<Body>[]>
  get(caller: Caller, id: string): Promise<ShownSaved<Body>>
  create(context: CommandContext, body: Body): Promise<ShownSaved<Body>>
  update(context: CommandContext, id: string, body: Body): Promise<ShownSaved<Body>>
  archive(context: CommandContext, id: string): Promise<{ id: string; archivedAt: string }>
}

/** Things of one kind, in a document of their own. */
export function savedThings<Body extends Named>(kind: string): SavedThings<Body> {
  const documentOf = partOf((workspace: Workspace) =>
    openSharedDocument<Saved<Body>[]>(workspace.documents, `saved-${kind}s`, []),
  )

  function find(all: readonly Saved<Body>[], { apiKey }: Caller, id: string): Saved<Body> {
    const found = all.find((one) => one.id === id && one.archivedAt === null)
    if (found === undefined || !isSeen(found, apiKey.id))
      throw new AppError('NOT_FOUND', `There is no ${kind} ${id}`)
    return found
  }

  // Whether it matches is looked at by each change: whoever doesn't see it gets to know nothing of it.
  const change = (context: CommandContext, id: string, apply: (all: Saved<Body>[]) => void) =>
    changeListed(context, documentOf(context.workspace), {
      resource: { type: kind, id },
      change: apply,
      auditOf: contentOf,
    })

  return {
    async list({ workspace, apiKey }) {
      const all = await documentOf(workspace).read()
      return all
        .filter((one) => one.archivedAt === null && isSeen(one, apiKey.id))
        .sort((left, right) => left.name.localeCompare(right.name, 'en') || (left.id < right.id ? -1 : 1))
        .map(shown)
    },
    async get(caller, id) {
      return shown(find(await documentOf(caller.workspace).read(), caller, id))
    },
    async create(context, body) {
      checkBody(context, body)
      const id = createdId(context, await documentOf(context.workspace).read())
      const at = new Date(context.clock()).toISOString()
      const made = await change(context, id, (all) => {
        if (all.some((one) => one.id === id)) return
        requireRoom(all, limits.saved.perOrganization, `${kind}s`)
        const owner = { ownerId: context.apiKey.id, ownerName: context.apiKey.name }
        all.push({ id, ...body, ...owner, createdAt: at, updatedAt: at, archivedAt: null })
      })
      return shown(made)
    },
    async update(context, id, body) {
      checkBody(context, body)
      const changed = await change(context, id, (all) => {
        const found = find(all, context, id)
        checkShared(context, found)
        requireMatch(context, shown(found).configHash)
        Object.assign(found, body)
      })
      return shown(changed)
    },
    async archive(context, id) {
      const archivedAt = new Date(context.clock()).toISOString()
      await change(context, id, (all) => {
        const found = find(all, context, id)
        checkShared(context, found)
        requireMatch(context, shown(found).configHash)
        found.archivedAt = archivedAt
      })
      return { id, archivedAt }
    },
  }
}

function isSeen(
  { visibility, ownerId }: Pick<Saved<Named>, 'visibility' | 'ownerId'>,
  caller: string,
): boolean {
  return visibility === 'workspace' || ownerId === caller
}

function shown<Body extends Named>({ archivedAt: _, ...saved }: Saved<Body>): ShownSaved<Body> {
  return { ...saved, configHash: configHashOf(contentOf(saved)) }
}

/** What people change. */
function contentOf(saved: object): JsonObject {
  const {
    id: _,
    ownerId: __,
    ownerName: ___,
    createdAt: ____,
    updatedAt: _____,
    ...content
  } = saved as Record<string, never>
  return content
}

function checkBody(context: CommandContext, body: Named): void {
  checkShared(context, body)
  const { bytes } = limits.saved
  if (JSON.stringify(body).length > bytes)
    throw new AppError('INVALID_REQUEST', `It has more than ${bytes} characters as JSON: save less`)
}

function checkShared({ grants }: CommandContext, { visibility }: Pick<Named, 'visibility'>): void {
  if (visibility === 'private' || grants.includes('behavior_metrics:manage')) return
  throw new AppError(
    'FORBIDDEN',
    'What all of the workspace see needs the grant behavior_metrics:manage: save it as private',
  )
}
