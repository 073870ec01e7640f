import type { JsonObject, Pagination } from '@customer-intel/contract'
import type { OpenPage } from '../kernel/operations/page.ts'

/** Where a chat stores its messages: the first of these that is a list. */
const replyLists = ['replies', 'messages'] as const

/**
 * One page of a chat's replies in its record, and its pagination as `record.pagination`. A record without such a list is
 * unchanged.
 */
export function pageReplies(record: JsonObject, { limit, after, close }: OpenPage): JsonObject {
  const name = replyLists.find((candidate) => Array.isArray(record[candidate]))
  if (name === undefined) return record
  const replies = record[name] as unknown[]
  const start = Number(after?.key ?? 0)
  const next = start + limit
  const pagination: Pagination = close({
    items: [],
    total: replies.length,
    end: next < replies.length ? { key: next, id: name } : null,
  })
  return { ...record, [name]: replies.slice(start, next), pagination }
}
