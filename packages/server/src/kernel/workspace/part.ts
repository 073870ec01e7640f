import type { Workspace } from './workspace.ts'

/** What a feature keeps of an organization: `open` makes it at the first call, and later calls return the same. */
export function partOf<Part>(open: (workspace: Workspace) => Part): (workspace: Workspace) => Part {
  const parts = new WeakMap<Workspace, { part: Part }>()
  return (workspace) => {
    const known = parts.get(workspace)
    if (known !== undefined) return known.part
    const part = open(workspace)
    parts.set(workspace, { part })
    return part
  }
}
