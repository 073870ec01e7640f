import type * as v from 'valibot'
import type { RouteDefinition } from './definition.ts'
import { activationRoutes, type ActivationRouteInputs, type ActivationRouteOutputs } from './activation.ts'
import { agentRoutes, type AgentRouteInputs, type AgentRouteOutputs } from './agents.ts'
import { automationRoutes, type AutomationRouteInputs, type AutomationRouteOutputs } from './automations.ts'
import { cliAuthRoutes, type CliAuthRouteInputs, type CliAuthRouteOutputs } from './cli-auth.ts'
import { debugRoutes, type DebugRouteInputs, type DebugRouteOutputs } from './debug.ts'
import {
  destinationRoutes,
  type DestinationRouteInputs,
  type DestinationRouteOutputs,
} from './destinations.ts'
import { documentRoutes, type DocumentRouteInputs, type DocumentRouteOutputs } from './documents.ts'
import { eventsRoutes, type EventsRouteInputs, type EventsRouteOutputs } from './events.ts'
import { feedbackRoutes, type FeedbackRouteInputs, type FeedbackRouteOutputs } from './feedback.ts'
import { identityRoutes, type IdentityRouteInputs, type IdentityRouteOutputs } from './identity.ts'
import { ingestRoutes, type IngestRouteInputs, type IngestRouteOutputs } from './ingest.ts'
import {
  integrationRoutes,
  type IntegrationRouteInputs,
  type IntegrationRouteOutputs,
} from './integrations.ts'
import { keyRoutes, type KeyRouteInputs, type KeyRouteOutputs } from './keys.ts'
import { peopleRoutes, type PeopleRouteInputs, type PeopleRouteOutputs } from './people.ts'
import { settingsRoutes, type SettingsRouteInputs, type SettingsRouteOutputs } from './settings.ts'
import { signalRoutes, type SignalRouteInputs, type SignalRouteOutputs } from './signals.ts'
import { toolRoutes, type ToolRouteInputs, type ToolRouteOutputs } from './tools.ts'
import { recordRoutes, type RecordRouteInputs, type RecordRouteOutputs } from './records.ts'
import { webhookRoutes, type WebhookRouteInputs, type WebhookRouteOutputs } from './webhooks.ts'

export * from './activation.ts'
export * from './agents.ts'
export * from './automations.ts'
export * from './cli-auth.ts'
export * from './csv-import-types.ts'
export * from './debug.ts'
export * from './definition.ts'
export * from './destinations.ts'
export * from './documents.ts'
export * from './events.ts'
export * from './feedback.ts'
export * from './identity.ts'
export * from './ingest.ts'
export * from './integrations.ts'
export * from './keys.ts'
export * from './params.ts'
export * from './people.ts'
export * from './records.ts'
export * from './settings.ts'
export * from './signals.ts'
export * from './tools.ts'
export * from './webhooks.ts'

/** What each operation takes: path parameters, query and body. */
export interface RouteInputs
  extends
    IngestRouteInputs,
    KeyRouteInputs,
    FeedbackRouteInputs,
    IntegrationRouteInputs,
    RecordRouteInputs,
    PeopleRouteInputs,
    ToolRouteInputs,
    AutomationRouteInputs,
    SignalRouteInputs,
    DestinationRouteInputs,
    SettingsRouteInputs,
    IdentityRouteInputs,
    DebugRouteInputs,
    EventsRouteInputs,
    AgentRouteInputs,
    ActivationRouteInputs,
    CliAuthRouteInputs,
    WebhookRouteInputs,
    DocumentRouteInputs {}

/** The body of each operation's success. */
export interface RouteOutputs
  extends
    IngestRouteOutputs,
    KeyRouteOutputs,
    FeedbackRouteOutputs,
    IntegrationRouteOutputs,
    RecordRouteOutputs,
    PeopleRouteOutputs,
    ToolRouteOutputs,
    AutomationRouteOutputs,
    SignalRouteOutputs,
    DestinationRouteOutputs,
    SettingsRouteOutputs,
    IdentityRouteOutputs,
    DebugRouteOutputs,
    EventsRouteOutputs,
    AgentRouteOutputs,
    ActivationRouteOutputs,
    CliAuthRouteOutputs,
    WebhookRouteOutputs,
    DocumentRouteOutputs {}

/** The name of a route. */
export type OperationName = keyof RouteInputs

/** Every route of the API, by operation. */
export const routes = {
  ...ingestRoutes,
  ...keyRoutes,
  ...feedbackRoutes,
  ...integrationRoutes,
  ...recordRoutes,
  ...peopleRoutes,
  ...toolRoutes,
  ...automationRoutes,
  ...signalRoutes,
  ...destinationRoutes,
  ...settingsRoutes,
  ...identityRoutes,
  ...debugRoutes,
  ...eventsRoutes,
  ...agentRoutes,
  ...activationRoutes,
  ...cliAuthRoutes,
  ...webhookRoutes,
  ...documentRoutes,
} as const satisfies { [Name in OperationName]: RouteDefinition & { operation: Name } }

type Route<Name extends OperationName> = (typeof routes)[Name]

/** A route's body once validated, defaults filled in: what its handler takes. */
export type ResolvedBody<Name extends OperationName> =
  Route<Name> extends {
    envelope: infer Schema extends v.GenericSchema
  }
    ? v.InferOutput<Schema>
    : Route<Name> extends { body: infer Schema extends v.GenericSchema }
      ? v.InferOutput<Schema>
      : undefined

/** A route's query once validated. */
export type ResolvedQuery<Name extends OperationName> =
  Route<Name> extends { query: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : undefined

/** A route's path parameters once validated. */
export type ResolvedParams<Name extends OperationName> =
  Route<Name> extends { params: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : undefined

/** What stands in `result.data` of a command route. */
export type CommandData<Name extends OperationName> =
  Route<Name> extends { data: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : never

/** A route by its name, in its general form. */
export function getRoute(operation: OperationName): RouteDefinition {
  return routes[operation]
}

export const operationNames = /* #__PURE__ */ Object.keys(routes) as OperationName[]
