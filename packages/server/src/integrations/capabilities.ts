import type { IntegrationCapability } from '@customer-intel/contract'
import type { Provider } from './provider.ts'

/** How a provider is connected and set up, for the API. Pure. */
export function capabilityOf({
  id,
  name,
  service,
  brings,
  rights = [],
  everyMs,
  category,
  cliName,
  auth,
  steps = [],
  notes,
}: Provider): IntegrationCapability {
  const isKey = auth.kind === 'key'
  return {
    cliName,
    providerId: id,
    displayName: name,
    service,
    brings,
    rights: isKey ? [...rights] : [...auth.scopes, ...(auth.registeredScopes ?? [])],
    everyMinutes: everyMs / 60_000,
    category,
    authType: isKey ? 'api_key' : 'oauth',
    setupMode: isKey ? 'direct_api_key' : 'browser_auth',
    credentialType: isKey ? auth.credentialType : 'oauth',
    connectSupported: true,
    requiredFields: isKey
      ? auth.fields.map(({ key, label, secret, help }) => ({ key, label, secret, help }))
      : [],
    commands: [
      `svc integrations capabilities ${cliName}`,
      `svc integrations setup ${cliName}`,
      ...(isKey ? [] : ['svc integrations status --session <sessionId>']),
      `svc integrations status ${cliName}`,
    ],
    postConnectSteps: steps.map((step) => ({
      id: step.id,
      label: step.label,
      required: step.required,
      supported: true,
      command: `svc integrations setup ${cliName} ${step.tokens[0]}`,
      ...(step.note !== undefined && { note: step.note }),
    })),
    notes: [...notes],
  }
}
