import { cutText, IngestEventSchema, isJsonObject, summariseIssues } from '@customer-intel/contract'
import * as v from 'valibot'
import { messageOf } from '../reason-of.ts'

/**
 * Whether an error isn't caused by the data: the engine, memory or disk failed, or one of our statements is wrong. Only
 * the start of the message is checked, since the rest may quote data.
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
 * The reason why something can't be applied, as a sentence that repeats none of the data. For a stored event it names the
 * faulty field, if the contract would reject it.
 */
export function describeFault(error: unknown, event?: unknown): string {
  if (isJsonObject(event)) {
    const { sentTimestamp: _, ...sent } = event
    const result = v.safeParse(IngestEventSchema, sent, { abortPipeEarly: true })
    if (!result.success) return tidy(summariseIssues(result.issues, { root: 'The event' }))
  } else if (event !== undefined) return 'The event is not an object'
  return tidy(messageOf(error))
}

function tidy(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return cutText(line.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…'), maxReasonLength).replace(/(?<!\.)\.+$/, '')
}
