import { commandRoute, defineRoutes } from './definition.ts'
import {
  ListMergeSuggestionsQuerySchema,
  MergeReviewSchema,
  MergeSuggestionFoundSchema,
  MergeSuggestionListSchema,
  ReviewMergeBodySchema,
} from './merge-suggestion-types.ts'
import { IdParamsSchema } from './params.ts'

export * from './merge-suggestion-types.ts'

export const identityRoutes = defineRoutes({
  listIdentityMergeSuggestions: commandRoute({
    method: 'GET',
    path: '/api/identity/merge-suggestions',
    sdk: 'identity.listMergeSuggestions',
    svc: { path: ['identity', 'suggestions', 'list'] },
    summary: 'List customers that may be one',
    description:
      'Customers that share a company domain, a name or people, and people whom a browser’s word joins against a server’s. What can be decided comes first, the surest before the others.',
    tag: 'identity',
    grant: 'identity:read',
    commandId: 'identity.mergeSuggestion.list',
    query: ListMergeSuggestionsQuerySchema,
    data: MergeSuggestionListSchema,
    failures: [400, 404],
    idempotent: true,
  }),
  getIdentityMergeSuggestion: commandRoute({
    method: 'GET',
    path: '/api/identity/merge-suggestions/{id}',
    sdk: 'identity.getMergeSuggestion',
    svc: { path: ['identity', 'suggestions', 'get'], arguments: ['id'] },
    summary: 'Get a merge suggestion',
    tag: 'identity',
    grant: 'identity:read',
    commandId: 'identity.mergeSuggestion.get',
    params: IdParamsSchema,
    data: MergeSuggestionFoundSchema,
    failures: [404],
    idempotent: true,
  }),
  queueIdentityMergeSuggestion: commandRoute({
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/queue',
    sdk: 'identity.queueMergeSuggestion',
    svc: { path: ['identity', 'suggestions', 'queue'], arguments: ['id'] },
    summary: 'Accept a merge suggestion',
    description:
      'The two are made one in the background: `GET` the suggestion until its `latestJob` is `COMPLETED`. It can be taken back by `svc-server identity cut`.',
    tag: 'identity',
    grant: 'identity:write',
    commandId: 'identity.mergeSuggestion.queue',
    params: IdParamsSchema,
    body: ReviewMergeBodySchema,
    data: MergeReviewSchema,
    failures: [404, 409],
    idempotent: false,
  }),
  rejectIdentityMergeSuggestion: commandRoute({
    method: 'POST',
    path: '/api/identity/merge-suggestions/{id}/reject',
    sdk: 'identity.rejectMergeSuggestion',
    svc: { path: ['identity', 'suggestions', 'reject'], arguments: ['id'] },
    summary: 'Reject a merge suggestion',
    description: 'It is not suggested again.',
    tag: 'identity',
    grant: 'identity:write',
    commandId: 'identity.mergeSuggestion.reject',
    params: IdParamsSchema,
    body: ReviewMergeBodySchema,
    data: MergeReviewSchema,
    failures: [404, 409],
    idempotent: false,
  }),
})
