import { getActivation, updateActivation } from './activation.ts'
import { callTool } from './call-tool.ts'
import type { RouteHandler } from './route-handler.ts'
import { validateApiKey } from './validate-api-key.ts'

/** The operations of the contract that this server offers, by name; `/openapi.json` lists exactly these, and ingest. */
export const handlers = {
  validateApiKey,
  callTool,
  getCustomerActivation: getActivation,
  updateCustomerActivation: updateActivation,
} satisfies Record<string, RouteHandler>
