import { cutText, isJsonObject, type JsonObject } from '@customer-intel/contract'

/** A call of a tool that may be repeated for a shorter page, if its input has a `limit`. */
interface FittedCall {
  input: object
  run: (shorter?: { limit: number }) => Promise<object>
}

/** Maximal length of an answer, in characters of JSON: clients reject, or cut blindly, what has more than 25,000 tokens. */
export const maxAnswerChars = 50_000
/** Reserved for `notice` and the cursor of a shorter page. */
const reservedChars = 1_500

/**
 * Runs a call so that its answer fits into an assistant's context. A page that is too long is requested again with as
 * many items as fit, and so has a valid cursor; other answers keep their small fields, and their long lists and texts are
 * cut. `notice` says what is missing and how to get it.
 */
export async function fitAnswer(name: string, call: FittedCall): Promise<object> {
  const answer = (await call.run()) as JsonObject
  if (sizeOf(answer) <= maxAnswerChars) return answer
  const page = await shortenPage(call, answer)
  if (page !== null && sizeOf(page) <= maxAnswerChars) return page
  return cut(name, page ?? answer)
}

/** The page with as many items as fit, at least one; null for answers without pages. */
async function shortenPage(call: FittedCall, answer: JsonObject): Promise<JsonObject | null> {
  const asked = itemsOf(answer)
  if (asked === null || !('limit' in call.input)) return null
  const room = maxAnswerChars - reservedChars - (sizeOf(answer) - sizeOf(asked))
  for (let limit = Math.max(1, countThatFit(asked, room)); ; limit = Math.ceil(limit / 2)) {
    const shorter = (await call.run({ limit })) as JsonObject
    const notice = `Cut to ${limit} of the ${asked.length} items asked for: the rest follows with pagination.nextCursor as cursor.`
    const page = { ...shorter, notice }
    if (limit === 1 || sizeOf(page) <= maxAnswerChars) return page
  }
}

/** The answer with long lists and texts cut. */
function cut(name: string, answer: JsonObject): JsonObject {
  const cuts: string[] = []
  const shorter = shrink(answer, maxAnswerChars - reservedChars, '', cuts) as JsonObject
  const notice = `Cut to fit: ${cuts.slice(0, 5).join(', ')}. ${remedyOf(name, shorter)}`
  if (!isJsonObject(shorter['metadata']) || !Array.isArray(shorter['data'])) return { ...shorter, notice }
  const metadata = { ...shorter['metadata'], rowsReturned: shorter['data'].length, truncated: true }
  return { ...shorter, metadata, notice }
}

function remedyOf(name: string, answer: JsonObject): string {
  if (name !== 'svc_query')
    return 'Ask for less: fewer sections, a shorter time, a smaller limit; svc_search_customer_context finds the place in a long text.'
  const rows = Array.isArray(answer['data']) ? answer['data'].length : 0
  return `Aggregate in SQL, select fewer columns, or go on with ORDER BY … LIMIT … OFFSET ${rows}.`
}

/** The items of a paged answer. */
function itemsOf(answer: JsonObject): unknown[] | null {
  if (!isJsonObject(answer['pagination'])) return null
  return Object.values(answer).find((value) => Array.isArray(value)) ?? null
}

/** The value in at most about `budget` characters: short fields first, the long ones share the remainder. */
function shrink(value: unknown, budget: number, path: string, cuts: string[]): unknown {
  const size = sizeOf(value)
  if (size <= budget) return value
  if (typeof value === 'string') {
    const length = Math.floor((value.length * Math.max(budget - 3, 0)) / size)
    cuts.push(`${path} has ${length} of ${value.length} characters`)
    return `${cutText(value, length)}…`
  }
  if (Array.isArray(value)) {
    const count = countThatFit(value, budget)
    cuts.push(`${path} has ${Math.max(count, 1)} of ${value.length} items`)
    return count > 0 ? value.slice(0, count) : [shrink(value[0], budget - 2, `${path}[0]`, cuts)]
  }
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).sort(([, left], [, right]) => sizeOf(left) - sizeOf(right))
  const kept = new Map<string, unknown>()
  let left = budget - 2
  for (const [index, [key, field]] of fields.entries()) {
    left -= key.length + 4
    const share = Math.floor(left / (fields.length - index))
    kept.set(key, shrink(field, share, path === '' ? key : `${path}.${key}`, cuts))
    left -= sizeOf(kept.get(key))
  }
  return Object.fromEntries(Object.keys(value).map((key) => [key, kept.get(key)]))
}

function countThatFit(items: readonly unknown[], budget: number): number {
  let left = budget - 2
  const first = items.findIndex((item) => (left -= sizeOf(item) + 1) < 0)
  return first === -1 ? items.length : first
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0
}
