import { sendNotification as send } from '../notifications/send-notification.ts'
import { defineTool } from './tool.ts'

export const sendNotification = defineTool(
  'svc_send_notification',
  async (input, context) => {
    const { deliveries } = await send(input, context)
    return { ok: true, deliveries }
  },
  { reads: false },
)
