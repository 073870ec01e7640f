// Written by `pnpm generate` from the contract; a test fails when it is out of date.

import type { Catalogue } from '../catalogue/catalogue.ts'

export const catalogue: Catalogue = {
  tools: [
    {
      name: 'svc_list_customers',
      title: 'List customers',
      description:
        'Browse and filter customer accounts by billing status, recency of product activity (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is apart, in lastContactAt), revenue (cents a month), active facts (factTypes, such as CHURN_RISK: who is about to leave), traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer for one of them.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['customers', 'list'],
          flags: {
            noActivityInLast: 'noActivityIn',
            hasActivityInLast: 'hasActivityIn',
            traitFilters: 'trait',
          },
        },
      ],
      fields: [
        {
          name: 'activatedSince',
          type: 'text',
          about: 'Activated at this time or later. ISO 8601 with `Z` or an offset.',
        },
        {
          name: 'billingStatus',
          type: 'choice',
          values: ['NONE', 'TRIALING', 'PAYING', 'PAST_DUE', 'CHURNED'],
          about: "The account's billing status.",
        },
        {
          name: 'hasActivityInLast',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
          about:
            'Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count.',
        },
        {
          name: 'noActivityInLast',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
          about: 'No product activity in that window, or none at all. Not together with `hasActivityInLast`.',
        },
        {
          name: 'mrrAbove',
          type: 'number',
          min: 0,
          about:
            'Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several.',
        },
        {
          name: 'mrrBelow',
          type: 'number',
          min: 0,
          about:
            'Cents a month, exclusive, whatever the currency: give `currency` beside it where there are several.',
        },
        {
          name: 'currency',
          type: 'text',
          about: 'In this currency alone, ISO 4217, in any case. Customers that pay in several have none.',
        },
        {
          name: 'mrrCalculationStatus',
          type: 'choice',
          values: ['calculated', 'mixed_currency', 'unavailable'],
          about: 'Whether `currentMrr` could be worked out; `mixed_currency`: who pays in several.',
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
            'QUIET_ACCOUNT',
            'CORE_ACTION_DECAY',
          ],
          about: 'With an active fact of any of these types, such as `CHURN_RISK`. Empty or absent: all.',
        },
        {
          name: 'traitFilters',
          type: 'traits',
          about: 'Traits that the customer must have.',
        },
        {
          name: 'search',
          type: 'text',
          about: 'Part of the name or the domain, in any case.',
        },
        {
          name: 'ownerId',
          type: 'text',
          about: 'The member who looks after it: their id, e-mail address or exact name, in any case.',
        },
        {
          name: 'ownerEmail',
          type: 'text',
          about: 'The e-mail address of the member who looks after it.',
        },
        {
          name: 'hasOwner',
          type: 'boolean',
          about: 'True: somebody looks after it; false: nobody does.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
          about: '1 to 1,000, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
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
          about: 'Default `last_activity_at`.',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
          about: 'Default `desc`. Customers without the value come last either way.',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_list_users',
      title: 'List users',
      description:
        'Browse and filter the people at customers by journey stage, recency of product activity (contact with us is apart, in lastContactAt), customer, traits, or part of the e-mail address or name.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['users', 'list'],
          flags: {
            noActivityInLast: 'noActivityIn',
            hasActivityInLast: 'hasActivityIn',
            traitFilters: 'trait',
          },
        },
      ],
      fields: [
        {
          name: 'journeyStage',
          type: 'choice',
          values: ['DISCOVERED', 'SIGNED_UP', 'ACTIVATED', 'ENGAGED', 'INACTIVE'],
          about: 'How far the person has come.',
        },
        {
          name: 'customerId',
          type: 'text',
          about:
            "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address.",
        },
        {
          name: 'traitFilters',
          type: 'traits',
          about: 'Traits that the person must have.',
        },
        {
          name: 'hasActivityInLast',
          type: 'text',
          about:
            'Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days.',
        },
        {
          name: 'noActivityInLast',
          type: 'text',
          about: 'No product activity in that window, or none at all. Not together with `hasActivityInLast`.',
        },
        {
          name: 'search',
          type: 'text',
          about: 'Part of the e-mail address or the name, in any case.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
          about: '1 to 1,000, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
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
          about: 'Default `last_activity_at`.',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
          about: 'Default `desc`.',
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
      layouts: [
        {
          path: ['ws-users', 'list'],
        },
      ],
      fields: [
        {
          name: 'search',
          type: 'text',
          about: 'Part of name, e-mail address, title, role, territory or social profile, in any case.',
        },
        {
          name: 'role',
          type: 'text',
          about: 'Exactly this role, in any case.',
        },
        {
          name: 'managerEmail',
          type: 'text',
          about: 'Their manager: the e-mail address, or the exact name or id of a member.',
        },
        {
          name: 'hasOwnedCustomers',
          type: 'boolean',
          about: 'True: those who own a customer; false: those who own none.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
          about: '1 to 1,000, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
        },
        {
          name: 'orderBy',
          type: 'choice',
          values: ['name', 'email', 'owned_customer_count'],
          default: 'owned_customer_count',
          about: 'Default `owned_customer_count`.',
        },
        {
          name: 'orderDirection',
          type: 'choice',
          values: ['asc', 'desc'],
          default: 'desc',
          about: 'Default `desc`.',
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
      layouts: [
        {
          path: ['customers', 'get'],
          arguments: ['customer'],
          single: true,
        },
      ],
      fields: [
        {
          name: 'customer',
          type: 'text',
          required: true,
          about: 'Id, domain or name; 1 to 500 characters.',
        },
        {
          name: 'include',
          type: 'choices',
          values: ['users', 'revenue', 'recentTimeline', 'behaviorMetrics', 'enrichment'],
          about: 'Sections to add. Default none.',
        },
        {
          name: 'timeframe',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d'],
          default: '30d',
          about: 'How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`.',
        },
      ],
      list: 'users',
    },
    {
      name: 'svc_get_user',
      title: 'Get a user',
      description:
        'One person, named by id, your own id or e-mail address: journey, traits, and the keys by which they are known.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['users', 'get'],
          arguments: ['user'],
          single: true,
        },
      ],
      fields: [
        {
          name: 'user',
          type: 'text',
          required: true,
          about: 'Id, your own id or e-mail address.',
        },
      ],
      list: 'keys',
    },
    {
      name: 'svc_get_timeline',
      title: 'Get a timeline',
      description:
        'What happened with one customer or one person (user), newest first, across product, billing, support and conversation channels. Narrow it by channels, event types and time.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['customers', 'timeline'],
          arguments: ['customer'],
          yields: {
            timeframe: ['startDate', 'endDate'],
          },
          aliases: {
            channels: {
              SDK: 'PRODUCT',
              EMAIL: 'COMMUNICATION',
              CHAT: 'COMMUNICATION',
              CALL: 'MEETING',
              CALENDAR: 'MEETING',
              INTERNAL: 'SYSTEM',
            },
          },
        },
      ],
      fields: [
        {
          name: 'customer',
          type: 'text',
          about:
            "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters. Or give `user`.",
        },
        {
          name: 'user',
          type: 'text',
          about: 'One person: id, your own id or e-mail address.',
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
          about: 'Empty or absent: all.',
        },
        {
          name: 'eventTypes',
          type: 'texts',
          about: "Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all.",
        },
        {
          name: 'timeframe',
          type: 'choice',
          values: ['7d', '14d', '30d', '90d', 'all'],
          about: 'Not together with dates. With neither, the last 30 days.',
        },
        {
          name: 'startDate',
          type: 'text',
          about: 'Inclusive. ISO 8601, UTC.',
        },
        {
          name: 'endDate',
          type: 'text',
          about: 'Inclusive. ISO 8601, UTC.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 1000,
          default: 50,
          about: '1 to 1,000, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
        },
      ],
      list: 'events',
    },
    {
      name: 'svc_list_facts',
      title: 'List facts',
      description:
        'Browse what is known of one customer, or of all of them without customer: facts with their provenance, filtered by status, type, category, source type and time.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['facts', 'list'],
          arguments: ['customer'],
          answersOnly: {
            factTypes: [
              'TRACKING_GAP',
              'SCHEMA_DRIFT',
              'INGESTION_LAG',
              'ACTIVATION_RATE_DROP',
              'FUNNEL_DROPOFF',
              'CADENCE_BREAK',
              'CHAMPION_AT_RISK',
              'SEGMENT_DIVERGENCE',
            ],
          },
        },
      ],
      fields: [
        {
          name: 'customer',
          type: 'text',
          about:
            "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent: of all customers.",
        },
        {
          name: 'status',
          type: 'choices',
          values: ['ACTIVE', 'ACKNOWLEDGED', 'RESOLVED', 'SNOOZED', 'CANDIDATE'],
          about: 'Any of these. Empty or absent: all.',
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
            'FORM',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
          about: 'From any of these. Empty or absent: all.',
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
            'QUIET_ACCOUNT',
            'CORE_ACTION_DECAY',
          ],
          about: 'Any of these. Empty or absent: all.',
        },
        {
          name: 'factCategories',
          type: 'choices',
          values: ['MEMORY', 'CUSTOM', 'CHURN', 'JOURNEY'],
          about: 'Any of these. Empty or absent: all.',
        },
        {
          name: 'after',
          type: 'text',
          about: 'Occurred at this time or later. ISO 8601, UTC.',
        },
        {
          name: 'before',
          type: 'text',
          about: 'Occurred at this time or earlier. ISO 8601, UTC.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: '1 to 100, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
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
      layouts: [
        {
          path: ['facts', 'get'],
        },
      ],
      fields: [
        {
          name: 'factId',
          type: 'text',
          required: true,
          about: "The fact's id.",
        },
        {
          name: 'include',
          type: 'texts',
          about: '`evidence` adds the evidence; other words are ignored.',
        },
      ],
    },
    {
      name: 'svc_get_source',
      title: 'Get a source',
      description: 'One exact source record behind a fact or a search result, with its whole content.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['sources', 'get'],
          single: true,
        },
      ],
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
            'FORM',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
          required: true,
          about: 'What kind of source it is; aliases are taken.',
        },
        {
          name: 'sourceId',
          type: 'text',
          required: true,
          about: 'Its id within its type.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: 'Replies a page of a chat thread, 1 to 100, default 50. No effect on other source types.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: "Of a chat thread's replies.",
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
      layouts: [
        {
          path: ['sources', 'list'],
        },
      ],
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
            'FORM',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
          about: 'What kind of source; aliases are taken.',
        },
        {
          name: 'customer',
          type: 'text',
          about:
            "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address; 1 to 200 characters.",
        },
        {
          name: 'after',
          type: 'text',
          about: 'Occurred at this time or later. ISO 8601, UTC.',
        },
        {
          name: 'before',
          type: 'text',
          about: 'Occurred at this time or earlier. ISO 8601, UTC.',
        },
        {
          name: 'participant',
          type: 'text',
          about:
            'Somebody who took part: e-mail address, part of the name, or their id in `svc_list_users` (or your own id of them).',
        },
        {
          name: 'provider',
          type: 'text',
          about: 'Provider id, such as `mail-a`.',
        },
        {
          name: 'hasTranscript',
          type: 'boolean',
          about: 'Calls only: refused together with another source type.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: '1 to 100, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
        },
      ],
      list: 'items',
    },
    {
      name: 'svc_search_customer_context',
      title: 'Search customer context',
      description:
        'Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them. Answers with whole artifacts, best first, and their total; groupBy customer counts by customer. Open one with svc_get_source or svc_get_fact.',
      readOnly: true,
      grant: 'customer_intelligence:read',
      layouts: [
        {
          path: ['search'],
          arguments: ['query'],
        },
      ],
      fields: [
        {
          name: 'query',
          type: 'text',
          required: true,
          about: '2 to 2,000 characters once trimmed.',
        },
        {
          name: 'customer',
          type: 'text',
          nullable: true,
          about:
            "A customer: its id, your own id of it, its domain, exact name, or a person's e-mail address. Absent or null: the whole organization.",
        },
        {
          name: 'topK',
          type: 'integer',
          min: 1,
          max: 50,
          default: 20,
          about: '1 to 50, default 20.',
        },
        {
          name: 'after',
          type: 'text',
          about: 'Occurred at this time or later. ISO 8601, UTC.',
        },
        {
          name: 'before',
          type: 'text',
          about: 'Occurred at this time or earlier. ISO 8601, UTC.',
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
            'FORM',
            'CRM',
            'CRM_OPPORTUNITY',
          ],
          about: 'Empty or absent: all.',
        },
        {
          name: 'groupBy',
          type: 'choice',
          values: ['customer'],
          about: '`customer`: the best result of each customer, and in `groups` how many each has.',
        },
        {
          name: 'includeWeak',
          type: 'boolean',
          about: 'Also results with one of several words only. Default: only where there are no others.',
        },
      ],
      list: 'groups',
    },
    {
      name: 'svc_query',
      title: 'Query',
      description:
        "Run one read-only SELECT over the views activity, customers, users, revenue, facts, opportunities and sources. Look at svc_schema first. Money is in cents, times are UTC; local_day(occurred_at) is a day in the workspace's time zone. Check metadata.truncated before you trust a total.",
      readOnly: true,
      grant: 'analytics:read',
      layouts: [],
      fields: [
        {
          name: 'sql',
          type: 'text',
          required: true,
          about:
            'One SELECT over the views `activity`, `customers`, `users`, `revenue`, `facts`, `opportunities`, `sources`; 1 to 10,000 characters.',
        },
        {
          name: 'params',
          type: 'json',
          about: 'What stands for `$1`, `$2` … in the text, in this order; at most 100.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 10000,
          default: 1000,
          about: 'Rows at most, 1 to 10,000, default 1,000.',
        },
      ],
      list: 'data',
    },
    {
      name: 'svc_schema',
      title: 'Schema',
      description:
        'The views that svc_query may read: their columns, types, meanings and example queries, and which event types and names occur. One view, or all.',
      readOnly: true,
      grant: 'analytics:read',
      layouts: [
        {
          path: ['schema'],
          arguments: ['table'],
        },
      ],
      fields: [
        {
          name: 'table',
          type: 'choice',
          values: ['activity', 'customers', 'users', 'revenue', 'facts', 'opportunities', 'sources'],
          about: 'One view. Absent: all.',
        },
      ],
    },
    {
      name: 'svc_send_notification',
      title: 'Send a notification',
      description:
        'Send a message to destinations, or to the default one. An action with effects outside: call it only when the user explicitly asks to send, post or notify.',
      readOnly: false,
      grant: 'notifications:send',
      layouts: [
        {
          path: ['notify'],
          arguments: ['payload'],
          flags: {
            destinationIds: 'destinationId',
          },
          files: {
            payload: 'payloadFile',
            markdown: 'markdownFile',
          },
          oneOf: ['markdown', 'message', 'payload'],
        },
      ],
      fields: [
        {
          name: 'title',
          type: 'text',
          required: true,
          about: '1 to 160 characters once trimmed.',
        },
        {
          name: 'markdown',
          type: 'text',
          about: 'The body for people, preferred to `message`; up to 100,000 characters.',
        },
        {
          name: 'message',
          type: 'text',
          about: 'Up to 1,200 characters.',
        },
        {
          name: 'severity',
          type: 'choice',
          values: ['low', 'medium', 'high'],
          about: 'How urgent it is, for whoever receives it.',
        },
        {
          name: 'source',
          type: 'text',
          about: 'What it comes from, up to 120 characters.',
        },
        {
          name: 'subject',
          type: 'text',
          about: 'What it is about, up to 240 characters.',
        },
        {
          name: 'payload',
          type: 'json',
          about: 'Any JSON value, up to 100,000 bytes serialized.',
        },
        {
          name: 'destinations',
          type: 'json',
          about:
            '1 to 10: ids of destinations, or channels. Absent, and no `destinationIds` either: the default destination.',
        },
        {
          name: 'destinationIds',
          type: 'texts',
          about: '1 to 10 ids; added to `destinations`.',
        },
        {
          name: 'dryRun',
          type: 'boolean',
          about: 'Sends nothing, and answers with what each destination would show. Default false.',
        },
      ],
      list: 'deliveries',
    },
    {
      name: 'svc_submit_feedback',
      title: 'Submit feedback',
      description: 'Send product feedback to the people who run this service. Never put secrets into it.',
      readOnly: false,
      grant: 'feedback:write',
      layouts: [
        {
          path: ['feedback'],
          arguments: ['body'],
          files: {
            context: 'contextFile',
          },
        },
      ],
      fields: [
        {
          name: 'body',
          type: 'text',
          required: true,
          about: '1 to 20,000 characters once trimmed.',
        },
        {
          name: 'area',
          type: 'text',
          about: 'The part of the product it is about; 1 to 100 characters once trimmed.',
        },
        {
          name: 'context',
          type: 'json',
          about: 'Up to 16 KiB serialized. Must not carry secrets.',
        },
      ],
    },
  ],
  routes: [
    {
      operation: 'listWorkspaceUsers',
      tag: 'workspaceUsers',
      summary: 'List your own people, and who can sign in',
      method: 'GET',
      path: '/api/workspace-users',
      grant: 'workspace_members:read',
      layouts: [
        {
          path: ['members', 'list'],
        },
      ],
      params: [],
      query: [
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 200,
          default: 50,
          about: '1 to 200, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`pagination.nextCursor` of the page before.',
        },
      ],
      body: [],
      list: 'users',
    },
    {
      operation: 'inviteWorkspaceUser',
      tag: 'workspaceUsers',
      summary: 'Invite somebody, by a link',
      method: 'POST',
      path: '/api/workspace-users',
      grant: 'customer_access:manage',
      layouts: [
        {
          path: ['members', 'invite'],
          arguments: ['email'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'email',
          type: 'text',
          required: true,
          about: 'Their e-mail address.',
        },
        {
          name: 'name',
          type: 'text',
          about: 'What they are called. They can say it themselves.',
        },
        {
          name: 'role',
          type: 'choice',
          values: ['viewer', 'editor', 'admin', 'owner'],
          required: true,
          about:
            "What they are here. Nobody gives a role whose grants they haven't, and only an owner names owners.",
        },
      ],
    },
    {
      operation: 'updateWorkspaceUser',
      tag: 'workspaceUsers',
      summary: 'Change somebody’s role, name or access',
      method: 'PATCH',
      path: '/api/workspace-users/{id}',
      grant: 'customer_access:manage',
      layouts: [
        {
          path: ['members', 'update'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          about: 'What they are called.',
        },
        {
          name: 'role',
          type: 'choice',
          values: ['viewer', 'editor', 'admin', 'owner'],
          about: 'What they are here. Their sessions end.',
        },
        {
          name: 'access',
          type: 'choice',
          values: ['active', 'disabled'],
          about: '`disabled` ends their sessions and links; `active` lets them in again.',
        },
      ],
    },
    {
      operation: 'createWorkspaceUserLink',
      tag: 'workspaceUsers',
      summary: 'Make a new link for somebody, also to set their password anew',
      method: 'POST',
      path: '/api/workspace-users/{id}/link',
      grant: 'customer_access:manage',
      layouts: [
        {
          path: ['members', 'link'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listApiKeys',
      tag: 'keys',
      summary: 'List the API keys',
      method: 'GET',
      path: '/api/keys',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['keys', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'keys',
    },
    {
      operation: 'createApiKey',
      tag: 'keys',
      summary: 'Make an API key, which is shown this once',
      method: 'POST',
      path: '/api/keys',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['keys', 'create'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: 'What people call it.',
        },
        {
          name: 'grants',
          type: 'choices',
          values: [
            'customer_intelligence:read',
            'workspace_members:read',
            'analytics:read',
            'integrations:read',
            'integrations:connect_own',
            'integrations:manage',
            'activation:read',
            'activation:manage',
            'workspace_settings:read',
            'workspace_settings:manage',
            'customer_access:manage',
            'behavior_metrics:manage',
            'destinations:manage',
            'agents:read',
            'agents:write',
            'identity:read',
            'identity:write',
            'notifications:send',
            'feedback:write',
            'events:explain',
            'people:export',
            'people:erase',
          ],
          required: true,
          about: "What it may do. Nobody gives what they haven't.",
        },
        {
          name: 'keyType',
          type: 'choice',
          values: ['api', 'cli', 'mcp', 'ci'],
          default: 'api',
          about: 'What it is for. Default `api`.',
        },
        {
          name: 'expiresAt',
          type: 'text',
          about: 'When it ends. Default: not by itself.',
        },
      ],
    },
    {
      operation: 'rotateApiKey',
      tag: 'keys',
      summary: 'Put a new API key in a key’s place',
      method: 'POST',
      path: '/api/keys/{id}/rotate',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['keys', 'rotate'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'graceSeconds',
          type: 'integer',
          min: 0,
          max: 7776000,
          default: 0,
        },
      ],
    },
    {
      operation: 'revokeApiKey',
      tag: 'keys',
      summary: 'Refuse an API key from now on',
      method: 'POST',
      path: '/api/keys/{id}/revoke',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['keys', 'revoke'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
      list: 'keys',
    },
    {
      operation: 'validateApiKey',
      tag: 'keys',
      summary: 'Validate the API key and tell what it may do',
      method: 'POST',
      path: '/api/validate-api-key',
      layouts: [],
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'listPublicKeys',
      tag: 'publicKeys',
      summary: 'List the public keys, the oldest first',
      method: 'GET',
      path: '/api/public-keys',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['public-keys', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'publicKeys',
    },
    {
      operation: 'createPublicKey',
      tag: 'publicKeys',
      summary: 'Make another public key, for a website or app',
      method: 'POST',
      path: '/api/public-keys',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['public-keys', 'create'],
        },
      ],
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'revokePublicKey',
      tag: 'publicKeys',
      summary: 'Refuse the events of a public key from now on',
      method: 'POST',
      path: '/api/public-keys/{publicKey}/revoke',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['public-keys', 'revoke'],
          arguments: ['publicKey'],
        },
      ],
      params: [
        {
          name: 'publicKey',
          type: 'text',
          required: true,
          about: 'Starts with `pk_`.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'submitFeedback',
      tag: 'feedback',
      summary: 'Submit product feedback',
      method: 'POST',
      path: '/api/feedback',
      layouts: [],
      params: [],
      query: [],
      body: [
        {
          name: 'body',
          type: 'text',
          required: true,
          about: '1 to 20,000 characters once trimmed.',
        },
        {
          name: 'area',
          type: 'text',
          about: 'The part of the product it is about; 1 to 100 characters once trimmed.',
        },
        {
          name: 'context',
          type: 'json',
          about: 'Up to 16 KiB serialized. Must not carry secrets.',
        },
      ],
    },
    {
      operation: 'listIntegrations',
      tag: 'integrations',
      summary: 'List providers and whether they are connected',
      method: 'GET',
      path: '/api/integrations',
      grant: 'integrations:read',
      layouts: [
        {
          path: ['integrations', 'list'],
        },
      ],
      params: [],
      query: [
        {
          name: 'connectedOnly',
          type: 'boolean',
          default: false,
          about: 'Only those that are connected. Default false.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'getIntegrationCapabilities',
      tag: 'integrations',
      summary: 'Tell how one provider, or each, is set up',
      method: 'GET',
      path: '/api/integrations/capabilities',
      grant: 'integrations:read',
      layouts: [
        {
          path: ['integrations', 'capabilities'],
          arguments: ['provider'],
          refusedAs: 'unknown_provider',
        },
      ],
      params: [],
      query: [
        {
          name: 'provider',
          type: 'text',
          about: 'Provider id or alias. Default: every provider.',
        },
      ],
      body: [],
    },
    {
      operation: 'runIntegrationSetupStep',
      tag: 'integrations',
      summary: 'Run a follow-up step, or tell what it needs',
      method: 'POST',
      path: '/api/integrations/setup-step',
      grant: 'integrations:manage',
      layouts: [],
      params: [],
      query: [],
      body: [
        {
          name: 'provider',
          type: 'text',
          required: true,
          about: 'Provider id or alias.',
        },
        {
          name: 'step',
          type: 'text',
          required: true,
          about: "A step's id or token, such as `mappings` or `webhooks`.",
        },
        {
          name: 'config',
          type: 'json',
          about: '`{ mappings }` for a CRM, `{ webhookSecret }` for webhooks.',
        },
      ],
      list: 'pipelines',
    },
    {
      operation: 'connectIntegration',
      tag: 'integrations',
      summary: 'Connect a provider by credentials or in the browser',
      method: 'POST',
      path: '/api/integrations/connect',
      grant: 'integrations:manage',
      layouts: [],
      params: [],
      query: [],
      body: [
        {
          name: 'provider',
          type: 'text',
          required: true,
          about: 'Provider id or alias.',
        },
        {
          name: 'config',
          type: 'traits',
          about: "The credentials that the provider's `requiredFields` name.",
        },
        {
          name: 'force',
          type: 'boolean',
          default: false,
          about: 'Connect again although connected. Default false.',
        },
      ],
    },
    {
      operation: 'getIntegrationConnectionStatus',
      tag: 'integrations',
      summary: 'Poll a browser connection',
      method: 'GET',
      path: '/api/integrations/connect/status',
      grant: 'integrations:read',
      layouts: [],
      params: [],
      query: [
        {
          name: 'sessionId',
          type: 'text',
          required: true,
          about: 'The `sessionId` that connecting answered.',
        },
      ],
      body: [],
    },
    {
      operation: 'getIntegrationSyncStatus',
      tag: 'integrations',
      summary: 'Tell how a provider’s syncs stand',
      method: 'GET',
      path: '/api/integrations/sync-status',
      grant: 'integrations:read',
      layouts: [],
      params: [],
      query: [
        {
          name: 'provider',
          type: 'text',
          required: true,
          about: 'Provider id or alias.',
        },
      ],
      body: [],
      list: 'syncs',
    },
    {
      operation: 'listSyncRuns',
      tag: 'integrations',
      summary: 'List syncs, with what they brought and what failed',
      method: 'GET',
      path: '/api/syncs',
      grant: 'integrations:read',
      layouts: [
        {
          path: ['integrations', 'syncs'],
          arguments: ['provider'],
          refusedAs: 'unknown_provider',
        },
      ],
      params: [],
      query: [
        {
          name: 'provider',
          type: 'text',
          about: 'Provider id or alias. Default: every provider.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 200,
          default: 50,
          about: 'How many to answer. Default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: 'Where the previous page ended.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'syncIntegration',
      tag: 'integrations',
      summary: 'Sync a provider now',
      method: 'POST',
      path: '/api/integrations/sync',
      grant: 'integrations:manage',
      layouts: [
        {
          path: ['integrations', 'sync'],
          arguments: ['provider'],
          refusedAs: 'unknown_provider',
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'provider',
          type: 'text',
          required: true,
          about: 'Provider id or alias.',
        },
        {
          name: 'acceptDeletions',
          type: 'boolean',
          default: false,
          about:
            'Walks everything, and takes away whatever is gone there, however much that is: for when sync-status tells that something was held. Default false.',
        },
      ],
    },
    {
      operation: 'disconnectIntegration',
      tag: 'integrations',
      summary: 'Disconnect a provider',
      method: 'POST',
      path: '/api/integrations/disconnect',
      grant: 'integrations:manage',
      layouts: [
        {
          path: ['integrations', 'disconnect'],
          arguments: ['provider'],
          refusedAs: 'unknown_provider',
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'provider',
          type: 'text',
          required: true,
          about: 'Provider id or alias.',
        },
        {
          name: 'data',
          type: 'choice',
          values: ['keep', 'remove'],
          about:
            "`keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as the server's setting says, which is `keep` unless its operator changed it.",
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
      layouts: [],
      params: [],
      query: [],
      body: [
        {
          name: 'records',
          type: 'json',
          required: true,
          about: '1 to 1,000.',
        },
        {
          name: 'dryRun',
          type: 'boolean',
          default: false,
          about: 'Validate them, store nothing. Default false.',
        },
      ],
      list: 'known',
    },
    {
      operation: 'importCsv',
      tag: 'records',
      summary: 'Bring in a spreadsheet of customers, people, members, revenue or opportunities',
      method: 'POST',
      path: '/api/records/csv',
      grant: 'integrations:manage',
      layouts: [],
      params: [],
      query: [],
      body: [
        {
          name: 'kind',
          type: 'choice',
          values: ['customer', 'user', 'member', 'revenue', 'opportunity'],
          required: true,
          about: 'What its rows are: `user` is a person at a customer, `member` one of your own.',
        },
        {
          name: 'csv',
          type: 'text',
          about: 'The text. Its first row names the columns.',
        },
        {
          name: 'base64',
          type: 'text',
          about: "The file's bytes as base64: UTF-8, UTF-16 and Windows-1252 are recognised.",
        },
        {
          name: 'map',
          type: 'traits',
          about:
            'Fields by column names, such as `{"ARR": "traits.arr"}`; null skips one. Others get the field that their name suggests.',
        },
        {
          name: 'delimiter',
          type: 'choice',
          values: [',', ';', '\t', '|'],
          about: 'Default: the one that fits.',
        },
        {
          name: 'dateFormat',
          type: 'choice',
          values: ['DMY', 'MDY'],
          about: 'Whether 03/04/2026 begins with the day. Default: what each column shows.',
        },
        {
          name: 'decimal',
          type: 'choice',
          values: [',', '.'],
          about: 'What stands before the cents. Default: what each column shows.',
        },
        {
          name: 'currency',
          type: 'text',
          about: 'Of amounts that name none. ISO 4217.',
        },
        {
          name: 'others',
          type: 'choice',
          values: ['skip', 'keep'],
          default: 'skip',
          about:
            'Columns without a field: `skip` (default), or `keep` as traits, for opportunities in `record`.',
        },
        {
          name: 'dryRun',
          type: 'boolean',
          default: false,
          about: 'Validate every row, store nothing.',
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
      layouts: [
        {
          path: ['people', 'export'],
          arguments: ['person'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'person',
          type: 'text',
          required: true,
          about: 'An e-mail address, a userId of yours, or a user id of ours, also a former one.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: '`nextCursor` of the page before.',
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
      layouts: [
        {
          path: ['people', 'erase'],
          arguments: ['person'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'person',
          type: 'text',
          required: true,
          about: 'An e-mail address, a userId of yours, or a user id of ours, also a former one.',
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
      layouts: [
        {
          path: ['people', 'erasure'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listTools',
      tag: 'tools',
      summary: 'List tools',
      method: 'GET',
      path: '/api/tools',
      layouts: [
        {
          path: ['api', 'listTools'],
          arguments: [],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'tools',
    },
    {
      operation: 'getAutomationOptions',
      tag: 'automations',
      summary: 'Tell what an automation can be made of',
      method: 'GET',
      path: '/api/automations/options',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'options'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'triggerTypes',
    },
    {
      operation: 'listAutomations',
      tag: 'automations',
      summary: 'List automations',
      method: 'GET',
      path: '/api/automations',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'automations',
    },
    {
      operation: 'createAutomation',
      tag: 'automations',
      summary: 'Create an automation',
      method: 'POST',
      path: '/api/automations',
      grant: 'agents:write',
      layouts: [
        {
          path: ['automations', 'create'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'agentId',
          type: 'text',
          required: true,
          about: 'The agent that does the work.',
        },
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'triggerType',
          type: 'choice',
          values: ['SIGNAL_OCCURRENCE', 'SCHEDULE'],
          required: true,
          about: 'What triggers it: signals, or a schedule.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'signalIds',
          type: 'texts',
          about: 'At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none.',
        },
        {
          name: 'matchMode',
          type: 'choice',
          values: ['ANY', 'ALL', 'AT_LEAST'],
          about: 'Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer.',
        },
        {
          name: 'triggerWindow',
          type: 'json',
          about:
            'Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours.',
        },
        {
          name: 'triggerThresholdCount',
          type: 'integer',
          min: 2,
          max: 5,
          about: '2 to 5; needed for `AT_LEAST`.',
        },
        {
          name: 'schedule',
          type: 'json',
          about: 'Needed for `SCHEDULE`.',
        },
        {
          name: 'audienceFilter',
          type: 'json',
          about: 'For `SCHEDULE`, must name customers or billing statuses.',
        },
        {
          name: 'processorPolicy',
          type: 'json',
          about: 'How the agent is run.',
        },
        {
          name: 'deliveryPolicy',
          type: 'json',
          about: 'What counts as delivered.',
        },
        {
          name: 'destinationIds',
          type: 'texts',
          about: 'At most 25. Default none: the default destination is used.',
        },
        {
          name: 'enabled',
          type: 'boolean',
          default: true,
          about: 'Default true. An enabled automation needs a destination.',
        },
      ],
    },
    {
      operation: 'getAutomation',
      tag: 'automations',
      summary: 'Get an automation',
      method: 'GET',
      path: '/api/automations/{id}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateAutomation',
      tag: 'automations',
      summary: 'Update an automation',
      method: 'PATCH',
      path: '/api/automations/{id}',
      grant: 'agents:write',
      layouts: [
        {
          path: ['automations', 'update'],
          arguments: ['id'],
          takesObject: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'agentId',
          type: 'text',
          required: true,
          about: 'The agent that does the work.',
        },
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'triggerType',
          type: 'choice',
          values: ['SIGNAL_OCCURRENCE', 'SCHEDULE'],
          required: true,
          about: 'What triggers it: signals, or a schedule.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'signalIds',
          type: 'texts',
          about: 'At most 50. Needed for `SIGNAL_OCCURRENCE`, refused for `SCHEDULE`. Default none.',
        },
        {
          name: 'matchMode',
          type: 'choice',
          values: ['ANY', 'ALL', 'AT_LEAST'],
          about: 'Default `ANY`. `ALL` and `AT_LEAST` count different signals of one customer.',
        },
        {
          name: 'triggerWindow',
          type: 'json',
          about:
            'Within what time `ALL` or `AT_LEAST` signals must occur, by the time of their events. Default 24 hours.',
        },
        {
          name: 'triggerThresholdCount',
          type: 'integer',
          min: 2,
          max: 5,
          about: '2 to 5; needed for `AT_LEAST`.',
        },
        {
          name: 'schedule',
          type: 'json',
          about: 'Needed for `SCHEDULE`.',
        },
        {
          name: 'audienceFilter',
          type: 'json',
          about: 'For `SCHEDULE`, must name customers or billing statuses.',
        },
        {
          name: 'processorPolicy',
          type: 'json',
          about: 'How the agent is run.',
        },
        {
          name: 'deliveryPolicy',
          type: 'json',
          about: 'What counts as delivered.',
        },
        {
          name: 'destinationIds',
          type: 'texts',
          about: 'At most 25. Default none: the default destination is used.',
        },
        {
          name: 'enabled',
          type: 'boolean',
          required: true,
          about: 'An enabled automation needs a destination.',
        },
      ],
    },
    {
      operation: 'enableAutomation',
      tag: 'automations',
      summary: 'Enable an automation',
      method: 'POST',
      path: '/api/automations/{id}/enable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['automations', 'enable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'disableAutomation',
      tag: 'automations',
      summary: 'Disable an automation',
      method: 'POST',
      path: '/api/automations/{id}/disable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['automations', 'disable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'previewAutomation',
      tag: 'automations',
      summary: 'Tell what an automation would have done, without doing it',
      method: 'POST',
      path: '/api/automations/preview',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'preview'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'automation',
          type: 'json',
          about: 'As a body that creates one. Give this or `automationId`.',
        },
        {
          name: 'automationId',
          type: 'text',
          about: 'Uuid.',
        },
        {
          name: 'days',
          type: 'integer',
          min: 1,
          max: 90,
          required: true,
          about: 'How many days back; 1 to 90.',
        },
      ],
      list: 'occurrences',
    },
    {
      operation: 'listAutomationRuns',
      tag: 'automations',
      summary: 'List an automation’s runs, newest first',
      method: 'GET',
      path: '/api/automations/{automationId}/runs',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'runs', 'list'],
          arguments: ['automationId'],
        },
      ],
      params: [
        {
          name: 'automationId',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 20,
          about: '1 to 100, default 20.',
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      body: [],
      list: 'runs',
    },
    {
      operation: 'getAutomationRun',
      tag: 'automations',
      summary: 'Get a run of an automation',
      method: 'GET',
      path: '/api/automations/{automationId}/runs/{runId}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'runs', 'get'],
          arguments: ['automationId', 'runId'],
        },
      ],
      params: [
        {
          name: 'automationId',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
        {
          name: 'runId',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'archiveAutomation',
      tag: 'automations',
      summary: 'Archive an automation',
      method: 'POST',
      path: '/api/automations/{id}/archive',
      grant: 'agents:write',
      layouts: [
        {
          path: ['automations', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'getSignalOptions',
      tag: 'signals',
      summary: 'Tell what a signal can be made of',
      method: 'GET',
      path: '/api/signals/options',
      grant: 'agents:read',
      layouts: [
        {
          path: ['signals', 'options'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'conditionTypes',
    },
    {
      operation: 'listSignals',
      tag: 'signals',
      summary: 'List signals',
      method: 'GET',
      path: '/api/signals',
      grant: 'agents:read',
      layouts: [
        {
          path: ['signals', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'signals',
    },
    {
      operation: 'createSignal',
      tag: 'signals',
      summary: 'Create a signal',
      method: 'POST',
      path: '/api/signals',
      grant: 'agents:write',
      layouts: [
        {
          path: ['signals', 'create'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'kind',
          type: 'choice',
          values: ['EVENT_MATCH', 'EVENT_PATTERN'],
          required: true,
          about: 'Events happen often, stop, or change, at one customer.',
        },
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'definition',
          type: 'json',
          required: true,
          about: 'How.',
        },
      ],
    },
    {
      operation: 'previewSignal',
      tag: 'signals',
      summary: 'Try a signal on history',
      method: 'POST',
      path: '/api/signals/preview',
      grant: 'agents:read',
      layouts: [
        {
          path: ['signals', 'preview'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'signal',
          type: 'json',
          about: 'The definition to try. Give this or `signalId`.',
        },
        {
          name: 'signalId',
          type: 'text',
          about: 'Uuid of one that is there.',
        },
        {
          name: 'days',
          type: 'integer',
          min: 1,
          max: 730,
          required: true,
          about: 'How many days back; 1 to 730.',
        },
      ],
      list: 'byDay',
    },
    {
      operation: 'getSignal',
      tag: 'signals',
      summary: 'Get a signal',
      method: 'GET',
      path: '/api/signals/{id}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['signals', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateSignal',
      tag: 'signals',
      summary: 'Update a signal',
      method: 'PATCH',
      path: '/api/signals/{id}',
      grant: 'agents:write',
      layouts: [
        {
          path: ['signals', 'update'],
          arguments: ['id'],
          takesObject: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'kind',
          type: 'choice',
          values: ['EVENT_MATCH', 'EVENT_PATTERN'],
          required: true,
          about: 'Events happen often, stop, or change, at one customer.',
        },
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'definition',
          type: 'json',
          required: true,
          about: 'How.',
        },
      ],
    },
    {
      operation: 'archiveSignal',
      tag: 'signals',
      summary: 'Archive a signal',
      method: 'POST',
      path: '/api/signals/{id}/archive',
      grant: 'agents:write',
      layouts: [
        {
          path: ['signals', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'getDestinationOptions',
      tag: 'destinations',
      summary: 'Tell what a destination can be made of',
      method: 'GET',
      path: '/api/destinations/options',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'options'],
        },
      ],
      params: [],
      query: [
        {
          name: 'search',
          type: 'text',
          about: "Part of a channel's name or id; 1 to 120 characters.",
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: '1 to 100, default 50.',
        },
      ],
      body: [],
      list: 'types',
    },
    {
      operation: 'listDestinations',
      tag: 'destinations',
      summary: 'List destinations',
      method: 'GET',
      path: '/api/destinations',
      grant: 'agents:read',
      layouts: [
        {
          path: ['destinations', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'destinations',
    },
    {
      operation: 'createDestination',
      tag: 'destinations',
      summary: 'Create a destination: a channel of the chat app, or a webhook',
      method: 'POST',
      path: '/api/destinations',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'create'],
          flags: {
            isDefault: 'default',
            url: 'endpoint',
          },
          switches: {
            disabled: {
              field: 'enabled',
              value: false,
              brief: "Messages don't go there",
            },
          },
          aliases: {
            type: {
              CHAT: 'CHAT_CHANNEL',
              WEBHOOK: 'WEBHOOK_ENDPOINT',
            },
          },
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'type',
          type: 'choice',
          values: ['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT'],
          required: true,
          about: 'Which kind of destination.',
        },
        {
          name: 'channelId',
          type: 'text',
          about: '1 to 191 characters.',
        },
        {
          name: 'label',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'enabled',
          type: 'boolean',
          about: 'Default true.',
        },
        {
          name: 'isDefault',
          type: 'boolean',
          default: false,
          about: 'Makes it the default fallback, and enabled. Default false.',
        },
        {
          name: 'url',
          type: 'text',
          about: '`https://…` or `http://…`, up to 2,000 characters, without a user name.',
        },
        {
          name: 'secret',
          type: 'text',
          about:
            '`whsec_` and 24 to 64 bytes in base64: what messages are signed with. Default: one is made, and answered this once.',
        },
      ],
    },
    {
      operation: 'getDestination',
      tag: 'destinations',
      summary: 'Get a destination and what uses it',
      method: 'GET',
      path: '/api/destinations/{id}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['destinations', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateDestination',
      tag: 'destinations',
      summary: 'Update a destination',
      method: 'PATCH',
      path: '/api/destinations/{id}',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'update'],
          arguments: ['id'],
          flags: {
            isDefault: 'default',
            url: 'endpoint',
          },
          switches: {
            disabled: {
              field: 'enabled',
              value: false,
              brief: "Messages don't go there",
            },
          },
          aliases: {
            type: {
              CHAT: 'CHAT_CHANNEL',
              WEBHOOK: 'WEBHOOK_ENDPOINT',
            },
          },
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'type',
          type: 'choice',
          values: ['CHAT_CHANNEL', 'WEBHOOK_ENDPOINT'],
          required: true,
          about: 'The kind that the destination is of.',
        },
        {
          name: 'isDefault',
          type: 'boolean',
          about:
            "Makes it the default fallback, and enabled. Another default takes its place; it can't be just taken away.",
        },
        {
          name: 'label',
          type: 'text',
          about: '1 to 120 characters.',
        },
        {
          name: 'enabled',
          type: 'boolean',
          about: 'Whether it is enabled.',
        },
        {
          name: 'url',
          type: 'text',
          about: 'Of a webhook: another address.',
        },
        {
          name: 'secret',
          type: 'text',
          about:
            'Of a webhook: another secret, in force at once. Messages are signed with the former one too, for 24 hours.',
        },
      ],
    },
    {
      operation: 'disableDestination',
      tag: 'destinations',
      summary: 'Disable a destination',
      method: 'POST',
      path: '/api/destinations/{id}/disable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'disable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'enableDestination',
      tag: 'destinations',
      summary: 'Enable a destination',
      method: 'POST',
      path: '/api/destinations/{id}/enable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'enable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'resendDeliveries',
      tag: 'destinations',
      summary: 'Send again what a destination didn’t take',
      method: 'POST',
      path: '/api/destinations/{id}/resend',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'resend'],
          arguments: ['id'],
          flags: {
            deliveryIds: 'deliveryId',
          },
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'deliveryIds',
          type: 'texts',
          about:
            'Deliveries of this destination that are `FAILED` or `SKIPPED`, 1 to 100. Default: all that are `FAILED`, 1,000 at most.',
        },
      ],
      list: 'deliveryIds',
    },
    {
      operation: 'archiveDestination',
      tag: 'destinations',
      summary: 'Archive a destination',
      method: 'POST',
      path: '/api/destinations/{id}/archive',
      grant: 'agents:write',
      layouts: [
        {
          path: ['destinations', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listDeliveries',
      tag: 'destinations',
      summary: 'List deliveries',
      method: 'GET',
      path: '/api/deliveries',
      grant: 'agents:read',
      layouts: [
        {
          path: ['destinations', 'deliveries'],
        },
      ],
      params: [],
      query: [
        {
          name: 'destination',
          type: 'text',
          about: 'Only to this destination.',
        },
        {
          name: 'automation',
          type: 'text',
          about: 'Only of runs of this automation.',
        },
        {
          name: 'status',
          type: 'choice',
          values: ['PENDING_ENQUEUE', 'ENQUEUED', 'ACCEPTED_BY_PROVIDER', 'FAILED', 'SKIPPED'],
          about: 'Only with this status.',
        },
        {
          name: 'customer',
          type: 'text',
          about: 'Only of runs about this customer, by its id.',
        },
        {
          name: 'from',
          type: 'text',
          about: 'Only of messages since this time, inclusive. ISO 8601, UTC.',
        },
        {
          name: 'to',
          type: 'text',
          about: 'Only of messages before this time. ISO 8601, UTC.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: 'How many to answer. Default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: 'Where the previous page ended.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'listSkippedRuns',
      tag: 'automations',
      summary: 'List what an automation did not act on, and why',
      method: 'GET',
      path: '/api/automations/{id}/skipped',
      grant: 'agents:read',
      layouts: [
        {
          path: ['automations', 'skipped'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [
        {
          name: 'customer',
          type: 'text',
          about: 'Only what is about this customer, by its id.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: 'How many to answer. Default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: 'Where the previous page ended.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'getWorkspaceSettings',
      tag: 'settings',
      summary: 'Get the workspace’s settings',
      method: 'GET',
      path: '/api/settings',
      grant: 'agents:read',
      layouts: [
        {
          path: ['settings', 'get'],
        },
      ],
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
      layouts: [
        {
          path: ['settings', 'update'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'defaultTimezone',
          type: 'text',
          about: 'IANA name.',
        },
        {
          name: 'identityMergeSuggestions',
          type: 'boolean',
          about:
            'Whether customers and people that look like one are suggested for a merge. True until it is switched off.',
        },
        {
          name: 'domains',
          type: 'texts',
          about:
            "Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer and no contact from synced records. Empty: members and their companies' addresses alone are.",
        },
        {
          name: 'reportCurrency',
          type: 'text',
          nullable: true,
          about:
            'ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one with the most recurring revenue.',
        },
      ],
    },
    {
      operation: 'getTrackingSettings',
      tag: 'settings',
      summary: 'Get who may send events from a browser',
      method: 'GET',
      path: '/api/settings/tracking',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['settings', 'tracking', 'get'],
        },
      ],
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'updateTrackingSettings',
      tag: 'settings',
      summary: 'Set who may send events from a browser',
      method: 'PATCH',
      path: '/api/settings/tracking',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['settings', 'tracking', 'update'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'allowedOrigins',
          type: 'texts',
          required: true,
          about:
            "All of them: what isn't there is not allowed. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone.",
        },
      ],
    },
    {
      operation: 'getRetentionSettings',
      tag: 'settings',
      summary: 'Get how long events are kept, and what goes',
      method: 'GET',
      path: '/api/settings/retention',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['settings', 'retention', 'get'],
        },
      ],
      params: [],
      query: [
        {
          name: 'days',
          type: 'integer',
          min: 1,
          max: 36500,
          about: "Says what would go if events were kept for so many days. Default: the setting's.",
        },
      ],
      body: [],
    },
    {
      operation: 'updateRetentionSettings',
      tag: 'settings',
      summary: 'Set how long events are kept',
      method: 'PATCH',
      path: '/api/settings/retention',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['settings', 'retention', 'update'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'days',
          type: 'integer',
          min: 1,
          max: 36500,
          nullable: true,
          required: true,
          about: '1 to 36,500; null: for ever.',
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
      layouts: [
        {
          path: ['settings', 'report', 'get'],
        },
      ],
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
      layouts: [
        {
          path: ['settings', 'report', 'update'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'chatChannelId',
          type: 'text',
          required: true,
          about: '1 to 191 characters.',
        },
        {
          name: 'chatChannelName',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
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
      layouts: [
        {
          path: ['settings', 'report', 'options'],
        },
      ],
      params: [],
      query: [
        {
          name: 'search',
          type: 'text',
          about: "Part of a channel's name or id; 1 to 120 characters.",
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: '1 to 100, default 50.',
        },
      ],
      body: [],
    },
    {
      operation: 'listAudit',
      tag: 'settings',
      summary: 'List changes of what is configured',
      method: 'GET',
      path: '/api/audit',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['settings', 'audit'],
        },
      ],
      params: [],
      query: [
        {
          name: 'actor',
          type: 'text',
          about: "Only by this key or person: the `id` of an entry's actor.",
        },
        {
          name: 'resource',
          type: 'text',
          about: 'Only of resources of this type, or with this id.',
        },
        {
          name: 'from',
          type: 'text',
          about: 'Only since this time, inclusive. ISO 8601, UTC.',
        },
        {
          name: 'to',
          type: 'text',
          about: 'Only before this time. ISO 8601, UTC.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 200,
          default: 50,
          about: 'How many to answer. Default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: 'Where the previous page ended.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'getUsage',
      tag: 'settings',
      summary: 'Tell what the workspace has used',
      method: 'GET',
      path: '/api/usage',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['settings', 'usage'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'callers',
    },
    {
      operation: 'listQuarantine',
      tag: 'settings',
      summary: 'List what was accepted and can not be applied',
      method: 'GET',
      path: '/api/quarantine',
      grant: 'workspace_settings:read',
      layouts: [
        {
          path: ['settings', 'quarantine'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'items',
    },
    {
      operation: 'retryQuarantine',
      tag: 'settings',
      summary: 'Try again what could not be applied',
      method: 'POST',
      path: '/api/quarantine/retry',
      grant: 'workspace_settings:manage',
      layouts: [
        {
          path: ['settings', 'quarantine-retry'],
        },
      ],
      params: [],
      query: [],
      body: [],
    },
    {
      operation: 'listViews',
      tag: 'views',
      summary: 'List saved views',
      method: 'GET',
      path: '/api/views',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['views', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'views',
    },
    {
      operation: 'createView',
      tag: 'views',
      summary: 'Save a view',
      method: 'POST',
      path: '/api/views',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['views', 'create'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'list',
          type: 'text',
          required: true,
          about: 'Which list it is of, such as `customers`: yours to name.',
        },
        {
          name: 'state',
          type: 'json',
          required: true,
          about: 'Filters, order and columns, as your page reads them.',
        },
      ],
    },
    {
      operation: 'getView',
      tag: 'views',
      summary: 'Get a view',
      method: 'GET',
      path: '/api/views/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['views', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateView',
      tag: 'views',
      summary: 'Update a view',
      method: 'PATCH',
      path: '/api/views/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['views', 'update'],
          arguments: ['id'],
          takesObject: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'list',
          type: 'text',
          required: true,
          about: 'Which list it is of, such as `customers`: yours to name.',
        },
        {
          name: 'state',
          type: 'json',
          required: true,
          about: 'Filters, order and columns, as your page reads them.',
        },
      ],
    },
    {
      operation: 'archiveView',
      tag: 'views',
      summary: 'Archive a view',
      method: 'POST',
      path: '/api/views/{id}/archive',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['views', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listQuestions',
      tag: 'questions',
      summary: 'List saved questions',
      method: 'GET',
      path: '/api/questions',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['questions', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'questions',
    },
    {
      operation: 'createQuestion',
      tag: 'questions',
      summary: 'Save a question',
      method: 'POST',
      path: '/api/questions',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['questions', 'create'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'sql',
          type: 'text',
          required: true,
          about: 'What `svc_query` is asked.',
        },
        {
          name: 'parameters',
          type: 'json',
          about: 'What stands for `$1`, `$2` …, each as your page asks for it. Default none.',
        },
        {
          name: 'chart',
          type: 'json',
          nullable: true,
          about: 'How the rows are drawn; null: as a table. Default null.',
        },
      ],
    },
    {
      operation: 'getQuestion',
      tag: 'questions',
      summary: 'Get a question',
      method: 'GET',
      path: '/api/questions/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['questions', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateQuestion',
      tag: 'questions',
      summary: 'Update a question',
      method: 'PATCH',
      path: '/api/questions/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['questions', 'update'],
          arguments: ['id'],
          takesObject: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'sql',
          type: 'text',
          required: true,
          about: 'What `svc_query` is asked.',
        },
        {
          name: 'parameters',
          type: 'json',
          about: 'What stands for `$1`, `$2` …, each as your page asks for it. Default none.',
        },
        {
          name: 'chart',
          type: 'json',
          nullable: true,
          about: 'How the rows are drawn; null: as a table. Default null.',
        },
      ],
    },
    {
      operation: 'archiveQuestion',
      tag: 'questions',
      summary: 'Archive a question',
      method: 'POST',
      path: '/api/questions/{id}/archive',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['questions', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listDashboards',
      tag: 'dashboards',
      summary: 'List saved dashboards',
      method: 'GET',
      path: '/api/dashboards',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['dashboards', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'dashboards',
    },
    {
      operation: 'createDashboard',
      tag: 'dashboards',
      summary: 'Save a dashboard',
      method: 'POST',
      path: '/api/dashboards',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['dashboards', 'create'],
          takesObject: true,
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'tiles',
          type: 'json',
          required: true,
          about: "Its tiles, in order: such as a question's id with where it stands.",
        },
        {
          name: 'settings',
          type: 'json',
          about: 'What holds for all of them, as your page reads it. Default none.',
        },
      ],
    },
    {
      operation: 'getDashboard',
      tag: 'dashboards',
      summary: 'Get a dashboard',
      method: 'GET',
      path: '/api/dashboards/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['dashboards', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateDashboard',
      tag: 'dashboards',
      summary: 'Update a dashboard',
      method: 'PATCH',
      path: '/api/dashboards/{id}',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['dashboards', 'update'],
          arguments: ['id'],
          takesObject: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [
        {
          name: 'name',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
        {
          name: 'description',
          type: 'text',
          nullable: true,
          about: 'At most 1,000 characters. Default null.',
        },
        {
          name: 'visibility',
          type: 'choice',
          values: ['private', 'workspace'],
          default: 'private',
          about: '`workspace` needs the grant `behavior_metrics:manage`. Default `private`.',
        },
        {
          name: 'tiles',
          type: 'json',
          required: true,
          about: "Its tiles, in order: such as a question's id with where it stands.",
        },
        {
          name: 'settings',
          type: 'json',
          about: 'What holds for all of them, as your page reads it. Default none.',
        },
      ],
    },
    {
      operation: 'archiveDashboard',
      tag: 'dashboards',
      summary: 'Archive a dashboard',
      method: 'POST',
      path: '/api/dashboards/{id}/archive',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['dashboards', 'archive'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: 'Uuid.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'listIdentityLinks',
      tag: 'identity',
      summary: 'Show what was joined with a key, and why',
      method: 'GET',
      path: '/api/identity/links',
      grant: 'identity:read',
      layouts: [
        {
          path: ['identity', 'links'],
          arguments: ['key'],
          single: true,
        },
      ],
      params: [],
      query: [
        {
          name: 'key',
          type: 'text',
          required: true,
          about: 'An e-mail address, a userId, a `visitor:…`, or the id of a customer here.',
        },
      ],
      body: [],
      list: 'links',
    },
    {
      operation: 'joinIdentities',
      tag: 'identity',
      summary: 'Decide that two are one',
      method: 'POST',
      path: '/api/identity/join',
      grant: 'identity:write',
      layouts: [
        {
          path: ['identity', 'join'],
          arguments: ['left', 'right'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'left',
          type: 'text',
          required: true,
          about: 'A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here.',
        },
        {
          name: 'right',
          type: 'text',
          required: true,
          about: 'The other one, of the same kind.',
        },
        {
          name: 'notes',
          type: 'text',
          about: 'Why; up to 10,000 characters.',
        },
      ],
    },
    {
      operation: 'separateIdentities',
      tag: 'identity',
      summary: 'Decide that two are not one',
      method: 'POST',
      path: '/api/identity/separate',
      grant: 'identity:write',
      layouts: [
        {
          path: ['identity', 'separate'],
          arguments: ['left', 'right'],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'left',
          type: 'text',
          required: true,
          about: 'A key of a person (`jane@acme.example`, `user:u-17`), or the id of a customer here.',
        },
        {
          name: 'right',
          type: 'text',
          required: true,
          about: 'The other one, of the same kind.',
        },
        {
          name: 'notes',
          type: 'text',
          about: 'Why; up to 10,000 characters.',
        },
      ],
    },
    {
      operation: 'getIdentityMergeEvidence',
      tag: 'identity',
      summary: 'Show both sides of a merge suggestion, and the evidence',
      method: 'GET',
      path: '/api/identity/merge-suggestions/{id}/evidence',
      grant: 'identity:read',
      layouts: [
        {
          path: ['identity', 'suggestions', 'evidence'],
          arguments: ['id'],
          single: true,
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
      list: 'evidence',
    },
    {
      operation: 'undoIdentityMerge',
      tag: 'identity',
      summary: 'Take back what was decided about a merge suggestion',
      method: 'POST',
      path: '/api/identity/merge-suggestions/{id}/undo',
      grant: 'identity:write',
      layouts: [
        {
          path: ['identity', 'suggestions', 'undo'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'reviewNotes',
          type: 'text',
        },
      ],
    },
    {
      operation: 'listIdentityMergeSuggestions',
      tag: 'identity',
      summary: 'List customers that may be one',
      method: 'GET',
      path: '/api/identity/merge-suggestions',
      grant: 'identity:read',
      layouts: [
        {
          path: ['identity', 'suggestions', 'list'],
        },
      ],
      params: [],
      query: [
        {
          name: 'status',
          type: 'choice',
          values: ['suggested', 'processing', 'merged', 'rejected'],
          about: 'Only those with this status.',
        },
        {
          name: 'confidence',
          type: 'choice',
          values: ['HIGH', 'MEDIUM', 'LOW'],
          about: 'Only those with this confidence.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 50,
          about: '1 to 100, default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about:
            'Where the previous page ended. What is decided in between is neither shown twice nor skipped.',
        },
      ],
      body: [],
      list: 'suggestions',
    },
    {
      operation: 'getIdentityMergeSuggestion',
      tag: 'identity',
      summary: 'Get a merge suggestion',
      method: 'GET',
      path: '/api/identity/merge-suggestions/{id}',
      grant: 'identity:read',
      layouts: [
        {
          path: ['identity', 'suggestions', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'queueIdentityMergeSuggestion',
      tag: 'identity',
      summary: 'Accept a merge suggestion',
      method: 'POST',
      path: '/api/identity/merge-suggestions/{id}/queue',
      grant: 'identity:write',
      layouts: [
        {
          path: ['identity', 'suggestions', 'queue'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'reviewNotes',
          type: 'text',
        },
      ],
    },
    {
      operation: 'rejectIdentityMergeSuggestion',
      tag: 'identity',
      summary: 'Reject a merge suggestion',
      method: 'POST',
      path: '/api/identity/merge-suggestions/{id}/reject',
      grant: 'identity:write',
      layouts: [
        {
          path: ['identity', 'suggestions', 'reject'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'reviewNotes',
          type: 'text',
        },
      ],
    },
    {
      operation: 'explainEvent',
      tag: 'identity',
      summary: 'Explain what became of an event, and whose it is',
      method: 'GET',
      path: '/api/debug/events/{uuid}',
      grant: 'events:explain',
      layouts: [
        {
          path: ['events', 'explain'],
          arguments: ['uuid'],
        },
      ],
      params: [
        {
          name: 'uuid',
          type: 'text',
          required: true,
          about: "The event's uuid, in any case.",
        },
      ],
      query: [],
      body: [],
      list: 'arrivals',
    },
    {
      operation: 'followEvents',
      tag: 'events',
      summary: 'Follow accepted events',
      method: 'GET',
      path: '/api/events',
      grant: 'customer_intelligence:read',
      layouts: [],
      params: [],
      query: [
        {
          name: 'after',
          type: 'text',
          about: '`next` of the answer before. Absent: from now on.',
        },
        {
          name: 'waitSeconds',
          type: 'integer',
          min: 0,
          max: 25,
          default: 0,
          about: 'How long to wait for an event when there is none. Default 0.',
        },
        {
          name: 'unread',
          type: 'boolean',
          default: false,
          about:
            "True: at once, from the log. An event that the answers don't hold yet has `read: false`. Default false: waits until they do.",
        },
      ],
      body: [],
      list: 'events',
    },
    {
      operation: 'importEvents',
      tag: 'events',
      summary: 'Bring in events of many people',
      method: 'POST',
      path: '/api/events',
      grant: 'integrations:manage',
      layouts: [
        {
          path: ['api', 'importEvents'],
          arguments: [],
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'batches',
          type: 'json',
          required: true,
          about: '1 to 1,000, 8 MB in all.',
        },
      ],
    },
    {
      operation: 'listRejections',
      tag: 'events',
      summary: 'List rejected events',
      method: 'GET',
      path: '/api/rejections',
      grant: 'events:explain',
      layouts: [
        {
          path: ['events', 'rejections'],
        },
      ],
      params: [],
      query: [
        {
          name: 'kind',
          type: 'choice',
          values: [
            'invalid_event',
            'unidentified',
            'invalid_batch',
            'unauthorized_source',
            'origin_not_allowed',
            'rate_limited',
            'unreadable',
          ],
          about: 'Only of this kind.',
        },
        {
          name: 'eventName',
          type: 'text',
          about: 'Only of this event name.',
        },
        {
          name: 'publicKey',
          type: 'text',
          about: 'Only sent with this public key.',
        },
        {
          name: 'origin',
          type: 'text',
          about: 'Only from this web origin.',
        },
        {
          name: 'from',
          type: 'text',
          about: 'Only since this time, inclusive. ISO 8601, UTC.',
        },
        {
          name: 'to',
          type: 'text',
          about: 'Only before this time. ISO 8601, UTC.',
        },
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 200,
          default: 50,
          about: 'How many to answer. Default 50.',
        },
        {
          name: 'cursor',
          type: 'text',
          about: 'Where the previous page ended.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'getIngestStats',
      tag: 'events',
      summary: 'Count what came in',
      method: 'GET',
      path: '/api/ingest-stats',
      grant: 'analytics:read',
      layouts: [
        {
          path: ['events', 'stats'],
        },
      ],
      params: [],
      query: [
        {
          name: 'from',
          type: 'text',
          about: 'The start, inclusive. Default a day before `to`. ISO 8601, UTC.',
        },
        {
          name: 'to',
          type: 'text',
          about: 'The end, exclusive. Default now. ISO 8601, UTC.',
        },
        {
          name: 'step',
          type: 'choice',
          values: ['minute', 'hour', 'day'],
          default: 'hour',
          about: 'How long a step is. Default `hour`.',
        },
      ],
      body: [],
      list: 'items',
    },
    {
      operation: 'listAgentTemplates',
      tag: 'agents',
      summary: 'List templates of agents',
      method: 'GET',
      path: '/api/agent-templates',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'templates'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'templates',
    },
    {
      operation: 'listAgentActions',
      tag: 'agents',
      summary: 'List what agents may be allowed to do',
      method: 'GET',
      path: '/api/agent-actions',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'actions'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'actions',
    },
    {
      operation: 'listAgents',
      tag: 'agents',
      summary: 'List agents',
      method: 'GET',
      path: '/api/agents',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'list'],
        },
      ],
      params: [],
      query: [],
      body: [],
      list: 'agents',
    },
    {
      operation: 'createAgent',
      tag: 'agents',
      summary: 'Create an agent',
      method: 'POST',
      path: '/api/agents',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'create'],
          flags: {
            templateKey: 'template',
          },
          implied: {
            templateKey: {
              type: 'template',
            },
          },
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'type',
          type: 'choice',
          values: ['template', 'custom'],
          required: true,
          about: 'With instructions of your own.',
        },
        {
          name: 'templateKey',
          type: 'choice',
          values: ['churn'],
          about: 'Which one.',
        },
        {
          name: 'mode',
          type: 'choice',
          values: ['draft'],
          default: 'draft',
          about: 'The only mode: it starts disabled.',
        },
        {
          name: 'displayName',
          type: 'text',
          about: '1 to 120 characters.',
        },
        {
          name: 'instructions',
          type: 'text',
          about:
            'Instructions for the language model; without effect when none is configured. 1 to 32,000 characters.',
        },
        {
          name: 'maxItemsToSurface',
          type: 'integer',
          min: 1,
          max: 50,
          default: 10,
          about: 'Maximal number of customers in the output. 1 to 50, default 10.',
        },
        {
          name: 'actionKeys',
          type: 'texts',
          about: 'Keys as `GET /api/agent-actions` lists them. Default none.',
        },
      ],
    },
    {
      operation: 'getAgent',
      tag: 'agents',
      summary: 'Get an agent',
      method: 'GET',
      path: '/api/agents/{id}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'get'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'updateAgent',
      tag: 'agents',
      summary: 'Update an agent',
      method: 'PATCH',
      path: '/api/agents/{id}',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'update'],
          arguments: ['id'],
          switches: {
            clearActionKeys: {
              field: 'actionKeys',
              value: [],
              brief: 'Takes all actions away',
            },
          },
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'displayName',
          type: 'text',
          about: '1 to 120 characters.',
        },
        {
          name: 'instructions',
          type: 'text',
          about: '1 to 32,000 characters.',
        },
        {
          name: 'actionKeys',
          type: 'texts',
          about: 'An empty list takes all actions away.',
        },
      ],
    },
    {
      operation: 'enableAgent',
      tag: 'agents',
      summary: 'Enable an agent',
      method: 'POST',
      path: '/api/agents/{id}/enable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'enable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'disableAgent',
      tag: 'agents',
      summary: 'Disable an agent',
      method: 'POST',
      path: '/api/agents/{id}/disable',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'disable'],
          arguments: ['id'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'renameAgent',
      tag: 'agents',
      summary: 'Rename an agent',
      method: 'POST',
      path: '/api/agents/{id}/rename',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'rename'],
          arguments: ['id', 'displayName'],
        },
      ],
      params: [
        {
          name: 'id',
          type: 'text',
          required: true,
          about: '1 to 500 characters.',
        },
      ],
      query: [],
      body: [
        {
          name: 'displayName',
          type: 'text',
          required: true,
          about: '1 to 120 characters.',
        },
      ],
    },
    {
      operation: 'listAgentRuns',
      tag: 'agents',
      summary: 'List an agent’s runs, newest first',
      method: 'GET',
      path: '/api/agents/{agentId}/runs',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'runs', 'list'],
          arguments: ['agentId'],
        },
      ],
      params: [
        {
          name: 'agentId',
          type: 'text',
          required: true,
          about: 'Names the agent.',
        },
      ],
      query: [
        {
          name: 'limit',
          type: 'integer',
          min: 1,
          max: 100,
          default: 20,
          about: '1 to 100, default 20.',
        },
        {
          name: 'cursor',
          type: 'text',
        },
      ],
      body: [],
      list: 'runs',
    },
    {
      operation: 'startAgentRun',
      tag: 'agents',
      summary: 'Start a run of an agent',
      method: 'POST',
      path: '/api/agents/{agentId}/runs',
      grant: 'agents:write',
      layouts: [
        {
          path: ['agents', 'runs', 'start'],
          arguments: ['agentId'],
        },
      ],
      params: [
        {
          name: 'agentId',
          type: 'text',
          required: true,
          about: 'Names the agent.',
        },
      ],
      query: [],
      body: [
        {
          name: 'clientRequestId',
          type: 'text',
        },
      ],
    },
    {
      operation: 'getAgentRun',
      tag: 'agents',
      summary: 'Get a run of an agent',
      method: 'GET',
      path: '/api/agents/{agentId}/runs/{runId}',
      grant: 'agents:read',
      layouts: [
        {
          path: ['agents', 'runs', 'get'],
          arguments: ['agentId', 'runId'],
        },
      ],
      params: [
        {
          name: 'agentId',
          type: 'text',
          required: true,
          about: 'Names the agent.',
        },
        {
          name: 'runId',
          type: 'text',
          required: true,
          about: "The run's id, or its public run id.",
        },
      ],
      query: [],
      body: [],
    },
    {
      operation: 'getCustomerActivation',
      tag: 'activation',
      summary: 'Get the event that marks activation',
      method: 'GET',
      path: '/api/activation',
      grant: 'activation:read',
      layouts: [
        {
          path: ['activation', 'get'],
        },
      ],
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
      layouts: [
        {
          path: ['activation', 'update'],
          flags: {
            eventName: 'event',
          },
        },
        {
          path: ['activation', 'disable'],
          values: {
            eventName: null,
          },
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'eventName',
          type: 'text',
          nullable: true,
          required: true,
          about: '1 to 191 characters, exact; null turns it off.',
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
      layouts: [
        {
          path: ['activation', 'preview'],
          flags: {
            eventName: 'event',
          },
        },
      ],
      params: [],
      query: [],
      body: [
        {
          name: 'eventName',
          type: 'text',
          required: true,
          about: '1 to 191 characters, exact.',
        },
        {
          name: 'lookbackDays',
          type: 'integer',
          min: 1,
          max: 90,
          default: 30,
          about: '1 to 90, default 30.',
        },
        {
          name: 'exampleLimit',
          type: 'integer',
          min: 1,
          max: 20,
          default: 10,
          about: '1 to 20, default 10.',
        },
      ],
    },
  ],
}

/** The first line of the tag, by which pages may call `svc` before the script is there. */
export const trackerQueue =
  "<script>window.svc=window.svc||{_q:[]};'init track identify setUser clearUser enableTracking disableTracking revokeConsent'.split(' ').forEach(m=>svc[m]=svc[m]||((...a)=>{svc._q.push([m,a])}))</script>"
