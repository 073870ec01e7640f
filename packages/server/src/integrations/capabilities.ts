import type { IntegrationCapability } from '@customer-intel/contract'
import type { Provider } from './provider.ts'

/** How a provider is set up, as answers tell it. Pure. */
export function capabilityOf({ id, name, category, cliName, auth, notes }: Provider): IntegrationCapability {
  return {
    cliName,
    providerId: id,
    displayName: name,
    category,
    authType: 'api_key',
    setupMode: 'direct_api_key',
    credentialType: auth.credentialType,
    connectSupported: true,
    requiredFields: auth.fields.map(({ key, label, secret }) => ({ key, label, secret })),
    commands: [
      `svc integrations capabilities ${cliName}`,
      `svc integrations setup ${cliName}`,
      `svc integrations status ${cliName}`,
    ],
    postConnectSteps: [],
    notes: [...notes],
  }
}
