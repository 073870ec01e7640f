import type { Grant } from '@customer-intel/contract'

/** An organization's own line: what the Platform API tells of it. */
export interface Organization {
  id: string
  name: string
  slug: string
  /** ISO 8601, UTC. */
  createdAt: string
}

/** `workspace.json`: what the operator configured. Readable, diffable, may be edited by hand. */
export interface WorkspaceDocument {
  organization: Organization
  publicKeys: PublicKey[]
  apiKeys: ApiKey[]
  tracking: {
    /** Exact origins' hosts, or `*.domain`; empty means: the server's default (`SVC_ALLOWED_ORIGINS`). */
    allowedOrigins: string[]
  }
  settings: WorkspaceSettings
  limits: PlanLimits
  retention: {
    /** Older events are deleted, once a day; null: they are kept for ever. */
    days: number | null
  }
  /** The event name that marks activation, as last written to the log. */
  activation: { eventName: string | null }
}

/** What the operator allows the organization. */
export interface PlanLimits {
  /** What the plan is called, in the answer to a call past its limit. */
  plan: string
  /** Tool calls in a billing cycle, a calendar month in UTC; null: as many as they like. */
  apiCalls: number | null
  /** Providers that may be connected at once; null: as many as there are. */
  connections: number | null
}

export interface WorkspaceSettings {
  /** IANA name. */
  defaultTimezone: string
  /** Whether customers and people that look like one are suggested for a merge. */
  identityMergeSuggestions: boolean
  /** The channel that reports go to; null until somebody chose. */
  report: { chatChannelId: string | null; chatChannelName: string | null }
}

export interface PublicKey {
  /** Starts with `pk_`. Not secret. */
  key: string
  active: boolean
  createdAt: string
}

export interface ApiKey {
  id: string
  name: string
  /** The first 9 characters, for people to tell keys apart. */
  prefix: string
  /** SHA-256 of the whole key, hex. The key itself is never kept. */
  hash: string
  grants: Grant[]
  keyType: 'api' | 'cli' | 'mcp' | 'ci'
  active: boolean
  createdAt: string
  /** From then on it is refused, ISO 8601: a key that was rotated. Absent or null: it holds until it is revoked. */
  expiresAt?: string | null | undefined
  /** The id of the key whose holder let a program have this one, by a sign-in. It goes when that is revoked, and lets nobody in itself. */
  issuedBy?: string | null | undefined
  /** Where alone it is taken. Absent or null: wherever keys are. */
  audience?: 'mcp' | null | undefined
  /** Of a key that its program renews: an OAuth sign-in. Then `expiresAt` is the end of the sign-in. */
  session?: OAuthSession | null | undefined
}

/** A sign-in by OAuth. What proves it is kept as SHA-256 alone, in hexadecimal. */
export interface OAuthSession {
  /** Of the part that all its codes and refresh tokens share. */
  id: string
  clientId: string
  resource: string
  /** What the code is bound to, until it is exchanged. */
  code: { redirectUri: string; challenge: string } | null
  /** Of the code or refresh token that is good now. */
  ticket: string
  /** When the access token ends, ISO 8601; null before the first. */
  accessUntil: string | null
  /** The refresh token before, for a program that didn't hear the answer: with `salt` it gives the same again. */
  previous: { ticket: string; salt: string; at: string } | null
}
