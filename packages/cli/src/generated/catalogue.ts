// Written by `pnpm generate` from the contract; a test tells when it has to be written anew.

import type { Catalogue } from '../catalogue/catalogue.ts'

export const catalogue: Catalogue = {
  tools: [
    {
      name: 'svc_list_customers',
      title: 'List customers',
      description:
        'Browse and filter customer accounts by billing status, recency of product activity (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is told apart in lastContactAt), revenue (cents a month), traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer for one of them.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'activatedSince',
          type: 'text',
        },
        {
          name: 'billingStatus',
          type: 'choice',
          values: ['NONE', 'TRIALING', 'PAYING', 'PAST_DUE', 'CHURNED'],
        },
        {
          name: 'hasActivityInLast',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
        },
        {
          name: 'noActivityInLast',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
        },
        {
          name: 'mrrAbove',
          type: 'number',
          min: 0,
        },
        {
          name: 'mrrBelow',
          type: 'number',
          min: 0,
        },
        {
          name: 'traitFilters',
          type: 'traits',
        },
        {
          name: 'search',
          type: 'text',
        },
        {
          name: 'ownerId',
          type: 'text',
        },
        {
          name: 'ownerEmail',
          type: 'text',
        },
        {
          name: 'hasOwner',
          type: 'boolean',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
        {
          name: 'orderBy',
          type: 'choice',
          values: [
            'last_activity_at',
            'last_product_activity_at',
            'last_contact_at',
            'first_seen_at',
            'name',
            'mrr_cents',
          ],
          default: 'last_activity_at',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_list_users',
      title: 'List users',
      description:
        'Browse and filter the people at customers by journey stage, recency of product activity (contact with us is told apart in lastContactAt), customer, traits, or part of the e-mail address or name.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'journeyStage',
          type: 'choice',
          values: ['DISCOVERED', 'SIGNED_UP', 'ACTIVATED', 'ENGAGED', 'INACTIVE'],
        },
        {
          name: 'customerId',
          type: 'text',
        },
        {
          name: 'traitFilters',
          type: 'traits',
        },
        {
          name: 'hasActivityInLast',
          type: 'text',
        },
        {
          name: 'noActivityInLast',
          type: 'text',
        },
        {
          name: 'search',
          type: 'text',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
        {
          name: 'orderBy',
          type: 'choice',
          values: [
            'last_activity_at',
            'last_product_activity_at',
            'last_contact_at',
            'first_seen_at',
            'email',
          ],
          default: 'last_activity_at',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_list_workspace_users',
      title: 'List workspace users',
      description:
        'List the internal members of the workspace (customer success managers, managers, account owners, admins) and how many customers each owns.',
      readOnly: true,
      grant: 'workspace_members:read',
      fields: [
        {
          name: 'search',
          type: 'text',
        },
        {
          name: 'role',
          type: 'text',
        },
        {
          name: 'managerEmail',
          type: 'text',
        },
        {
          name: 'hasOwnedCustomers',
          type: 'boolean',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
        {
          name: 'orderBy',
          type: 'choice',
          values: ['name', 'email', 'owned_customer_count'],
          default: 'owned_customer_count',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_get_customer',
      title: 'Get a customer',
      description:
        'Full details of one customer, named by id, domain or name, with the sections that you include: users, revenue, recentTimeline, behaviorMetrics, enrichment.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'customer',
          type: 'text',
          required: true,
        },
        {
          name: 'include',
          type: 'choices',
          values: ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment'],
        },
        {
          name: 'timeframe',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
          default: '30d',
        },
      ],
      list: 'users',
    },
    {
      name: 'svc_get_timeline',
      title: 'Get a timeline',
      description:
        'What happened with one customer, newest first, across product, billing, support and conversation channels. Narrow it by channels, event types and time.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'customer',
          type: 'text',
          required: true,
        },
        {
          name: 'channels',
          type: 'choices',
          values: [
            'PRODUCT',
            'COMMUNICATION',
            'MEETING',
            'CRM',
            'BILLING',
            'SUPPORT',
            'IDENTITY',
            'DOCUMENT',
            'SYSTEM',
          ],
        },
        {
          name: 'eventTypes',
          type: 'texts',
        },
        {
          name: 'timeframe',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d', 'all'],
        },
        {
          name: 'startDate',
          type: 'text',
        },
        {
          name: 'endDate',
          type: 'text',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      list: 'events',
    },
    {
      name: 'svc_list_facts',
      title: 'List facts',
      description:
        'Browse what is known of one customer: stored facts with their provenance, filtered by status, type, category, source type and time.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'customer',
          type: 'text',
          required: true,
        },
        {
          name: 'status',
          type: 'choices',
          values: ['ACTIVE', 'ACKNOWLEDGED', 'RESOLVED', 'SNOOZED', 'CANDIDATE'],
        },
        {
          name: 'sourceTypes',
          type: 'choices',
          values: [
            'CALL',
            'EMAIL',
            'SUPPORT_TICKET',
            'OPPORTUNITY',
            'CALENDAR_EVENT',
            'CHAT',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
        },
        {
          name: 'factTypes',
          type: 'choices',
          values: [
            'CUSTOM',
            'COMPANY_CHANGE',
            'FUNDING_REVENUE',
            'TECHNOLOGY',
            'STRATEGY',
            'COMPETITIVE',
            'SENTIMENT',
            'CHAMPION_RISK',
            'EXPANSION',
            'CHURN_RISK',
            'TIMELINE',
            'BUDGET',
            'DECISION_MAKER',
            'REQUIREMENTS',
            'PRODUCT_USAGE',
            'CONTACT_INFO',
            'CONTACT_PREFERENCE',
          ],
        },
        {
          name: 'factCategories',
          type: 'choices',
          values: ['MEMORY', 'CUSTOM'],
        },
        {
          name: 'after',
          type: 'text',
        },
        {
          name: 'before',
          type: 'text',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      list: 'facts',
    },
    {
      name: 'svc_get_fact',
      title: 'Get a fact',
      description: 'One exact fact by its id, on demand with its evidence.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'factId',
          type: 'text',
          required: true,
        },
        {
          name: 'include',
          type: 'texts',
        },
      ],
    },
    {
      name: 'svc_get_source',
      title: 'Get a source',
      description: 'One exact source record behind a fact or a search result, with its whole content.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'sourceType',
          type: 'choice',
          values: [
            'CALL',
            'EMAIL',
            'SUPPORT_TICKET',
            'OPPORTUNITY',
            'CALENDAR_EVENT',
            'CHAT',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
          required: true,
        },
        {
          name: 'sourceId',
          type: 'text',
          required: true,
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      list: 'participants',
    },
    {
      name: 'svc_list_sources',
      title: 'List sources',
      description:
        'List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest first, by type, customer, participant, provider and time.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'sourceType',
          type: 'choice',
          values: [
            'CALL',
            'EMAIL',
            'SUPPORT_TICKET',
            'OPPORTUNITY',
            'CALENDAR_EVENT',
            'CHAT',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
        },
        {
          name: 'customer',
          type: 'text',
        },
        {
          name: 'after',
          type: 'text',
        },
        {
          name: 'before',
          type: 'text',
        },
        {
          name: 'participant',
          type: 'text',
        },
        {
          name: 'provider',
          type: 'text',
        },
        {
          name: 'hasTranscript',
          type: 'boolean',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_search_customer_context',
      title: 'Search customer context',
      description:
        'Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them. Answers with whole artifacts, best first; open one with svc_get_source or svc_get_fact.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      fields: [
        {
          name: 'query',
          type: 'text',
          required: true,
        },
        {
          name: 'customer',
          type: 'json',
        },
        {
          name: 'topK',
          type: 'integer',
          min: 1,
          max: 50,
          default: 20,
        },
        {
          name: 'after',
          type: 'text',
        },
        {
          name: 'before',
          type: 'text',
        },
        {
          name: 'sourceTypes',
          type: 'choices',
          values: [
            'CALL',
            'EMAIL',
            'SUPPORT_TICKET',
            'OPPORTUNITY',
            'CALENDAR_EVENT',
            'CHAT',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
        },
      ],
      list: 'results',
    },
    {
      name: 'svc_query',
      title: 'Query',
      description:
        'Run one read-only SELECT over the views activity, customers, users and revenue. Look at svc_schema first. Money is in cents, times are UTC. Check metadata.truncated before you trust a total.',
      readOnly: true,
      grant: 'analytics:read',
      fields: [
        {
          name: 'sql',
          type: 'text',
          required: true,
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 10000,
          default: 1000,
        },
      ],
      list: 'data',
    },
    {
      name: 'svc_schema',
      title: 'Schema',
      description:
        'The views that svc_query may read: their columns, types, meanings and example queries. One view, or all.',
      readOnly: true,
      grant: 'analytics:read',
      fields: [
        {
          name: 'table',
          type: 'choice',
          values: ['activity', 'customers', 'users', 'revenue'],
        },
      ],
    },
    {
      name: 'svc_submit_feedback',
      title: 'Submit feedback',
      description: 'Send product feedback to the people who run this service. Never put secrets into it.',
      readOnly: false,
      grant: 'feedback:write',
      fields: [
        {
          name: 'body',
          type: 'text',
          required: true,
        },
        {
          name: 'area',
          type: 'text',
        },
        {
          name: 'context',
          type: 'json',
        },
      ],
    },
  ],
  routes: [
    {
      operation: 'validateApiKey',
      tag: 'keys',
      summary: 'Validate the API key and tell what it may do',
      method: 'POST',
      path: '/api/validate-api-key',
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'submitFeedback',
      tag: 'feedback',
      summary: 'Submit product feedback',
      method: 'POST',
      path: '/api/feedback',
      params: [],
      query: [],
      body: [
        {
          name: 'body',
          type: 'text',
          required: true,
        },
        {
          name: 'area',
          type: 'text',
        },
        {
          name: 'context',
          type: 'json',
        },
      ],
    },
    {
      operation: 'importRecords',
      tag: 'records',
      summary: 'Bring in sources, facts, customers, users, members and revenue',
      method: 'POST',
      path: '/api/records',
      grant: 'integrations:manage',
      params: [],
      query: [],
      body: [
        {
          name: 'records',
          type: 'json',
          required: true,
        },
      ],
    },
    {
      operation: 'exportPerson',
      tag: 'people',
      summary: 'Everything that is known of one person, in pages',
      method: 'POST',
      path: '/api/people/export',
      grant: 'people:export',
      params: [],
      query: [],
      body: [
        {
          name: 'person',
          type: 'text',
          required: true,
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      list: 'items',
    },
    {
      operation: 'erasePerson',
      tag: 'people',
      summary: 'Erase one person from everything that is stored, for good',
      method: 'POST',
      path: '/api/people/erase',
      grant: 'people:erase',
      params: [],
      query: [],
      body: [
        {
          name: 'person',
          type: 'text',
          required: true,
        },
      ],
    },
    {
      operation: 'getErasure',
      tag: 'people',
      summary: 'How far an erasure is, and its receipt',
      method: 'GET',
      path: '/api/people/erasures/{id}',
      grant: 'people:erase',
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'getWorkspaceSettings',
      tag: 'settings',
      summary: 'Get the workspace’s settings',
      method: 'GET',
      path: '/api/settings',
      grant: 'agents:read',
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'updateWorkspaceSettings',
      tag: 'settings',
      summary: 'Change the workspace’s settings',
      method: 'PATCH',
      path: '/api/settings',
      grant: 'agents:write',
      params: [],
      query: [],
      body: [
        {
          name: 'defaultTimezone',
          type: 'text',
          required: true,
        },
      ],
    },
    {
      operation: 'getReportSettings',
      tag: 'settings',
      summary: 'Get the channel that reports go to',
      method: 'GET',
      path: '/api/settings/report',
      grant: 'agents:read',
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'updateReportSettings',
      tag: 'settings',
      summary: 'Set the channel that reports go to',
      method: 'PATCH',
      path: '/api/settings/report',
      grant: 'agents:write',
      params: [],
      query: [],
      body: [
        {
          name: 'chatChannelId',
          type: 'text',
          required: true,
        },
        {
          name: 'chatChannelName',
          type: 'text',
          required: true,
        },
      ],
    },
    {
      operation: 'getReportSettingsOptions',
      tag: 'settings',
      summary: 'List channels that reports may go to',
      method: 'GET',
      path: '/api/settings/report/options',
      grant: 'agents:read',
      params: [],
      query: [
        {
          name: 'search',
          type: 'text',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
        },
      ],
      body: [],
    },
    {
      operation: 'explainEvent',
      tag: 'identity',
      summary: 'Explain what became of an event, and whose it is',
      method: 'GET',
      path: '/api/debug/events/{uuid}',
      grant: 'events:explain',
      params: [
        {
          name: 'uuid',
          type: 'text',
          required: true,
        },
      ],
      query: [],
      body: [],
      list: 'arrivals',
    },
    {
      operation: 'getCustomerActivation',
      tag: 'activation',
      summary: 'Get the event that marks activation',
      method: 'GET',
      path: '/api/activation',
      grant: 'activation:read',
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'updateCustomerActivation',
      tag: 'activation',
      summary: 'Set the event that marks activation',
      method: 'PATCH',
      path: '/api/activation',
      grant: 'activation:manage',
      params: [],
      query: [],
      body: [
        {
          name: 'eventName',
          type: 'json',
          required: true,
        },
      ],
    },
    {
      operation: 'previewCustomerActivation',
      tag: 'activation',
      summary: 'Preview what an event would have activated',
      method: 'POST',
      path: '/api/activation/preview',
      grant: 'activation:read',
      params: [],
      query: [],
      body: [
        {
          name: 'eventName',
          type: 'text',
          required: true,
        },
        {
          name: 'lookbackDays',
          type: 'integer',
          min: 1,
          max: 90,
          default: 30,
        },
        {
          name: 'exampleLimit',
          type: 'integer',
          min: 1,
          max: 20,
          default: 10,
        },
      ],
    },
  ],
}
