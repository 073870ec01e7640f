import type { RouteHandler } from './route-handler.ts'

/** `POST /api/feedback`: any valid key may say what it thinks. */
export const submitFeedback: RouteHandler<'submitFeedback'> = {
  run: ({ body }, context) => context.feedback.submit(body, context),
}
