import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { CountSchema, trimmedText } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
import { FilterTextSchema, OrderDirectionSchema, PeopleLimitSchema, SearchSchema } from './people-filters.ts'

const memberOrders = ['name', 'email', 'owned_customer_count'] as const

/**
 * Input of `svc_list_workspace_users`. All filters must match; none given lists everyone.
 * @example {"hasOwnedCustomers": true}
 */
export const ListWorkspaceUsersInputSchema = strictObject({
  /** Part of name, e-mail address, title, role, territory or social profile, in any case. */
  search: v.optional(SearchSchema),
  /** Exactly this role, in any case. */
  role: v.optional(trimmedText(limits.tools.roleLength)),
  /** Their manager: the e-mail address, or the exact name or id of a member. */
  managerEmail: v.optional(FilterTextSchema),
  /** True: those who own a customer; false: those who own none. */
  hasOwnedCustomers: v.optional(v.boolean()),
  /** 1 to 1,000, default 50. */
  limit: PeopleLimitSchema,
  /** `pagination.nextCursor` of the page before. */
  cursor: v.optional(CursorSchema),
  /** Default `owned_customer_count`. */
  orderBy: v.optional(v.picklist(memberOrders), 'owned_customer_count'),
  /** Default `desc`. */
  orderDirection: OrderDirectionSchema,
})

/** Someone of our own: a customer success manager, an account owner, an admin. */
export const WorkspaceUserSchema = v.object({
  /** The member's id. */
  id: v.string(),
  /** Their e-mail address. */
  email: v.string(),
  /** Their name. */
  name: v.string(),
  /** Such as `Head of Success`. */
  title: v.nullable(v.string()),
  /** Such as `csm`. */
  role: v.nullable(v.string()),
  /** The e-mail address of their manager. */
  managerEmail: v.nullable(v.string()),
  /** Which part of the market is theirs. */
  territory: v.nullable(v.string()),
  /** Their page in a social network. */
  socialProfileUrl: v.nullable(v.string()),
  /** How many customers they look after. */
  ownedCustomerCount: CountSchema,
})

export const ListWorkspaceUsersOutputSchema = v.object({
  /** The members of this page. */
  items: v.array(WorkspaceUserSchema),
  /** Of an empty list: which filters match nothing that there is. */
  notes: v.optional(v.array(v.string())),
  /** Where the list stands. */
  pagination: PaginationSchema,
})

export const listWorkspaceUsersTool = {
  name: 'svc_list_workspace_users',
  title: 'List workspace users',
  description:
    'List the internal members of the workspace (customer success managers, managers, account owners, admins) and how many customers each owns.',
  grant: 'workspace_members:read',
  readOnly: true,
  commandId: 'workspace_user.list',
  svc: { path: ['ws-users', 'list'] },
  input: ListWorkspaceUsersInputSchema,
  output: ListWorkspaceUsersOutputSchema,
} as const satisfies ToolDefinition
