import { encodeRecord } from '../kernel/log/record.ts'
import { defineCommand } from '../kernel/operations/command.ts'

export const activationResource = { type: 'customer_activation', id: 'default' }

/** `GET /api/activation`: the event name that marks activation. */
export const getActivation = defineCommand('getCustomerActivation', async (_input, { workspace }) => ({
  data: { activation: { eventName: workspace.document.activation.eventName } },
  resources: [activationResource],
}))

/** `PATCH /api/activation`: from here on in the log, another event name marks activation. What was activated stays so. */
export const updateActivation = defineCommand('updateCustomerActivation', async ({ body }, context) => {
  const { workspace, clock, change } = context
  const { eventName } = body
  const changed = await change({
    resource: activationResource,
    before: { eventName: workspace.document.activation.eventName },
    after: { eventName },
    async apply() {
      await workspace.log.append(encodeRecord({ kind: 'activation', receivedAt: clock(), eventName }))
      await workspace.updateDocument(({ activation }) => {
        activation.eventName = eventName
      })
    },
  })
  return { data: { activation: { eventName }, changed } }
})
