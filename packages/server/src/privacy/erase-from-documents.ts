import { definitionOf, newSignalKey } from '../signals/signals.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/** Takes a person out of a value that speaks of them; the very same value else. */
type MaskValue = <Value>(value: Value) => Value

/**
 * Masks a person in what was configured: names, conditions, instructions, audiences. A signal's definition is masked by itself,
 * as the log's is, so that both say the same.
 */
export async function eraseFromDocuments(workspace: Workspace, masked: MaskValue): Promise<void> {
  await workspace.signals.change((signals) => {
    for (const signal of signals) {
      const { name } = signal
      const { kind: _, definition: __, ...words } = signal
      Object.assign(signal, masked(words), masked(definitionOf(signal)))
      if (signal.name !== name)
        signal.key = newSignalKey(
          signal.name,
          signals.filter((other) => other !== signal),
        )
    }
  })
  for (const document of [workspace.agents, workspace.automations])
    await document.change((items: object[]) => {
      for (const item of items) Object.assign(item, masked(item))
    })
  await workspace.destinations.change((destinations) => {
    for (const destination of destinations) destination.label = masked(destination.label)
  })
}
