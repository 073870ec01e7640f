import { type OperationName, getRoute, toolNames, toolRoute } from '@customer-intel/contract'
import { toolHandler } from '../kernel/operations/call-tool.ts'
import type { Services } from '../kernel/operations/services.ts'
import { createContractEndpoint, createStreamEndpoint } from './contract-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import type { OpenStreams } from './open-streams.ts'
import { createRunOnce } from './idempotency/run-once.ts'

/** An endpoint for each implemented operation of the contract, and one for each tool. */
export function createContractEndpoints(
  services: Services,
  { publicUrl, streams }: { publicUrl: string | null; streams: OpenStreams },
): Endpoint[] {
  const options = { services, publicUrl, runOnce: createRunOnce(services) }
  const toolEndpoints = toolNames.map((name) =>
    createContractEndpoint(toolRoute(name), toolHandler(name), options),
  )
  const endpoints = Object.entries(services.operations.handlers).map(([operation, handler]) =>
    // Each handler gets only input that its own route's schemas accept.
    createContractEndpoint(getRoute(operation as OperationName), handler, options),
  )
  const streamEndpoints = Object.entries(services.operations.streams).map(([operation, handler]) =>
    createStreamEndpoint(getRoute(operation as OperationName), handler, { ...options, streams }),
  )
  return [...endpoints, ...streamEndpoints, ...toolEndpoints]
}
