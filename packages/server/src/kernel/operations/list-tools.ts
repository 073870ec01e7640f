import { listOfferedTools as list } from './list-tools-tool.ts'
import type { RouteHandler } from './route-handler.ts'

/** `GET /api/tools`: the tools that the caller's key may call. */
export const listTools: RouteHandler<'listTools'> = {
  run: async (_input, { grants }) => ({ tools: list(grants) }),
}
