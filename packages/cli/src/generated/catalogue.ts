// Written by `pnpm generate` from the contract; a test tells when it has to be written anew.

import type { Catalogue } from '../catalogue/catalogue.ts'

export const catalogue: Catalogue = {
  "tools": [
    {
      "name": "svc_list_customers",
      "title": "List customers",
      "description": "Browse and filter customer accounts by billing status, recency of product activity (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is told apart in lastContactAt), revenue (cents a month), traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer for one of them.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "activatedSince",
          "type": "text",
          "about": "Activated at this time or later. ISO 8601 with `Z` or an offset."
        },
        {
          "name": "billingStatus",
          "type": "choice",
          "values": [
            "NONE",
            "TRIALING",
            "PAYING",
            "PAST_DUE",
            "CHURNED"
          ],
          "about": "Where the account stands with its bill."
        },
        {
          "name": "hasActivityInLast",
          "type": "choice",
          "values": [
            "7d",
            "14d",
            "30d",
            "90d"
          ],
          "about": "Product activity in that window: page views, events, forms, engagement, bookings. Contact with us does not count."
        },
        {
          "name": "noActivityInLast",
          "type": "choice",
          "values": [
            "7d",
            "14d",
            "30d",
            "90d"
          ],
          "about": "No product activity in that window, or none at all. Not together with `hasActivityInLast`."
        },
        {
          "name": "mrrAbove",
          "type": "number",
          "min": 0,
          "about": "Cents a month, exclusive."
        },
        {
          "name": "mrrBelow",
          "type": "number",
          "min": 0,
          "about": "Cents a month, exclusive."
        },
        {
          "name": "traitFilters",
          "type": "traits",
          "about": "Traits that the customer must have."
        },
        {
          "name": "search",
          "type": "text",
          "about": "Part of the name or the domain, in any case."
        },
        {
          "name": "ownerId",
          "type": "text",
          "about": "The id of the member who looks after it."
        },
        {
          "name": "ownerEmail",
          "type": "text",
          "about": "The e-mail address of the member who looks after it."
        },
        {
          "name": "hasOwner",
          "type": "boolean",
          "about": "True: somebody looks after it; false: nobody does."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 1000,
          "default": 50,
          "about": "1 to 1,000, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        },
        {
          "name": "orderBy",
          "type": "choice",
          "values": [
            "last_activity_at",
            "last_product_activity_at",
            "last_contact_at",
            "first_seen_at",
            "name",
            "mrr_cents"
          ],
          "default": "last_activity_at",
          "about": "Default `last_activity_at`."
        },
        {
          "name": "orderDirection",
          "type": "choice",
          "values": [
            "asc",
            "desc"
          ],
          "default": "desc",
          "about": "Default `desc`. Customers without the value come last either way."
        }
      ],
      "list": "items"
    },
    {
      "name": "svc_list_users",
      "title": "List users",
      "description": "Browse and filter the people at customers by journey stage, recency of product activity (contact with us is told apart in lastContactAt), customer, traits, or part of the e-mail address or name.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "journeyStage",
          "type": "choice",
          "values": [
            "DISCOVERED",
            "SIGNED_UP",
            "ACTIVATED",
            "ENGAGED",
            "INACTIVE"
          ],
          "about": "How far the person has come."
        },
        {
          "name": "customerId",
          "type": "text",
          "about": "A customer's id, or the caller's own id of it."
        },
        {
          "name": "traitFilters",
          "type": "traits",
          "about": "Traits that the person must have."
        },
        {
          "name": "hasActivityInLast",
          "type": "text",
          "about": "Product activity in that window (contact with us does not count). A number of days, hours or minutes: `14d`, `36h`, `90m`; at most 36,500 days."
        },
        {
          "name": "noActivityInLast",
          "type": "text",
          "about": "No product activity in that window, or none at all. Not together with `hasActivityInLast`."
        },
        {
          "name": "search",
          "type": "text",
          "about": "Part of the e-mail address or the name, in any case."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 1000,
          "default": 50,
          "about": "1 to 1,000, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        },
        {
          "name": "orderBy",
          "type": "choice",
          "values": [
            "last_activity_at",
            "last_product_activity_at",
            "last_contact_at",
            "first_seen_at",
            "email"
          ],
          "default": "last_activity_at",
          "about": "Default `last_activity_at`."
        },
        {
          "name": "orderDirection",
          "type": "choice",
          "values": [
            "asc",
            "desc"
          ],
          "default": "desc",
          "about": "Default `desc`."
        }
      ],
      "list": "items"
    },
    {
      "name": "svc_list_workspace_users",
      "title": "List workspace users",
      "description": "List the internal members of the workspace (customer success managers, managers, account owners, admins) and how many customers each owns.",
      "readOnly": true,
      "grant": "workspace_members:read",
      "fields": [
        {
          "name": "search",
          "type": "text",
          "about": "Part of name, e-mail address, title, role or territory, in any case."
        },
        {
          "name": "role",
          "type": "text",
          "about": "Exactly this role, in any case."
        },
        {
          "name": "managerEmail",
          "type": "text",
          "about": "The e-mail address of their manager."
        },
        {
          "name": "hasOwnedCustomers",
          "type": "boolean",
          "about": "True: those who own a customer; false: those who own none."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 1000,
          "default": 50,
          "about": "1 to 1,000, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        },
        {
          "name": "orderBy",
          "type": "choice",
          "values": [
            "name",
            "email",
            "owned_customer_count"
          ],
          "default": "owned_customer_count",
          "about": "Default `owned_customer_count`."
        },
        {
          "name": "orderDirection",
          "type": "choice",
          "values": [
            "asc",
            "desc"
          ],
          "default": "desc",
          "about": "Default `desc`."
        }
      ],
      "list": "items"
    },
    {
      "name": "svc_get_customer",
      "title": "Get a customer",
      "description": "Full details of one customer, named by id, domain or name, with the sections that you include: users, revenue, recentTimeline, behaviorMetrics, enrichment.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "customer",
          "type": "text",
          "required": true,
          "about": "Id, domain or name; 1 to 500 characters."
        },
        {
          "name": "include",
          "type": "choices",
          "values": [
            "users",
            "revenue",
            "recentTimeline",
            "behaviorMetrics",
            "enrichment"
          ],
          "about": "Sections to add. Default none."
        },
        {
          "name": "timeframe",
          "type": "choice",
          "values": [
            "7d",
            "14d",
            "30d",
            "90d"
          ],
          "default": "30d",
          "about": "How far back `recentTimeline` and `behaviorMetrics` look. Default `30d`."
        }
      ],
      "list": "users"
    },
    {
      "name": "svc_get_timeline",
      "title": "Get a timeline",
      "description": "What happened with one customer, newest first, across product, billing, support and conversation channels. Narrow it by channels, event types and time.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "customer",
          "type": "text",
          "required": true,
          "about": "Id, domain or name; 1 to 200 characters."
        },
        {
          "name": "channels",
          "type": "choices",
          "values": [
            "PRODUCT",
            "COMMUNICATION",
            "MEETING",
            "CRM",
            "BILLING",
            "SUPPORT",
            "IDENTITY",
            "DOCUMENT",
            "SYSTEM"
          ],
          "about": "Empty or absent: all."
        },
        {
          "name": "eventTypes",
          "type": "texts",
          "about": "Such as `PAGE_VIEW`; case doesn't count. Empty or absent: all."
        },
        {
          "name": "timeframe",
          "type": "choice",
          "values": [
            "7d",
            "14d",
            "30d",
            "90d",
            "all"
          ],
          "about": "Not together with dates. With neither, the last 30 days."
        },
        {
          "name": "startDate",
          "type": "text",
          "about": "Inclusive. ISO 8601, UTC."
        },
        {
          "name": "endDate",
          "type": "text",
          "about": "Inclusive. ISO 8601, UTC."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 1000,
          "default": 50,
          "about": "1 to 1,000, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        }
      ],
      "list": "events"
    },
    {
      "name": "svc_list_facts",
      "title": "List facts",
      "description": "Browse what is known of one customer: stored facts with their provenance, filtered by status, type, category, source type and time.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "customer",
          "type": "text",
          "required": true,
          "about": "Id, domain or name; 1 to 500 characters."
        },
        {
          "name": "status",
          "type": "choices",
          "values": [
            "ACTIVE",
            "ACKNOWLEDGED",
            "RESOLVED",
            "SNOOZED",
            "CANDIDATE"
          ],
          "about": "Any of these. Empty or absent: all."
        },
        {
          "name": "sourceTypes",
          "type": "choices",
          "values": [
            "CALL",
            "EMAIL",
            "SUPPORT_TICKET",
            "OPPORTUNITY",
            "CALENDAR_EVENT",
            "CHAT",
            "CRM",
            "CRM_OPPORTUNITY"
          ],
          "about": "From any of these. Empty or absent: all."
        },
        {
          "name": "factTypes",
          "type": "choices",
          "values": [
            "CUSTOM",
            "COMPANY_CHANGE",
            "FUNDING_REVENUE",
            "TECHNOLOGY",
            "STRATEGY",
            "COMPETITIVE",
            "SENTIMENT",
            "CHAMPION_RISK",
            "EXPANSION",
            "CHURN_RISK",
            "TIMELINE",
            "BUDGET",
            "DECISION_MAKER",
            "REQUIREMENTS",
            "PRODUCT_USAGE",
            "CONTACT_INFO",
            "CONTACT_PREFERENCE"
          ],
          "about": "Any of these. Empty or absent: all."
        },
        {
          "name": "factCategories",
          "type": "choices",
          "values": [
            "MEMORY",
            "CUSTOM"
          ],
          "about": "Any of these. Empty or absent: all."
        },
        {
          "name": "after",
          "type": "text",
          "about": "Occurred at this time or later. ISO 8601, UTC."
        },
        {
          "name": "before",
          "type": "text",
          "about": "Occurred at this time or earlier. ISO 8601, UTC."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 100,
          "default": 50,
          "about": "1 to 100, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        }
      ],
      "list": "facts"
    },
    {
      "name": "svc_get_fact",
      "title": "Get a fact",
      "description": "One exact fact by its id, on demand with its evidence.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "factId",
          "type": "text",
          "required": true,
          "about": "The fact's id."
        },
        {
          "name": "include",
          "type": "texts",
          "about": "`evidence` adds the evidence; other words are ignored."
        }
      ]
    },
    {
      "name": "svc_get_source",
      "title": "Get a source",
      "description": "One exact source record behind a fact or a search result, with its whole content.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "sourceType",
          "type": "choice",
          "values": [
            "CALL",
            "EMAIL",
            "SUPPORT_TICKET",
            "OPPORTUNITY",
            "CALENDAR_EVENT",
            "CHAT",
            "CRM",
            "CRM_OPPORTUNITY"
          ],
          "required": true,
          "about": "What kind of source it is; aliases are taken."
        },
        {
          "name": "sourceId",
          "type": "text",
          "required": true,
          "about": "Its id within its type."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 100,
          "default": 50,
          "about": "Replies a page of a chat thread, 1 to 100, default 50. No effect on other source types."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "Of a chat thread's replies."
        }
      ],
      "list": "participants"
    },
    {
      "name": "svc_list_sources",
      "title": "List sources",
      "description": "List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest first, by type, customer, participant, provider and time.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "sourceType",
          "type": "choice",
          "values": [
            "CALL",
            "EMAIL",
            "SUPPORT_TICKET",
            "OPPORTUNITY",
            "CALENDAR_EVENT",
            "CHAT",
            "CRM",
            "CRM_OPPORTUNITY"
          ],
          "about": "What kind of source; aliases are taken."
        },
        {
          "name": "customer",
          "type": "text",
          "about": "Id, domain or name; 1 to 200 characters."
        },
        {
          "name": "after",
          "type": "text",
          "about": "Occurred at this time or later. ISO 8601, UTC."
        },
        {
          "name": "before",
          "type": "text",
          "about": "Occurred at this time or earlier. ISO 8601, UTC."
        },
        {
          "name": "participant",
          "type": "text",
          "about": "E-mail address or name."
        },
        {
          "name": "provider",
          "type": "text",
          "about": "Provider id, such as `mail-a`."
        },
        {
          "name": "hasTranscript",
          "type": "boolean",
          "about": "Calls only: refused together with another source type."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 100,
          "default": 50,
          "about": "1 to 100, default 50."
        },
        {
          "name": "cursor",
          "type": "text",
          "about": "`pagination.nextCursor` of the page before."
        }
      ],
      "list": "items"
    },
    {
      "name": "svc_search_customer_context",
      "title": "Search customer context",
      "description": "Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them. Answers with whole artifacts, best first; open one with svc_get_source or svc_get_fact.",
      "readOnly": true,
      "grant": "customer_intelligence:read",
      "fields": [
        {
          "name": "query",
          "type": "text",
          "required": true,
          "about": "2 to 2,000 characters once trimmed."
        },
        {
          "name": "customer",
          "type": "json",
          "about": "Id, domain or name. Absent or null: the whole organization."
        },
        {
          "name": "topK",
          "type": "integer",
          "min": 1,
          "max": 50,
          "default": 20,
          "about": "1 to 50, default 20."
        },
        {
          "name": "after",
          "type": "text",
          "about": "Occurred at this time or later. ISO 8601, UTC."
        },
        {
          "name": "before",
          "type": "text",
          "about": "Occurred at this time or earlier. ISO 8601, UTC."
        },
        {
          "name": "sourceTypes",
          "type": "choices",
          "values": [
            "CALL",
            "EMAIL",
            "SUPPORT_TICKET",
            "OPPORTUNITY",
            "CALENDAR_EVENT",
            "CHAT",
            "CRM",
            "CRM_OPPORTUNITY"
          ],
          "about": "Empty or absent: all."
        }
      ],
      "list": "results"
    },
    {
      "name": "svc_query",
      "title": "Query",
      "description": "Run one read-only SELECT over the views activity, customers, users and revenue. Look at svc_schema first. Money is in cents, times are UTC. Check metadata.truncated before you trust a total.",
      "readOnly": true,
      "grant": "analytics:read",
      "fields": [
        {
          "name": "sql",
          "type": "text",
          "required": true,
          "about": "One SELECT over the views `activity`, `customers`, `users`, `revenue`; 1 to 10,000 characters."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 10000,
          "default": 1000,
          "about": "Rows at most, 1 to 10,000, default 1,000."
        }
      ],
      "list": "data"
    },
    {
      "name": "svc_schema",
      "title": "Schema",
      "description": "The views that svc_query may read: their columns, types, meanings and example queries. One view, or all.",
      "readOnly": true,
      "grant": "analytics:read",
      "fields": [
        {
          "name": "table",
          "type": "choice",
          "values": [
            "activity",
            "customers",
            "users",
            "revenue"
          ],
          "about": "One view. Absent: all."
        }
      ]
    },
    {
      "name": "svc_submit_feedback",
      "title": "Submit feedback",
      "description": "Send product feedback to the people who run this service. Never put secrets into it.",
      "readOnly": false,
      "grant": "feedback:write",
      "fields": [
        {
          "name": "body",
          "type": "text",
          "required": true,
          "about": "1 to 20,000 characters once trimmed."
        },
        {
          "name": "area",
          "type": "text",
          "about": "The part of the product it is about; 1 to 100 characters once trimmed."
        },
        {
          "name": "context",
          "type": "json",
          "about": "Up to 16 KiB serialized. Must not carry secrets."
        }
      ]
    }
  ],
  "routes": [
    {
      "operation": "validateApiKey",
      "tag": "keys",
      "summary": "Validate the API key and tell what it may do",
      "method": "POST",
      "path": "/api/validate-api-key",
      "params": [],
      "query": [],
      "body": []
    },
    {
      "operation": "submitFeedback",
      "tag": "feedback",
      "summary": "Submit product feedback",
      "method": "POST",
      "path": "/api/feedback",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "body",
          "type": "text",
          "required": true,
          "about": "1 to 20,000 characters once trimmed."
        },
        {
          "name": "area",
          "type": "text",
          "about": "The part of the product it is about; 1 to 100 characters once trimmed."
        },
        {
          "name": "context",
          "type": "json",
          "about": "Up to 16 KiB serialized. Must not carry secrets."
        }
      ]
    },
    {
      "operation": "importRecords",
      "tag": "records",
      "summary": "Bring in sources, facts, customers, users, members and revenue",
      "method": "POST",
      "path": "/api/records",
      "grant": "integrations:manage",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "records",
          "type": "json",
          "required": true,
          "about": "1 to 1,000."
        }
      ]
    },
    {
      "operation": "exportPerson",
      "tag": "people",
      "summary": "Everything that is known of one person, in pages",
      "method": "POST",
      "path": "/api/people/export",
      "grant": "people:export",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "person",
          "type": "text",
          "required": true
        },
        {
          "name": "cursor",
          "type": "text"
        }
      ],
      "list": "items"
    },
    {
      "operation": "erasePerson",
      "tag": "people",
      "summary": "Erase one person from everything that is stored, for good",
      "method": "POST",
      "path": "/api/people/erase",
      "grant": "people:erase",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "person",
          "type": "text",
          "required": true
        }
      ]
    },
    {
      "operation": "getErasure",
      "tag": "people",
      "summary": "How far an erasure is, and its receipt",
      "method": "GET",
      "path": "/api/people/erasures/{id}",
      "grant": "people:erase",
      "params": [
        {
          "name": "id",
          "type": "text",
          "required": true,
          "about": "1 to 500 characters."
        }
      ],
      "query": [],
      "body": []
    },
    {
      "operation": "listTools",
      "tag": "tools",
      "summary": "List tools",
      "method": "GET",
      "path": "/api/tools",
      "params": [],
      "query": [],
      "body": [],
      "list": "tools"
    },
    {
      "operation": "getWorkspaceSettings",
      "tag": "settings",
      "summary": "Get the workspace’s settings",
      "method": "GET",
      "path": "/api/settings",
      "grant": "agents:read",
      "params": [],
      "query": [],
      "body": []
    },
    {
      "operation": "updateWorkspaceSettings",
      "tag": "settings",
      "summary": "Change the workspace’s settings",
      "method": "PATCH",
      "path": "/api/settings",
      "grant": "agents:write",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "defaultTimezone",
          "type": "text",
          "required": true,
          "about": "IANA name."
        }
      ]
    },
    {
      "operation": "getReportSettings",
      "tag": "settings",
      "summary": "Get the channel that reports go to",
      "method": "GET",
      "path": "/api/settings/report",
      "grant": "agents:read",
      "params": [],
      "query": [],
      "body": []
    },
    {
      "operation": "updateReportSettings",
      "tag": "settings",
      "summary": "Set the channel that reports go to",
      "method": "PATCH",
      "path": "/api/settings/report",
      "grant": "agents:write",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "chatChannelId",
          "type": "text",
          "required": true,
          "about": "1 to 191 characters."
        },
        {
          "name": "chatChannelName",
          "type": "text",
          "required": true,
          "about": "1 to 120 characters."
        }
      ]
    },
    {
      "operation": "getReportSettingsOptions",
      "tag": "settings",
      "summary": "List channels that reports may go to",
      "method": "GET",
      "path": "/api/settings/report/options",
      "grant": "agents:read",
      "params": [],
      "query": [
        {
          "name": "search",
          "type": "text",
          "about": "Part of a channel's name or id; 1 to 120 characters."
        },
        {
          "name": "limit",
          "type": "integer",
          "min": 1,
          "max": 100,
          "default": 50,
          "about": "1 to 100, default 50."
        }
      ],
      "body": []
    },
    {
      "operation": "explainEvent",
      "tag": "identity",
      "summary": "Explain what became of an event, and whose it is",
      "method": "GET",
      "path": "/api/debug/events/{uuid}",
      "grant": "events:explain",
      "params": [
        {
          "name": "uuid",
          "type": "text",
          "required": true
        }
      ],
      "query": [],
      "body": [],
      "list": "arrivals"
    },
    {
      "operation": "getCustomerActivation",
      "tag": "activation",
      "summary": "Get the event that marks activation",
      "method": "GET",
      "path": "/api/activation",
      "grant": "activation:read",
      "params": [],
      "query": [],
      "body": []
    },
    {
      "operation": "updateCustomerActivation",
      "tag": "activation",
      "summary": "Set the event that marks activation",
      "method": "PATCH",
      "path": "/api/activation",
      "grant": "activation:manage",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "eventName",
          "type": "json",
          "required": true,
          "about": "1 to 191 characters, exact; null turns it off."
        }
      ]
    },
    {
      "operation": "previewCustomerActivation",
      "tag": "activation",
      "summary": "Preview what an event would have activated",
      "method": "POST",
      "path": "/api/activation/preview",
      "grant": "activation:read",
      "params": [],
      "query": [],
      "body": [
        {
          "name": "eventName",
          "type": "text",
          "required": true,
          "about": "1 to 191 characters, exact."
        },
        {
          "name": "lookbackDays",
          "type": "integer",
          "min": 1,
          "max": 90,
          "default": 30,
          "about": "1 to 90, default 30."
        },
        {
          "name": "exampleLimit",
          "type": "integer",
          "min": 1,
          "max": 20,
          "default": 10,
          "about": "1 to 20, default 10."
        }
      ]
    }
  ]
}
