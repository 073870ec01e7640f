import { connectionsOf } from '../connections.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Provider, SetupStep } from '../provider.ts'
import { findProvider } from '../providers/registry.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'

/** `POST /api/integrations/setup-step`: describes a setup step, or executes it. */
export const runIntegrationSetupStep: RouteHandler<'runIntegrationSetupStep'> = {
  async run({ body: { provider: name, step: token, config = null } }, context) {
    const provider = findProvider(name)
    const step = findStep(provider, token)
    const connection = (await connectionsOf(context.workspace).read())[provider.id]
    if (connection === undefined)
      throw new AppError(
        'INVALID_REQUEST',
        `${provider.id} is not connected: connect it first (svc integrations setup ${provider.cliName})`,
      )
    const { workspace, address, signal } = context
    const outcome = await step.run({
      workspace,
      provider,
      connection,
      config,
      address,
      services: context,
      signal,
    })
    return { ...outcome, provider: provider.id, step: step.id, connectionId: connection.connectionId }
  },
}

function findStep({ id, steps = [] }: Provider, token: string): SetupStep {
  const name = token.toLowerCase().replace(/[\s_]+/g, '-')
  const found = steps.find((step) => step.id === name || step.tokens.includes(name))
  if (found !== undefined) return found
  const known = steps.flatMap((step) => step.tokens[0]).join(', ')
  const remedy = known === '' ? 'it needs none once it is connected' : `there is: ${known}`
  const message = `${id} has no step ${JSON.stringify(token)}: ${remedy}`
  throw new AppError('INVALID_REQUEST', message, { issues: [{ path: ['step'], message }] })
}
