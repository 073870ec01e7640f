import { previewNotification, sendNotification as send } from './send-notification.ts'
import { defineTool } from '../../kernel/operations/tool.ts'

export const sendNotificationTool = defineTool(
  'svc_send_notification',
  async (input, context) => {
    if (input.dryRun === true)
      return { ok: true, deliveries: [], preview: await previewNotification(input, context) }
    const { deliveries } = await send(input, context)
    return { ok: true, deliveries }
  },
  { reads: false },
)
