import { type Grant, type RouteOutputs, type ToolName, tools } from '@customer-intel/contract'
import { runTool } from './run-tool.ts'
import type { AnyRouteHandler, RouteHandler } from './route-handler.ts'

/** `POST /api/tools/call`: runs the tool that the body names. */
export const callTool: RouteHandler<'callTool'> = {
  run: ({ body: { tool, input } }, context) =>
    // What a tool answers is typed where it is defined.
    runTool(tool, input, context) as Promise<RouteOutputs['callTool']>,
  isRepeatable: ({ body }, { grants }) => isRepeatable(body.tool, grants),
}

/** `POST /api/tools/<name>`: runs one tool, whose input is the body. */
export function toolHandler(name: ToolName): AnyRouteHandler {
  return {
    run: ({ body }, context) => runTool(name, body, context),
    isRepeatable: (_input, { grants }) => isRepeatable(name, grants),
  }
}

function isRepeatable(name: ToolName, grants: readonly Grant[]): boolean {
  const { readOnly, grant } = tools[name]
  // Without the grant it is refused, and must not be answered with what another key was told.
  return readOnly || !grants.includes(grant)
}
