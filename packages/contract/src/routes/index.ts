import type * as v from 'valibot'
import type { RouteDefinition } from './definition.ts'
import { activationRoutes } from './activation.ts'
import { agentRoutes } from './agents.ts'
import { automationRoutes } from './automations.ts'
import { cliAuthRoutes } from './cli-auth.ts'
import { debugRoutes } from './debug.ts'
import { deliveryRoutes } from './deliveries.ts'
import { destinationRoutes } from './destinations.ts'
import { documentRoutes } from './documents.ts'
import { eventsRoutes } from './events.ts'
import { feedbackRoutes } from './feedback.ts'
import { identityRoutes } from './identity.ts'
import { ingestRoutes } from './ingest.ts'
import { integrationRoutes } from './integrations.ts'
import { keyRoutes } from './keys.ts'
import { operatingRoutes } from './operating.ts'
import { peopleRoutes } from './people.ts'
import { publicKeyRoutes } from './public-keys.ts'
import { rejectionsRoutes } from './rejections.ts'
import { sessionRoutes } from './session.ts'
import { queryRoutes } from './query.ts'
import { savedRoutes } from './saved.ts'
import { settingsRoutes } from './settings.ts'
import { signalRoutes } from './signals.ts'
import { toolRoutes } from './tools.ts'
import { recordRoutes } from './records.ts'
import { webhookRoutes } from './webhooks.ts'
import { workspaceUserRoutes } from './workspace-users.ts'

export * from './activation.ts'
export * from './agents.ts'
export * from './automations.ts'
export * from './cli-auth.ts'
export * from './csv-import-types.ts'
export * from './debug.ts'
export * from './definition.ts'
export * from './deliveries.ts'
export * from './destinations.ts'
export * from './documents.ts'
export * from './events.ts'
export * from './feedback.ts'
export * from './identity.ts'
export * from './ingest.ts'
export * from './integrations.ts'
export * from './keys.ts'
export * from './operating.ts'
export * from './params.ts'
export * from './people.ts'
export * from './public-keys.ts'
export * from './records.ts'
export * from './rejections.ts'
export * from './session.ts'
export * from './query.ts'
export * from './saved.ts'
export * from './settings.ts'
export * from './signals.ts'
export * from './tools.ts'
export * from './webhooks.ts'
export * from './workspace-users.ts'

/** Every route of the API, by operation. */
export const routes = {
  ...ingestRoutes,
  ...sessionRoutes,
  ...workspaceUserRoutes,
  ...keyRoutes,
  ...publicKeyRoutes,
  ...feedbackRoutes,
  ...integrationRoutes,
  ...recordRoutes,
  ...peopleRoutes,
  ...toolRoutes,
  ...automationRoutes,
  ...signalRoutes,
  ...destinationRoutes,
  ...deliveryRoutes,
  ...settingsRoutes,
  ...operatingRoutes,
  ...queryRoutes,
  ...savedRoutes,
  ...identityRoutes,
  ...debugRoutes,
  ...eventsRoutes,
  ...rejectionsRoutes,
  ...agentRoutes,
  ...activationRoutes,
  ...cliAuthRoutes,
  ...webhookRoutes,
  ...documentRoutes,
} as const satisfies Record<string, RouteDefinition>

/** The name of a route. */
export type OperationName = keyof typeof routes

/** The name of a route behind an API key that answers with a stream. */
export type StreamOperation = {
  [Name in OperationName]: (typeof routes)[Name] extends { media: string } ? Name : never
}[OperationName]

/** The name of a route behind the cookie of a session. */
export type SessionOperation = {
  [Name in OperationName]: (typeof routes)[Name]['auth'] extends 'session' ? Name : never
}[OperationName]

/** The name of a route behind an API key that answers at once. */
export type PlatformOperation = Exclude<
  { [Name in OperationName]: (typeof routes)[Name]['auth'] extends 'apiKey' ? Name : never }[OperationName],
  StreamOperation
>

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

/** Whether an operation is a {@link PlatformOperation}. */
export function isPlatformOperation(operation: OperationName): operation is PlatformOperation {
  const { auth, media } = getRoute(operation)
  return auth === 'apiKey' && media === undefined
}
