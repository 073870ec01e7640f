import { limits } from '../limits.ts'
import { SubmitFeedbackInputSchema, SubmitFeedbackOutputSchema } from '../tools/submit-feedback.ts'
import { errorResponses, defineRoutes } from './definition.ts'

export const feedbackRoutes = defineRoutes({
  submitFeedback: {
    method: 'POST',
    path: '/api/feedback',
    sdk: 'feedback.submit',
    svc: null,
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
})
