import { IngestEventSchema, isJsonObject, summariseIssues } from '@customer-intel/contract'
import * as v from 'valibot'

/**
 * Whether it is no fault of what was to be applied: the engine, memory or disk failed, or a statement of ours is wrong.
 * Only how a message begins counts, since the rest of it may quote anybody's text.
 */
export function isFaultOfTheWorld(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)) || worldly.test(error.message)
}

const worldly =
  /^(?:[A-Za-z ]{1,40}: )?(?:(?:Out of Memory|IO|FATAL|INTERNAL|INTERRUPT|Connection|Permission|Transaction\w*|Binder|Catalog|Parser) Error\b|database has been invalidated|Array buffer allocation failed)/i

const maxReasonLength = 500

/**
 * Why something can't be applied, in a sentence that repeats nothing of what it says. Of a stored event the field at
 * fault is told, where the contract would refuse it.
 */
export function describeFault(error: unknown, event?: unknown): string {
  if (isJsonObject(event)) {
    const { sentTimestamp: _, ...sent } = event
    const result = v.safeParse(IngestEventSchema, sent, { abortPipeEarly: true })
    if (!result.success) return tidy(summariseIssues(result.issues, { root: 'The event' }))
  } else if (event !== undefined) return 'The event is not an object'
  return tidy(error instanceof Error ? error.message : String(error))
}

function tidy(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .slice(0, maxReasonLength)
    .replace(/\.+$/, '')
}
