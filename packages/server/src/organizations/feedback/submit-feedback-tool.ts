import { defineTool } from '../../kernel/operations/tool.ts'

export const submitFeedbackTool = defineTool(
  'svc_submit_feedback',
  (input, context) => context.feedback.submit(input, context),
  // Feedback has its own quota.
  { reads: false, counts: false },
)
