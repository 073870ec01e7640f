import type { CustomerIntel } from '@customer-intel/node-sdk'

/** How the integrations of a workspace stand. */
export interface IntegrationsSummary {
  /** False: the key may not see them, and the numbers say nothing. */
  capabilitiesAvailable: boolean
  providerCount: number
  connectedCount: number
  /** Of the connected ones: whose sync failed. */
  errorCount: number
  /** How many providers are set up by each way. */
  setupModes: Record<string, number>
  /** Steps that connected providers need, beside being connected. */
  requiredFollowUpCount: number
}

/** What an assistant should know of the integrations before it sets one up. */
export async function summarizeIntegrations(
  client: CustomerIntel,
  signal: AbortSignal,
): Promise<IntegrationsSummary> {
  const summary: IntegrationsSummary = {
    capabilitiesAvailable: true,
    providerCount: 0,
    connectedCount: 0,
    errorCount: 0,
    setupModes: {},
    requiredFollowUpCount: 0,
  }
  try {
    const answer = await client.integrations.capabilities({}, { signal })
    const providers = 'providers' in answer ? answer.providers : [answer.provider]
    const connected = new Set<string>()
    for await (const { id, status, syncStatus } of client.integrations.list({}, { signal })) {
      if (status !== 'connected') continue
      connected.add(id)
      if (syncStatus === 'ERROR') summary.errorCount += 1
    }
    summary.providerCount = providers.length
    summary.connectedCount = connected.size
    for (const { providerId, setupMode, postConnectSteps } of providers) {
      summary.setupModes[setupMode] = (summary.setupModes[setupMode] ?? 0) + 1
      if (connected.has(providerId))
        summary.requiredFollowUpCount += postConnectSteps.filter(({ required }) => required).length
    }
  } catch (error) {
    if ((error as { status?: number }).status !== 403) throw error
    summary.capabilitiesAvailable = false
  }
  return summary
}
