import {
  EventMatchDefinitionSchema,
  EventPatternDefinitionSchema,
  summariseIssues,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { AppError } from '../kernel/errors.ts'
import type { SignalDefinition } from '../kernel/log/record.ts'

const resolvers = { organization: 'organization', customer: 'event_customer', segment: 'segment' } as const

/** Checks fields against each other. Throws AppError `INVALID_REQUEST` that names the field and the remedy. */
export function checkDefinition(signal: SignalDefinition): void {
  if (signal.kind === 'EVENT_MATCH') {
    const { grain, subjectResolver } = signal.definition
    if (resolvers[grain] !== subjectResolver)
      throw invalid(['subjectResolver'], `must be ${resolvers[grain]} where grain is ${grain}`)
    return
  }
  const { detection } = signal.definition
  const at = (field: string, message: string) => invalid(['detection', field], message)
  if (detection.type === 'event_absence') {
    const { eventNameMode = 'exact', eventNames = [], excludeEventNames = [] } = detection
    if (eventNameMode === 'exact' && eventNames.length === 0)
      throw at(
        'eventNames',
        'must name an event where eventNameMode is exact: name one, or use all_except for any event',
      )
    if (eventNameMode === 'exact' && excludeEventNames.length > 0)
      throw at('excludeEventNames', 'is only for the eventNameMode all_except: leave it out')
    if (eventNameMode === 'all_except' && eventNames.length > 0)
      throw at('eventNames', 'is only for the eventNameMode exact: leave it out')
  }
  if (detection.type === 'customer_activity_threshold') {
    const { operator, count, window } = detection
    const most = operator === '>' ? window.value - 1 : window.value
    if (operator.startsWith('>') && count > most)
      throw at('count', `must be at most ${most}: the window has ${window.value} days`)
    if (operator === '<' && count === 0) throw at('count', 'must be at least 1 where the operator is <')
  }
  if (detection.type === 'customer_activity_drop') {
    const { baselineWindow, minimumBaselineActiveDays } = detection
    if (minimumBaselineActiveDays > baselineWindow.value)
      throw at(
        'minimumBaselineActiveDays',
        `must be at most ${baselineWindow.value}, the days of baselineWindow`,
      )
  }
  if (detection.type === 'related_user_inactivity') {
    const { priorWindow, minimumPriorActiveDays } = detection
    if (minimumPriorActiveDays > priorWindow.value)
      throw at('minimumPriorActiveDays', `must be at most ${priorWindow.value}, the days of priorWindow`)
  }
}

const SignalDefinitionSchema = v.variant('kind', [
  v.object({ kind: v.literal('EVENT_MATCH'), definition: EventMatchDefinitionSchema }),
  v.object({ kind: v.literal('EVENT_PATTERN'), definition: EventPatternDefinitionSchema }),
])

/** Throws an Error that names the field when a definition can't be evaluated: one in the log may be of any version. */
export function assertDefinition(signal: SignalDefinition): void {
  const result = v.safeParse(SignalDefinitionSchema, signal, { abortPipeEarly: true })
  if (!result.success) throw new Error(summariseIssues(result.issues, { root: 'The signal' }))
}

function invalid(path: string[], problem: string): AppError {
  const message = `definition.${path.join('.')} ${problem}`
  return new AppError('INVALID_REQUEST', `Invalid request: ${message}`, {
    issues: [{ path: ['definition', ...path], message }],
  })
}

/** The event names that it matches, without excluded ones. */
export function eventNamesOf(signal: SignalDefinition): readonly string[] {
  if (signal.kind === 'EVENT_MATCH') return signal.definition.eventNames
  const { detection } = signal.definition
  return 'eventNames' in detection ? (detection.eventNames ?? []) : []
}
