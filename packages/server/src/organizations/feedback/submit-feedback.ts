import type { RouteHandler } from '../../kernel/operations/route-handler.ts'

/** `POST /api/feedback`: for any valid key. */
export const submitFeedback: RouteHandler<'submitFeedback'> = {
  run: ({ body }, context) => context.feedback.submit(body, context),
}
