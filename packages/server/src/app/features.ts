import type { AllOf } from '../kernel/all-of.ts'
import { toolsFeature } from '../kernel/operations/tools-feature.ts'
import { organizationsFeature } from '../organizations/feature.ts'
import { customersFeature } from '../customers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { recordsFeature } from '../records/feature.ts'
import { factsFeature } from '../facts/feature.ts'
import { searchFeature } from '../search/feature.ts'
import { queryFeature } from '../query/feature.ts'
import { signalsFeature } from '../signals/feature.ts'
import { integrationsFeature } from '../integrations/feature.ts'
import { actingFeature } from '../acting/feature.ts'
import { privacyFeature } from '../privacy/feature.ts'
import { projectorFeature } from '../projector/feature.ts'
import type { PlatformOperation, StreamOperation, ToolName } from '@customer-intel/contract'
import type { BackgroundWork } from '../kernel/background/background-work.ts'
import type { Feature } from '../kernel/operations/define-feature.ts'
import type { Operations } from '../kernel/operations/operations.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import type { StreamHandler } from '../kernel/operations/stream-handler.ts'
import type { Tool } from '../kernel/operations/tool.ts'
import type { Services } from '../kernel/operations/services.ts'

/** The features: handlers, tools and background work follow from this list. */
const features = [
  toolsFeature,
  organizationsFeature,
  customersFeature,
  eventsFeature,
  recordsFeature,
  factsFeature,
  searchFeature,
  queryFeature,
  signalsFeature,
  integrationsFeature,
  actingFeature,
  privacyFeature,
  projectorFeature,
] as const

type Handlers = AllOf<Extract<(typeof features)[number], { handlers: object }>['handlers']>
type Streams = AllOf<Extract<(typeof features)[number], { streams: object }>['streams']>
type Tools = AllOf<Extract<(typeof features)[number], { tools: object }>['tools']>

const all: readonly Feature[] = features
// All of the contract.
const handlers: { [Name in PlatformOperation]: RouteHandler<Name> } = Object.assign(
  {},
  ...all.map((feature) => feature.handlers),
) as Handlers
const tools: { [Name in ToolName]: Tool<Name> } = Object.assign(
  {},
  ...all.map((feature) => feature.tools),
) as Tools

const streams: { [Name in StreamOperation]: StreamHandler<Name> } = Object.assign(
  {},
  ...all.map((feature) => feature.streams),
) as Streams

export const operations = { handlers, streams, tools } as unknown as Operations

/** Starts all background work. Without changes no process of read models is started for it. */
export function startBackground(services: Services): BackgroundWork {
  const started = all.flatMap((feature) => feature.startBackground?.(services) ?? [])
  return {
    async close() {
      await Promise.all(started.map((work) => work.close()))
    },
  }
}
