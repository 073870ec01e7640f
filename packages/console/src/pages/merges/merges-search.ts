import { oneOf, textOf } from '../../app/search-text.ts'

export const mergeStatuses = ['suggested', 'merged', 'rejected'] as const

/** Which suggestions, and which of them is looked at. */
export function readMergesSearch(raw: Record<string, unknown>) {
  return { status: oneOf(mergeStatuses, raw.status), of: textOf(raw.of) }
}
