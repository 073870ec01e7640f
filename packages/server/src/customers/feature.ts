import { defineFeature } from '../kernel/operations/define-feature.ts'
import { getActivation, updateActivation } from './activation.ts'
import { getCustomer } from './get-customer.ts'
import { getTimeline } from './get-timeline.ts'
import { getUser } from './get-user.ts'
import { listCustomers } from './list-customers.ts'
import { listUsers } from './list-users.ts'
import { listWorkspaceUsers } from './list-workspace-users.ts'
import {
  getMergeSuggestion,
  listMergeSuggestions,
  queueMergeSuggestion,
  rejectMergeSuggestion,
} from './merges/merge-suggestion-routes.ts'
import { joinIdentities, separateIdentities } from './merges/decide-identity.ts'
import { listLinks } from './merges/list-links.ts'
import { getMergeEvidence } from './merges/merge-evidence.ts'
import { undoMerge } from './merges/undo-merge.ts'
import { previewActivation } from './preview-activation.ts'
import { startMerges } from './merges/merge-in-background.ts'

/** Who people and customers are. */
export const customersFeature = defineFeature({
  handlers: {
    getCustomerActivation: getActivation,
    updateCustomerActivation: updateActivation,
    previewCustomerActivation: previewActivation,
    listIdentityLinks: listLinks,
    joinIdentities,
    separateIdentities,
    listIdentityMergeSuggestions: listMergeSuggestions,
    getIdentityMergeEvidence: getMergeEvidence,
    undoIdentityMerge: undoMerge,
    getIdentityMergeSuggestion: getMergeSuggestion,
    queueIdentityMergeSuggestion: queueMergeSuggestion,
    rejectIdentityMergeSuggestion: rejectMergeSuggestion,
  },
  tools: {
    svc_list_customers: listCustomers,
    svc_list_users: listUsers,
    svc_list_workspace_users: listWorkspaceUsers,
    svc_get_customer: getCustomer,
    svc_get_user: getUser,
    svc_get_timeline: getTimeline,
  },
  startBackground: (services) => [startMerges(services)],
})
