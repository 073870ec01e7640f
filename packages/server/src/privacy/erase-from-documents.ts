import { agentsOf } from '../acting/agents/agents.ts'
import { automationsOf } from '../acting/automations/automations.ts'
import { destinationsOf } from '../acting/notifications/destinations.ts'
import { definitionOf, newSignalKey, signalsOf } from '../signals/signals.ts'
import { type OwnWords, wordsOfPerson, ownWordsBeside } from './own-words.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/** Masks a person in a value; returns the same object if they don't occur in it. */
type MaskValue = <Value>(value: Value, own?: OwnWords) => Value

/**
 * Masks a person in the configuration: names, conditions, instructions, audiences. A signal's definition is masked on its
 * own, like the one in the log, so that both stay equal.
 */
export async function eraseFromDocuments(workspace: Workspace, masked: MaskValue): Promise<void> {
  await signalsOf(workspace).change((signals) => {
    for (const signal of signals) {
      const { name } = signal
      const { kind: _, definition: __, ...words } = signal
      Object.assign(signal, masked(words), masked(definitionOf(signal), wordsOfPerson.definition))
      if (signal.name !== name)
        signal.key = newSignalKey(
          signal.name,
          signals.filter((other) => other !== signal),
        )
    }
  })
  await agentsOf(workspace).change((agents) => {
    for (const agent of agents) Object.assign(agent, masked(agent, ownWordsBeside.agent))
  })
  await automationsOf(workspace).change((automations) => {
    for (const automation of automations)
      Object.assign(automation, masked(automation, ownWordsBeside.automation))
  })
  await destinationsOf(workspace).change((destinations) => {
    for (const destination of destinations) {
      destination.label = masked(destination.label)
      destination.problem = masked(destination.problem)
    }
  })
  // A sign-in names a key after the program.
  if (workspace.document.apiKeys.some(({ name }) => masked(name) !== name))
    await workspace.updateDocument(({ apiKeys }) => {
      for (const key of apiKeys) key.name = masked(key.name)
    })
}
