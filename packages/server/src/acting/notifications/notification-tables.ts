import { defineTables } from '../../kernel/sql/define-table.ts'

/** Messages to people, and the delivery of each to its destinations. */
export const notificationTables = defineTables({
  notifications: {
    notification_id: 'text',
    run_id: 'text?', // of an automation
    title: 'text',
    content: 'text', // Markdown
    severity: 'text?',
    source: 'text?',
    subject: 'text?',
    payload: 'json?',
    sent_at: 'timestamp',
  },

  deliveries: {
    delivery_id: 'text',
    notification_id: 'text',
    destination_id: 'text',
    status: 'text', // as the API tells it
    tries: 'integer',
    next_at: 'timestamp?', // null: not to be sent any more
    error_code: 'text?',
    error_message: 'text?',
    attempts: 'json?', // array of DeliveryAttempt, oldest first
    updated_at: 'timestamp',
  },
})
