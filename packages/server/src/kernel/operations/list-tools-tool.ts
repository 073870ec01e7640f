import { type Grant, type OfferedTool, toolNames, tools } from '@customer-intel/contract'
import { describeToolInputs } from '@customer-intel/contract/openapi/tool-schemas'

let offered: OfferedTool[] | undefined

/** The tools that a key with these grants may call, as described to an assistant. */
export function listOfferedTools(grants: readonly Grant[]): OfferedTool[] {
  offered ??= describe()
  return offered.filter(({ grant }) => grants.includes(grant))
}

function describe(): OfferedTool[] {
  const inputs = describeToolInputs(toolNames)
  return toolNames.map((name) => {
    const { title, description, grant, readOnly } = tools[name]
    return { name, title, description, grant, readOnly, inputSchema: inputs.get(name)! }
  })
}
