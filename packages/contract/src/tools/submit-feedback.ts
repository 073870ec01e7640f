import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { DateTimeSchema, trimmedText } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
/**
 * Body of `POST /api/feedback`, and input of `svc_submit_feedback`.
 * @example {"body": "The timeline should show the plan.", "area": "timeline"}
 */
export interface SubmitFeedbackInput {
  /**
   * 1 to 20,000 characters once trimmed.
   * @example "The timeline should show the plan."
   */
  body: string
  /** The part of the product it is about; 1 to 100 characters once trimmed. */
  area?: string
  /** Up to 16 KiB serialized. Must not carry secrets. */
  context?: JsonObject
}
/** The feedback is saved. */
export interface SubmitFeedbackOutput {
  /** Names the feedback. */
  id: string
  /** When it was taken. ISO 8601, UTC. */
  createdAt: string
}

const bounds = limits.feedback

export const SubmitFeedbackInputSchema = strictObject({
  body: trimmedText(bounds.bodyLength),
  area: v.optional(trimmedText(bounds.areaLength)),
  context: v.optional(jsonObject({ maxBytes: bounds.contextBytes })),
}) satisfies v.GenericSchema<SubmitFeedbackInput>

export const SubmitFeedbackOutputSchema = v.object({
  id: v.string(),
  createdAt: DateTimeSchema,
}) satisfies v.GenericSchema<SubmitFeedbackOutput>

export const submitFeedbackTool = {
  name: 'svc_submit_feedback',
  title: 'Submit feedback',
  description: 'Send product feedback to the people who run this service. Never put secrets into it.',
  grant: 'feedback:write',
  readOnly: false,
  commandId: 'feedback.submit',
  input: SubmitFeedbackInputSchema,
  output: SubmitFeedbackOutputSchema,
} as const satisfies ToolDefinition
