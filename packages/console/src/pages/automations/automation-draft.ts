import type { Automation } from '@customer-intel/node-sdk'
import { textIn, valueAt } from '../../parts/form/path.ts'
import { sentence } from '../../parts/words.ts'

/** An automation being written: as it is sent, where what is typed may still be wrong. */
export type AutomationDraft = Record<string, unknown> & { triggerType: string }

/** A new one, which waits for a signal. */
export function blankAutomation(signalId: string | undefined): AutomationDraft {
  return {
    name: '',
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: signalId === undefined ? [] : [signalId],
    processorPolicy: { cooldownHours: 24 },
    enabled: true,
  }
}

/** A saved one, as it would be sent again. */
export function draftOf(automation: Automation): AutomationDraft {
  const { name, description, agentId, enabled, triggerType, destinations } = automation
  const { triggerJson, audienceFilterJson, processorPolicyJson, deliveryPolicyJson } = automation
  return {
    name,
    description,
    agentId,
    triggerType,
    ...(triggerJson as Record<string, unknown>),
    ...(audienceFilterJson === null ? {} : { audienceFilter: audienceFilterJson }),
    processorPolicy: processorPolicyJson,
    deliveryPolicy: deliveryPolicyJson,
    destinationIds: destinations.map(({ id }) => id),
    enabled,
  }
}

/** The draft with another trigger; what the other one needs begins with something that works. */
export function withTrigger(draft: AutomationDraft, triggerType: string): AutomationDraft {
  const { signalIds: _, matchMode: __, triggerWindow: ___, triggerThresholdCount: ____, ...rest } = draft
  const { schedule: _____, ...without } = rest
  if (triggerType === 'SCHEDULE')
    return {
      ...rest,
      triggerType,
      schedule: { cadence: 'weekly', weekday: 'monday', localTime: { hour: 9, minute: 0 } },
      audienceFilter: rest.audienceFilter ?? { customer: { billingStatuses: ['PAYING'] } },
      processorPolicy: {},
    }
  return { ...without, triggerType, signalIds: [], processorPolicy: { cooldownHours: 24 } }
}

/** In a line: when it acts. */
export function describeTrigger({ triggerType, triggerJson, signals, matchMode }: Automation): string {
  if (triggerType === 'SCHEDULE') {
    const at = (...path: string[]) => textIn(valueAt(triggerJson, ['schedule', ...path]))
    const minute = (at('localTime', 'minute') || '0').padStart(2, '0')
    const hour = (at('localTime', 'hour') || '9').padStart(2, '0')
    if (at('cadence') === 'hourly') return `Every hour at ${minute}`
    const day = at('cadence') === 'weekly' ? sentence(at('weekday') || 'monday') : 'Every day'
    return `${day} at ${hour}:${minute}`
  }
  const names = signals.map(({ name }) => name)
  return matchMode === 'ANY' ? names.join(' or ') : `${sentence(matchMode)} of ${names.join(', ')}`
}
