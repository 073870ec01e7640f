import { oneOf, textOf } from '../../app/search-text.ts'

export const mergeStatuses = ['suggested', 'merged', 'rejected'] as const

/** Two customers that somebody wants to be one. */
export function readJoinSearch(raw: Record<string, unknown>) {
  return { left: textOf(raw.left), right: textOf(raw.right) }
}

/** Which suggestions, and which of them is looked at. */
export function readMergesSearch(raw: Record<string, unknown>) {
  return { status: oneOf(mergeStatuses, raw.status), of: textOf(raw.of) }
}
