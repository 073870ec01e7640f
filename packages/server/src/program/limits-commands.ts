import type { Config } from '../app/config.ts'
import { billingCycle } from '../kernel/operations/take-api-call.ts'
import { openConnections } from '../integrations/connections.ts'
import { readUsage } from '../kernel/workspace/usage.ts'
import { type ConfiguredOrganization, withChosenOrganization } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { UsageError } from './usage-error.ts'

export const setLimits = defineProgramCommand({
  name: 'limits set',
  summary: 'Limit the tool calls of a calendar month, or how many providers are connected',
  options: {
    ...organizationOption,
    'api-calls': { value: '<n>|none', help: 'Tool calls a month; this or --connections is required' },
    connections: { value: '<n>|none', help: 'Providers that may be connected at once' },
    plan: { value: '<name>', help: 'What the answer to a call past the limit names. Default: as it was' },
  },
  run: async (config, { organization, plan, connections, 'api-calls': apiCalls }) =>
    setLimitsCommand(config, {
      organization,
      plan,
      // Either may be given alone; without both the first one is reported as missing.
      apiCalls: apiCalls === undefined && connections !== undefined ? undefined : parseApiCalls(apiCalls),
      connections: connections === undefined ? undefined : parseConnections(connections),
    }),
})

export const showLimits = defineProgramCommand({
  name: 'limits show',
  summary: 'Show the limits, and what of them is used up',
  options: organizationOption,
  run: (config, { organization }) => showLimitsCommand(config, organization),
})

export interface SetLimitsOptions {
  organization: string | undefined
  /** Null: unlimited. Default: unchanged. */
  apiCalls: number | null | undefined
  /** The same for connected providers. */
  connections?: number | null | undefined
  /** Default: unchanged. */
  plan: string | undefined
}

/** `svc-server limits set`: takes effect at once, also in a running server. */
export function setLimitsCommand(
  config: Config,
  { organization, apiCalls, connections, plan }: SetLimitsOptions,
): Promise<number> {
  return withChosenOrganization(config, organization, async (chosen) => {
    await chosen.configuration.update(({ limits }) => {
      if (apiCalls !== undefined) limits.apiCalls = apiCalls
      if (connections !== undefined) limits.connections = connections
      if (plan !== undefined) limits.plan = plan
    })
    return show(chosen)
  })
}

/** `svc-server limits show`: the limits and their usage. A running server stores its counts within a second. */
export function showLimitsCommand(config: Config, organization: string | undefined): Promise<number> {
  return withChosenOrganization(config, organization, show)
}

async function show({ ports, configuration }: ConfiguredOrganization): Promise<number> {
  const { plan, apiCalls, connections } = configuration.document.limits
  const { month, resetAt } = billingCycle(Date.now())
  const used = (await readUsage(ports.documents)).apiCalls
  console.log(`Plan       ${plan}`)
  console.log(`API calls  ${apiCalls === null ? 'no limit' : `${apiCalls} a month`}`)
  console.log(`Used       ${used.month === month ? used.count : 0} in ${month}`)
  console.log(`Reset      ${new Date(resetAt).toISOString()}`)
  const connected = Object.keys(await openConnections(ports.documents).read()).length
  console.log(
    `Connected  ${connected} of ${connections === null ? 'as many providers as there are' : connections}`,
  )
  return 0
}

/** A whole number of calls, or `none`. Throws UsageError on anything else. */
export function parseApiCalls(text: string | undefined): number | null {
  if (text === 'none') return null
  if (text !== undefined && /^\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(
    `limits set takes --api-calls <number of calls a month, or none>${text === undefined ? '' : `; it is ${JSON.stringify(text)}`}.`,
  )
}

function parseConnections(text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new UsageError(`--connections takes a number of providers, or none; it is ${JSON.stringify(text)}.`)
}
