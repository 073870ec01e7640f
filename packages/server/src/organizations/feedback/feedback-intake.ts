import { feedbackOf } from './feedback.ts'
import { randomUUID } from 'node:crypto'
import type { JsonObject, SubmitFeedbackOutput } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { createSharedTries } from '../shared-tries.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { ApiKey } from '../../kernel/workspace/workspace-document.ts'

/** Takes feedback, from the route and from the tool. */
export interface FeedbackIntake {
  /**
   * Stores feedback durably, with the name of the key. Throws AppError `RATE_LIMITED` when the organization's quota of
   * the last hour is used up, `UNAVAILABLE` when it can't be stored.
   */
  submit(
    input: { body: string; area?: string | undefined; context?: JsonObject | undefined },
    sender: { workspace: Workspace; apiKey: ApiKey },
  ): Promise<SubmitFeedbackOutput>
}

export interface FeedbackIntakeOptions {
  /** Feedback per organization and hour; 0: unlimited. */
  perHour: number
  /** Unix milliseconds. */
  clock: () => number
}

export function createFeedbackIntake({ perHour, clock }: FeedbackIntakeOptions): FeedbackIntake {
  const quota =
    perHour === 0 ? null : createSharedTries('feedback-quota', { limit: perHour, windowMs: 3_600_000 })

  return {
    async submit({ body, area = null, context = null }, { workspace, apiKey }) {
      const organizationId = workspace.organization.id
      const waitMs = (await quota?.take(workspace, 'all', clock())) ?? 0
      if (waitMs > 0) {
        throw new AppError('RATE_LIMITED', `No more than ${perHour} feedbacks an hour: try again later`, {
          retryAfterSeconds: Math.ceil(waitMs / 1000),
        })
      }
      const id = randomUUID()
      const createdAt = new Date(clock()).toISOString()
      await feedbackOf(workspace).append({
        id,
        createdAt,
        organizationId,
        apiKeyId: apiKey.id,
        source: apiKey.keyType,
        body,
        area,
        context,
      })
      return { id, createdAt }
    },
  }
}
