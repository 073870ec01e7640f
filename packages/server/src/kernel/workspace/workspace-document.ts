import type { Grant, Role, WorkspaceSettings } from '@customer-intel/contract'

/** An organization, as the Platform API returns it. */
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
  /** Who can sign in, or could. */
  users: User[]
  tracking: {
    /** Exact hosts of origins, or `*.domain`; empty: the server's default (`SVC_ALLOWED_ORIGINS`). */
    allowedOrigins: string[]
  }
  settings: StoredSettings
  limits: PlanLimits
  retention: {
    /** Older events are deleted once a day; null: kept for ever. */
    days: number | null
  }
  /** The event name that marks activation, as last written to the log. */
  activation: { eventName: string | null }
}

/** Limits that the operator sets. */
export interface PlanLimits {
  /** The plan's name, for the answer to a call beyond its limit. */
  plan: string
  /** Tool calls per billing cycle, a calendar month in UTC; null: unlimited. */
  apiCalls: number | null
  /** Providers that may be connected at once; null: unlimited. */
  connections: number | null
}

export interface StoredSettings extends Omit<WorkspaceSettings, 'configHash'> {
  /** The channel for reports; null until one is chosen. */
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
  /** SHA-256 of the whole key, hex. The key itself isn't stored. */
  hash: string
  grants: Grant[]
  keyType: 'api' | 'cli' | 'mcp' | 'ci'
  active: boolean
  createdAt: string
  /** When a rotated key ends, ISO 8601. Absent or null: it is valid until it is revoked. */
  expiresAt?: string | null | undefined
  /**
   * The id of the key whose holder gave a program this one by a sign-in. This key is removed when that one is revoked; by
   * itself it gives no access.
   */
  issuedBy?: string | null | undefined
  /** The only place where the key is accepted. Absent or null: everywhere. */
  audience?: 'mcp' | null | undefined
  /** Of a key that its program renews: an OAuth sign-in. Then `expiresAt` is the end of the sign-in. */
  session?: OAuthSession | null | undefined
}

/** An OAuth sign-in. Its secrets are stored as SHA-256 only, in hex. */
export interface OAuthSession {
  /** Hash of the part that all its codes and refresh tokens share. */
  id: string
  clientId: string
  resource: string
  /** What the code is bound to, until it is exchanged. */
  code: { redirectUri: string; challenge: string } | null
  /** Hash of the code or refresh token that is valid now. */
  ticket: string
  /** When the access token ends, ISO 8601; null before the first one. */
  accessUntil: string | null
  /** The previous refresh token, for a program that missed the answer: with `salt` it yields the same tokens again. */
  previous: { ticket: string; salt: string; at: string } | null
}

/** A person with access: invited, active or disabled. */
export interface User {
  id: string
  /** In lower case; null: the first owner, who hasn't said it yet. */
  email: string | null
  name: string | null
  role: Role
  access: 'invited' | 'active' | 'disabled'
  createdAt: string
  /** As `hashPassword` writes it; null: none was set yet. */
  password: string | null
  /** The only link that works. Its token is stored as SHA-256, in hex. */
  link: { hash: string; expiresAt: string } | null
  /** Where they are signed in. The cookie's secret is stored as SHA-256, in hex. */
  sessions: UserSession[]
}

export interface UserSession {
  hash: string
  createdAt: string
  /** Moves on while the session is used. */
  expiresAt: string
}
