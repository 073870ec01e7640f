import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema, type Pagination } from '../pagination.ts'
import { CountSchema, trimmedText } from '../scalars.ts'
import type { OrderDirection } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
import { FilterTextSchema, OrderDirectionSchema, PeopleLimitSchema, SearchSchema } from './people-filters.ts'

const memberOrders = ['name', 'email', 'owned_customer_count'] as const

/**
 * Input of `svc_list_workspace_users`. All filters must match; none given lists everyone.
 * @example {"hasOwnedCustomers": true}
 */
export interface ListWorkspaceUsersInput {
  /** Part of name, e-mail address, title, role, territory or social profile, in any case. */
  search?: string
  /** Exactly this role, in any case. */
  role?: string
  /** Their manager: the e-mail address, or the exact name or id of a member. */
  managerEmail?: string
  /** True: those who own a customer; false: those who own none. */
  hasOwnedCustomers?: boolean
  /** 1 to 1,000, default 50. */
  limit?: number
  /** `pagination.nextCursor` of the page before. */
  cursor?: string
  /** Default `owned_customer_count`. */
  orderBy?: (typeof memberOrders)[number]
  /** Default `desc`. */
  orderDirection?: OrderDirection
}

/** Someone of our own: a customer success manager, an account owner, an admin. */
export interface WorkspaceUser {
  /** The member's id. */
  id: string
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
  /** Such as `Head of Success`. */
  title: string | null
  /** Such as `csm`. */
  role: string | null
  /** The e-mail address of their manager. */
  managerEmail: string | null
  /** Which part of the market is theirs. */
  territory: string | null
  /** Their page in a social network. */
  socialProfileUrl: string | null
  /** How many customers they look after. */
  ownedCustomerCount: number
}

export interface ListWorkspaceUsersOutput {
  /** The members of this page. */
  items: WorkspaceUser[]
  /** Of an empty list: which filters match nothing that there is. */
  notes?: string[]
  /** Where the list stands. */
  pagination: Pagination
}

export const ListWorkspaceUsersInputSchema = strictObject({
  search: v.optional(SearchSchema),
  role: v.optional(trimmedText(limits.tools.roleLength)),
  managerEmail: v.optional(FilterTextSchema),
  hasOwnedCustomers: v.optional(v.boolean()),
  limit: PeopleLimitSchema,
  cursor: v.optional(CursorSchema),
  orderBy: v.optional(v.picklist(memberOrders), 'owned_customer_count'),
  orderDirection: OrderDirectionSchema,
}) satisfies v.GenericSchema<ListWorkspaceUsersInput>

export const WorkspaceUserSchema = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  title: v.nullable(v.string()),
  role: v.nullable(v.string()),
  managerEmail: v.nullable(v.string()),
  territory: v.nullable(v.string()),
  socialProfileUrl: v.nullable(v.string()),
  ownedCustomerCount: CountSchema,
}) satisfies v.GenericSchema<WorkspaceUser>

export const ListWorkspaceUsersOutputSchema = v.object({
  items: v.array(WorkspaceUserSchema),
  notes: v.optional(v.array(v.string())),
  pagination: PaginationSchema,
}) satisfies v.GenericSchema<ListWorkspaceUsersOutput>

export const listWorkspaceUsersTool = {
  name: 'svc_list_workspace_users',
  title: 'List workspace users',
  description:
    'List the internal members of the workspace (customer success managers, managers, account owners, admins) and how many customers each owns.',
  grant: 'workspace_members:read',
  readOnly: true,
  commandId: 'workspace_user.list',
  input: ListWorkspaceUsersInputSchema,
  output: ListWorkspaceUsersOutputSchema,
} as const satisfies ToolDefinition
