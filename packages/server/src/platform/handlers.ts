import type { OperationName } from '@customer-intel/contract'
import { getActivation, updateActivation } from './activation.ts'
import { callTool } from './call-tool.ts'
import type { RouteHandler } from './route-handler.ts'
import { validateApiKey } from './validate-api-key.ts'

/** The operations behind an API key that this server offers, by name. */
export const handlers = {
  validateApiKey,
  callTool,
  getCustomerActivation: getActivation,
  updateCustomerActivation: updateActivation,
} satisfies { [Name in OperationName]?: RouteHandler<Name> }
