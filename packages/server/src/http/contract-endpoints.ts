import { activationRoutes } from '@customer-intel/contract/routes/activation'
import { keyRoutes } from '@customer-intel/contract/routes/keys'
import { toolRoutes } from '@customer-intel/contract/routes/tools'
import { handlers } from '../platform/handlers.ts'
import { type ContractEndpointServices, createContractEndpoint } from './contract-endpoint.ts'
import type { Endpoint } from './endpoint.ts'

const routes = { ...activationRoutes, ...keyRoutes, ...toolRoutes }

export function createContractEndpoints(services: ContractEndpointServices): Endpoint[] {
  return Object.entries(handlers).map(([operation, handler]) =>
    createContractEndpoint(routes[operation as keyof typeof handlers], handler, services),
  )
}
