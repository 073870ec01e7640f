import { signalsOf } from '../../signals/signals.ts'
import { destinationsOf } from '../notifications/destinations.ts'
import type { Automation } from '@customer-intel/contract'
import { toDestination } from '../notifications/describe-destination.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import type { RequestContext } from '../../kernel/operations/services.ts'
import { toSignal } from '../../signals/describe-signal.ts'
import type { StoredAutomation } from './automations.ts'
import { toAutomation } from './describe-automation.ts'

/** Automations in the API, with what they refer to and their last runs. */
export async function describeAutomations(
  stored: readonly StoredAutomation[],
  reads: Pick<Reads, 'listLastRuns'>,
  { workspace, clock }: Pick<RequestContext, 'workspace' | 'clock'>,
): Promise<Automation[]> {
  if (stored.length === 0) return []
  const [signals, destinations, lastRuns] = await Promise.all([
    signalsOf(workspace).read(),
    destinationsOf(workspace).read(),
    reads.listLastRuns(),
  ])
  const known = {
    signals: signals.map(toSignal),
    destinations: destinations.map(toDestination),
    now: clock(),
    timezone: workspace.document.settings.defaultTimezone,
  }
  return stored.map((automation) =>
    toAutomation(automation, {
      ...known,
      lastRun: lastRuns.find(({ automationId }) => automationId === automation.id) ?? null,
    }),
  )
}
