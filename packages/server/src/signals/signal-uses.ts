import type { Workspace } from '../kernel/workspace/workspace.ts'

/** The names of what is enabled and waits for a signal: a signal that is waited for isn't archived. */
export type FindSignalUses = (workspace: Workspace, signalId: string) => Promise<string[]>
