import { encodeRecord } from '../log/record.ts'
import { commandSucceeded } from './command-succeeded.ts'
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
  async run({ body }, { workspace, requestId, clock }) {
    const { eventName } = body
    const changed = workspace.document.activation.eventName !== eventName
    let auditId: string | undefined
    if (changed) {
      const position = await workspace.log.append(
        encodeRecord({ kind: 'activation', receivedAt: clock(), eventName }),
      )
      auditId = `log:${position}`
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
