import { agentsOf } from '../agents/agents.ts'
import { signalsOf } from '../../signals/signals.ts'
import { destinationsOf } from '../notifications/destinations.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StoredDestination } from '../notifications/destinations.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { AutomationConfig } from './automations.ts'

/**
 * Checks what an automation refers to. Throws AppError `NOT_FOUND` for a signal, agent or destination that doesn't exist,
 * `CONFLICT` when it is to be enabled and its agent is disabled or it has no destination.
 */
export async function requireParts(
  { agentId, signalIds, destinationIds, enabled }: AutomationConfig,
  workspace: Workspace,
): Promise<void> {
  const [agents, signals, destinations] = await Promise.all([
    agentsOf(workspace).read(),
    signalsOf(workspace).read(),
    destinationsOf(workspace).read(),
  ])
  const agent = agents.find((known) => known.id === agentId)
  if (agent === undefined) throw missing(['agentId'], `There is no agent ${agentId}`)
  for (const [index, id] of signalIds.entries())
    if (!signals.some((known) => known.id === id && known.archivedAt === null))
      throw missing(['signalIds', index], `There is no signal ${id}`)
  for (const [index, id] of destinationIds.entries())
    if (!destinations.some((known) => known.id === id && known.archivedAt === null))
      throw missing(['destinationIds', index], `There is no destination ${id}`)
  if (!enabled) return
  if (!agent.enabled)
    throw new AppError('CONFLICT', `The agent ${agent.displayName} is switched off: enable it first`)
  if (!chooseDestinations(destinationIds, destinations).some((destination) => destination.enabled))
    throw new AppError(
      'CONFLICT',
      destinationIds.length > 0
        ? 'All its destinations are switched off: enable one of them first'
        : 'It has no destination: name one in destinationIds, or make one the default (POST /api/destinations)',
    )
}

/** The destinations of its messages: those it names, else the default one. */
export function chooseDestinations(
  destinationIds: readonly string[],
  destinations: readonly StoredDestination[],
): StoredDestination[] {
  return destinations.filter(
    ({ id, archivedAt, isDefault }) =>
      archivedAt === null && (destinationIds.length > 0 ? destinationIds.includes(id) : isDefault),
  )
}

function missing(path: (string | number)[], message: string): AppError {
  return new AppError('NOT_FOUND', message, { issues: [{ path, message }] })
}
