import * as v from 'valibot'
import { limits } from '../limits.ts'
import { mapOf } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { ProviderIdSchema, ProviderInputSchema, type ProviderId } from './providers.ts'

/**
 * With `config`, connects at once; without, opens a session for the user's browser.
 * @example {"provider": "billing-a", "config": {"apiKey": "rk_test_example"}}
 */
export interface ConnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /** The credentials that the provider's `requiredFields` name. */
  config?: Record<string, string>
  /** Connect again although connected. Default false. */
  force?: boolean
}

export interface DirectConnection {
  /** The provider accepted the credentials. */
  connected: boolean
  /** Names the connection. */
  connectionId: string
  /** It was already connected. */
  alreadyConnected: boolean
  /** Problems to fix although it is connected, such as unneeded rights. Absent: none. */
  warnings?: string[]
}

export interface BrowserConnection {
  /** To ask with how it went. */
  sessionId: string
  /** For the user to open. */
  connectUrl: string
  /** It is connected already. */
  alreadyConnected: boolean
}

export interface ConnectionStatus {
  /** `pending` while the person is in the browser, `expired` after ten minutes. */
  status: 'pending' | 'connected' | 'failed' | 'expired'
  /** The provider that is being connected. */
  provider: ProviderId
  /** Why it failed. */
  error?: string
}

/** Which connecting in a browser is asked for. */
export interface ConnectionStatusQuery {
  /**
   * The `sessionId` that connecting answered.
   * @example "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  sessionId: string
}

export const dataOnDisconnect = ['keep', 'remove'] as const
/** What happens to a provider's data when it is disconnected. */
export type DataOnDisconnect = (typeof dataOnDisconnect)[number]

/**
 * Ends a connection.
 * @example {"provider": "billing-a"}
 */
export interface DisconnectIntegrationBody {
  /** Provider id or alias. */
  provider: string
  /**
   * `keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as
   * the server's setting says, which is `keep` unless its operator changed it.
   */
  data?: DataOnDisconnect
}

/** The provider is disconnected. */
export interface Disconnected {
  /** Its credentials are deleted. */
  success: true
}

/** The provider is not connected. */
export interface NotConnected {
  /** Nothing was done. */
  success: false
  /** Why. */
  message: string
}

const bounds = limits.integrations

/** Credentials of a provider. */
export const CredentialsSchema = mapOf<string>({
  isValue: (value): value is string => typeof value === 'string',
  expectation: 'must be a string',
  valueJsonSchema: { type: 'string' },
  maxKeys: bounds.configKeys,
  maxValueLength: bounds.configValueLength,
})

export const ConnectIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  config: v.optional(CredentialsSchema),
  force: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<ConnectIntegrationBody>

export const DirectConnectionSchema = v.object({
  connected: v.boolean(),
  connectionId: v.string(),
  alreadyConnected: v.boolean(),
  warnings: v.optional(v.array(v.string())),
}) satisfies v.GenericSchema<DirectConnection>

export const BrowserConnectionSchema = v.object({
  sessionId: v.string(),
  connectUrl: v.string(),
  alreadyConnected: v.boolean(),
}) satisfies v.GenericSchema<BrowserConnection>

export const ConnectionStatusSchema = v.object({
  status: v.picklist(['pending', 'connected', 'failed', 'expired']),
  provider: ProviderIdSchema,
  error: v.optional(v.string()),
}) satisfies v.GenericSchema<ConnectionStatus>

export const DisconnectIntegrationBodySchema = strictObject({
  provider: ProviderInputSchema,
  data: v.optional(v.picklist(dataOnDisconnect)),
}) satisfies v.GenericSchema<DisconnectIntegrationBody>

export const DisconnectedSchema = v.object({
  success: v.literal(true),
}) satisfies v.GenericSchema<Disconnected>

export const NotConnectedSchema = v.object({
  success: v.literal(false),
  message: v.string(),
}) satisfies v.GenericSchema<NotConnected>
