import type { Reached } from './follow-event.ts'
import type { Check } from './run-checks.ts'

const timeoutMs = 10_000

/** How the services stand that the server brings data from. */
export async function checkIntegrations(session: Reached, signal: AbortSignal): Promise<Check> {
  const result = (status: Check['status'], message: string): Check => ({
    name: 'integrations',
    status,
    message,
  })
  const { CustomerIntel } = await import('@customer-intel/node-sdk')
  const { summarizeIntegrations } = await import('./summarize-integrations.ts')
  const client = new CustomerIntel({ ...session, maxRetries: 0 })
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const found = await summarizeIntegrations(client, AbortSignal.any([signal, deadline]))
    if (!found.capabilitiesAvailable)
      return result('pass', 'This key may not see them: it lacks integrations:read')
    const { connectedCount, errorCount, providerCount } = found
    if (errorCount > 0)
      return result('warn', `${errorCount} of ${connectedCount} connected fail: svc integrations status`)
    return result('pass', `${connectedCount} of ${providerCount} connected, none fails`)
  } catch (error) {
    signal.throwIfAborted()
    const reason = deadline.aborted ? `no answer within ${timeoutMs / 1_000} s` : (error as Error).message
    return result('warn', `Not to be found out (${reason}): try again`)
  }
}
