// What the server sends by itself, as the document has it: to the webhooks that are destinations.
import type { JsonObject } from '../maps.ts'
import { NotificationMessageSchema } from '../notification-message.ts'
import type { SchemaDescriptions } from './json-schema.ts'
import { textOfType } from './texts.ts'

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
})

/** The requests that a webhook gets, by name. */
export function describeWebhooks(describe: SchemaDescriptions['describe']): Record<string, JsonObject> {
  const [example] = textOfType('NotificationMessage').examples ?? []
  return {
    notification: {
      post: {
        operationId: 'receiveNotification',
        summary: 'A message for a webhook of yours',
        description:
          'Signed as Standard Webhooks describes. Answer 2xx within 20 seconds: anything else is tried again for three days. It may come twice, with the same `webhook-id`.',
        tags: ['destinations'],
        security: [],
        parameters: [
          header(
            'webhook-id',
            'The id of the delivery, the same at every try.',
            '9dc8b2d2-c13c-8b4b-8822-5a693b6e326d',
          ),
          header('webhook-timestamp', 'When this try was made, Unix seconds.', '1795356000'),
          header(
            'webhook-signature',
            'Signatures of `<webhook-id>.<webhook-timestamp>.<body>` by each secret in force, with a blank between them.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: describe(NotificationMessageSchema), example } },
        },
        responses: {
          200: { description: 'Taken; any 2xx is' },
          410: { description: 'Switches the destination off: nothing more comes' },
          default: { description: 'Not taken: it is sent again' },
        },
      },
    },
  }
}
