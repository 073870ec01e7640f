import { limits } from '../limits.ts'
import {
  SubmitFeedbackInputSchema,
  SubmitFeedbackOutputSchema,
  type SubmitFeedbackInput,
  type SubmitFeedbackOutput,
} from '../tools/submit-feedback.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

export interface FeedbackRouteInputs {
  submitFeedback: { body: SubmitFeedbackInput }
}

export interface FeedbackRouteOutputs {
  submitFeedback: SubmitFeedbackOutput
}

export const feedbackRoutes = {
  submitFeedback: {
    operation: 'submitFeedback',
    method: 'POST',
    path: '/api/feedback',
    summary: 'Submit product feedback',
    description: 'Who and which organization it comes from, the API key says.',
    tag: 'feedback',
    auth: 'apiKey',
    body: SubmitFeedbackInputSchema,
    bodyLimitBytes: limits.feedback.requestBytes,
    responses: {
      201: SubmitFeedbackOutputSchema,
      ...errorResponses('simple', [400, 401, 413, 429, 503]),
    },
    errorStyle: 'simple',
    idempotent: false,
  },
} as const satisfies { [Name in keyof FeedbackRouteInputs]: RouteDefinition & { operation: Name } }
