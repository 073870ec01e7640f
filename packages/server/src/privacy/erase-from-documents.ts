import { definitionOf, newSignalKey } from '../signals/signals.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/** Masks a person in a value; returns the same object if they don't occur in it. */
type MaskValue = <Value>(value: Value) => Value

/**
 * Masks a person in the configuration: names, conditions, instructions, audiences. A signal's definition is masked on its
 * own, like the one in the log, so that both stay equal.
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
