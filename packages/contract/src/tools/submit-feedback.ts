import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { DateTimeSchema, trimmedText } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'

const bounds = limits.feedback

/**
 * Body of `POST /api/feedback`, and input of `svc_submit_feedback`.
 * @example {"body": "The timeline should show the plan.", "area": "timeline"}
 */
export const SubmitFeedbackInputSchema = strictObject({
  /**
   * 1 to 20,000 characters once trimmed.
   * @example "The timeline should show the plan."
   */
  body: trimmedText(bounds.bodyLength),
  /** The part of the product it is about; 1 to 100 characters once trimmed. */
  area: v.optional(trimmedText(bounds.areaLength)),
  /** Up to 16 KiB serialized. Must not carry secrets. */
  context: v.optional(jsonObject({ maxBytes: bounds.contextBytes })),
})

/** The feedback is saved. */
export const SubmitFeedbackOutputSchema = v.object({
  /** Names the feedback. */
  id: v.string(),
  /** When it was taken. ISO 8601, UTC. */
  createdAt: DateTimeSchema,
})

export const submitFeedbackTool = {
  name: 'svc_submit_feedback',
  title: 'Submit feedback',
  description: 'Send product feedback to the people who run this service. Never put secrets into it.',
  grant: 'feedback:write',
  readOnly: false,
  commandId: 'feedback.submit',
  svc: { path: ['feedback'], arguments: ['body'], files: { context: 'contextFile' } },
  input: SubmitFeedbackInputSchema,
  output: SubmitFeedbackOutputSchema,
} as const satisfies ToolDefinition
