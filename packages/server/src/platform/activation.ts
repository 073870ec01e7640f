import { encodeRecord } from '../log/record.ts'
import { commandSucceeded } from './command-succeeded.ts'
import { recordChange } from './record-change.ts'
import type { RouteHandler } from './route-handler.ts'

const resource = { type: 'customer_activation', id: 'default' }

/** `GET /api/activation`: the event name that marks activation. */
export const getActivation: RouteHandler<'getCustomerActivation'> = {
  async run(_input, { workspace, requestId }) {
    const { eventName } = workspace.document.activation
    return commandSucceeded(
      'customer_activation.get',
      requestId,
      { activation: { eventName } },
      { resources: [resource] },
    )
  },
}

/** `PATCH /api/activation`: from here on in the log, another event name marks activation. What was activated stays so. */
export const updateActivation: RouteHandler<'updateCustomerActivation'> = {
  async run({ body }, context) {
    const { workspace, requestId, clock } = context
    const { eventName } = body
    const before = workspace.document.activation.eventName
    const changed = before !== eventName
    let auditId: string | undefined
    if (changed) {
      auditId = await recordChange(context, {
        commandId: 'customer_activation.update',
        resource,
        before: { eventName: before },
        after: { eventName },
      })
      await workspace.log.append(encodeRecord({ kind: 'activation', receivedAt: clock(), eventName }))
      await workspace.updateDocument((document) => {
        document.activation.eventName = eventName
      })
    }
    return commandSucceeded(
      'customer_activation.update',
      requestId,
      { activation: { eventName }, changed },
      { resources: [resource], auditId },
    )
  },
}
