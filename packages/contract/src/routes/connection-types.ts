import * as v from 'valibot'
import { limits } from '../limits.ts'
import { mapOf } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { ProviderIdSchema, ProviderInputSchema } from './providers.ts'

export const dataOnDisconnect = ['keep', 'remove'] as const
/** What happens to a provider's data when it is disconnected. */
export type DataOnDisconnect = (typeof dataOnDisconnect)[number]

const bounds = limits.integrations

/** Credentials of a provider. */
export const CredentialsSchema = mapOf<string>({
  isValue: (value): value is string => typeof value === 'string',
  expectation: 'must be a string',
  valueJsonSchema: { type: 'string' },
  maxKeys: bounds.configKeys,
  maxValueLength: bounds.configValueLength,
})

/**
 * With `config`, connects at once; without, opens a session for the user's browser.
 * @example {"provider": "billing-a", "config": {"apiKey": "rk_test_example"}}
 */
export const ConnectIntegrationBodySchema = strictObject({
  /** Provider id or alias. */
  provider: ProviderInputSchema,
  /** The credentials that the provider's `requiredFields` name. */
  config: v.optional(CredentialsSchema),
  /** Connect again although connected. Default false. */
  force: v.optional(v.boolean(), false),
})

export const DirectConnectionSchema = v.object({
  /** The provider accepted the credentials. */
  connected: v.boolean(),
  /** Names the connection. */
  connectionId: v.string(),
  /** It was already connected. */
  alreadyConnected: v.boolean(),
  /** Problems to fix although it is connected, such as unneeded rights. Absent: none. */
  warnings: v.optional(v.array(v.string())),
})

export const BrowserConnectionSchema = v.object({
  /** To ask with how it went. */
  sessionId: v.string(),
  /** For the user to open. */
  connectUrl: v.string(),
  /** It is connected already. */
  alreadyConnected: v.boolean(),
})

export const ConnectionStatusSchema = v.object({
  /** `pending` while the person is in the browser, `expired` after ten minutes. */
  status: v.picklist(['pending', 'connected', 'failed', 'expired']),
  /** The provider that is being connected. */
  provider: ProviderIdSchema,
  /** Why it failed. */
  error: v.optional(v.string()),
})

/**
 * Ends a connection.
 * @example {"provider": "billing-a"}
 */
export const DisconnectIntegrationBodySchema = strictObject({
  /** Provider id or alias. */
  provider: ProviderInputSchema,
  /**
   * `keep`: what it brought stays. `remove`: all of it leaves the event log and every answer, in the background. Default: as
   * the server's setting says, which is `keep` unless its operator changed it.
   */
  data: v.optional(v.picklist(dataOnDisconnect)),
})

/** The provider is disconnected. */
export const DisconnectedSchema = v.object({
  /** Its credentials are deleted. */
  success: v.literal(true),
})

/** The provider is not connected. */
export const NotConnectedSchema = v.object({
  /** Nothing was done. */
  success: v.literal(false),
  /** Why. */
  message: v.string(),
})
