import * as v from 'valibot'
import { limits } from '../limits.ts'
import { needsOneOf, strictObject } from '../objects.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { roles } from '../roles.ts'
import { DateTimeSchema, EmailSchema, trimmedText } from '../scalars.ts'
import { commandRoute, defineRoutes } from './definition.ts'
import { IdParamsSchema } from './params.ts'

const bounds = limits.workspaceUsers
const NameSchema = trimmedText(limits.records.nameLength)
const RoleSchema = v.picklist(roles)

/** Somebody of your own, and whether they can sign in. */
export const WorkspaceAccessSchema = v.object({
  /** Their id. */
  id: v.string(),
  /** Their e-mail address; null: the first owner, who hasn't said it yet. */
  email: v.nullable(v.string()),
  /** Their name; null: unknown. */
  name: v.nullable(v.string()),
  /** Such as `Head of Success`. */
  title: v.nullable(v.string()),
  /** What they are here; null: they have no access. */
  role: v.nullable(RoleSchema),
  /**
   * `none`: known from records alone. `invited`: has a link that waits to be opened, or is too old. `active`: can sign in.
   * `disabled`: can't any more.
   */
  access: v.picklist(['none', 'invited', 'active', 'disabled']),
  /** When they last did something here. ISO 8601, UTC. */
  lastSeenAt: v.nullable(DateTimeSchema),
  /** Until when their link can be opened; null: there is none. ISO 8601, UTC. */
  linkExpiresAt: v.nullable(DateTimeSchema),
})

/** A link for one person, which is shown once and works once. */
export const AccessLinkSchema = v.object({
  /** To be given to them, and nobody else. */
  url: v.string(),
  /** Until then it can be opened. ISO 8601, UTC. */
  expiresAt: DateTimeSchema,
})

/** A page of a workspace's people. */
export const ListAccessQuerySchema = v.object({
  /** 1 to 200, default 50. */
  limit: v.optional(queryInteger(1, bounds.listMax), bounds.listDefault),
  /** `pagination.nextCursor` of the page before. */
  cursor: v.optional(CursorSchema),
})

/**
 * Who is invited.
 * @example {"email": "ada@acme.example", "role": "viewer"}
 */
export const InviteWorkspaceUserBodySchema = strictObject({
  /** Their e-mail address. */
  email: EmailSchema,
  /** What they are called. They can say it themselves. */
  name: v.optional(NameSchema),
  /** What they are here. Nobody gives a role whose grants they haven't, and only an owner names owners. */
  role: RoleSchema,
})

/**
 * What changes: at least one field.
 * @example {"role": "editor"}
 */
export const UpdateWorkspaceUserBodySchema = v.pipe(
  strictObject({
    /** What they are called. */
    name: v.optional(NameSchema),
    /** What they are here. Their sessions end. */
    role: v.optional(RoleSchema),
    /** `disabled` ends their sessions and links; `active` lets them in again. */
    access: v.optional(v.picklist(['active', 'disabled'])),
  }),
  needsOneOf('name', 'role', 'access'),
  v.check((body) => Object.keys(body).length > 0, 'must change something: give name, role or access'),
)

export const workspaceUserRoutes = defineRoutes({
  listWorkspaceUsers: commandRoute({
    method: 'GET',
    path: '/api/workspace-users',
    sdk: 'workspaceUsers.list',
    svc: { path: ['members', 'list'] },
    summary: 'List your own people, and who can sign in',
    description: 'Those with access come first, then those whom records name, each by their address.',
    tag: 'workspaceUsers',
    grant: 'workspace_members:read',
    commandId: 'workspaceUser.list',
    query: ListAccessQuerySchema,
    data: v.object({ users: v.array(WorkspaceAccessSchema), pagination: PaginationSchema }),
    failures: [400],
    idempotent: true,
  }),
  inviteWorkspaceUser: commandRoute({
    method: 'POST',
    path: '/api/workspace-users',
    sdk: 'workspaceUsers.invite',
    svc: { path: ['members', 'invite'], arguments: ['email'] },
    summary: 'Invite somebody, by a link',
    description: 'The link is shown once and works once, for seven days: give it to them yourself.',
    tag: 'workspaceUsers',
    grant: 'customer_access:manage',
    commandId: 'workspaceUser.invite',
    body: InviteWorkspaceUserBodySchema,
    data: v.object({ user: WorkspaceAccessSchema, link: AccessLinkSchema }),
    failures: [409],
    idempotent: false,
  }),
  updateWorkspaceUser: commandRoute({
    method: 'PATCH',
    path: '/api/workspace-users/{id}',
    sdk: 'workspaceUsers.update',
    svc: { path: ['members', 'update'], arguments: ['id'] },
    summary: 'Change somebody’s role, name or access',
    description: 'The last owner stays one: 409 otherwise.',
    tag: 'workspaceUsers',
    grant: 'customer_access:manage',
    commandId: 'workspaceUser.update',
    params: IdParamsSchema,
    body: UpdateWorkspaceUserBodySchema,
    data: v.object({ user: WorkspaceAccessSchema }),
    failures: [404, 409],
    idempotent: true,
  }),
  createWorkspaceUserLink: commandRoute({
    method: 'POST',
    path: '/api/workspace-users/{id}/link',
    sdk: 'workspaceUsers.createLink',
    svc: { path: ['members', 'link'], arguments: ['id'] },
    summary: 'Make a new link for somebody, also to set their password anew',
    description: 'The link before it works no more, and their sessions end.',
    tag: 'workspaceUsers',
    grant: 'customer_access:manage',
    commandId: 'workspaceUser.createLink',
    params: IdParamsSchema,
    data: v.object({ user: WorkspaceAccessSchema, link: AccessLinkSchema }),
    failures: [404, 409],
    idempotent: false,
  }),
})
