import { configHashOf, requireMatch } from '../config-hash.ts'
import type { WorkspaceDocument } from '../workspace/workspace-document.ts'
import type { CommandContext } from './command.ts'

/** Settings of a workspace that are read, and changed, as one. */
interface WorkspaceSettings<Settings extends object> {
  /** Such as `retention_settings`, as answers and audit entries name them. */
  resource: { type: string; id: string }
  /** As an answer has them: with what a change may be based on. */
  shown(document: WorkspaceDocument): Settings & { configHash: string }
  /**
   * Changes some of them, with an audit entry, unless somebody changed them since they were read (`If-Match`: CONFLICT).
   * `prepare` goes first, where something has to.
   */
  change(
    context: CommandContext,
    changed: Partial<Settings>,
    prepare?: () => Promise<void>,
  ): Promise<Settings & { configHash: string }>
}

/** Settings of a workspace, by where they stand in its document: only the fields named are shown. */
export function workspaceSettings<Stored extends object, const Field extends keyof Stored>(
  type: string,
  storedIn: (document: WorkspaceDocument) => Stored,
  fields: readonly Field[],
): WorkspaceSettings<Pick<Stored, Field>> {
  type Settings = Pick<Stored, Field>
  const read = (document: WorkspaceDocument) => {
    const stored = storedIn(document)
    return Object.fromEntries(fields.map((field) => [field, stored[field]])) as Settings
  }
  const shown = (settings: Settings) => ({ ...settings, configHash: configHashOf(settings) })
  const resource = { type, id: 'default' }
  return {
    resource,
    shown: (document) => shown(read(document)),
    async change(context, changed, prepare) {
      const { workspace } = context
      const before = read(workspace.document)
      requireMatch(context, configHashOf(before))
      const after = { ...before, ...changed }
      await context.change({
        resource,
        before,
        after,
        async apply() {
          await prepare?.()
          await workspace.updateDocument((document) => {
            // Again on what is stored by then.
            requireMatch(context, configHashOf(read(document)))
            Object.assign(storedIn(document), changed)
          })
        },
      })
      return shown(read(workspace.document))
    },
  }
}
