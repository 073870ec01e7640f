import { cutText, deliveryStatuses, maxTimestamp, summariseIssues } from '@customer-intel/contract'
import * as v from 'valibot'

/** Attempts that a delivery keeps: more than one has before it is given up; of one that was sent again, the last ones. */
const kept = 20
const messageLength = 500

const AttemptSchema = v.object({
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(maxTimestamp)),
  durationMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e12)),
  status: v.picklist(deliveryStatuses),
  errorCode: v.optional(v.string()),
  errorMessage: v.optional(v.string()),
})

/** One try to send a message. `at`: when it began, Unix milliseconds. */
export type DeliveryAttempt = v.InferOutput<typeof AttemptSchema>

const AttemptsSchema = v.array(AttemptSchema)

/** Throws an Error that names the field for attempts that no answer could have. */
export function assertAttempts(attempts: unknown): asserts attempts is DeliveryAttempt[] {
  const { success, issues } = v.safeParse(AttemptsSchema, attempts)
  if (!success) throw new Error(summariseIssues(issues, { root: 'The delivery’s attempts' }))
}

/** Attempts with one more at the end. */
export function withAttempt(
  attempts: readonly DeliveryAttempt[],
  { errorMessage, ...attempt }: DeliveryAttempt,
): DeliveryAttempt[] {
  const message = errorMessage === undefined ? {} : { errorMessage: cutText(errorMessage, messageLength) }
  return [...attempts, { ...attempt, ...message }].slice(-kept)
}

/** Attempts as a column has them. */
export function readAttempts(json: string | null): DeliveryAttempt[] {
  return json === null ? [] : (JSON.parse(json) as DeliveryAttempt[])
}
