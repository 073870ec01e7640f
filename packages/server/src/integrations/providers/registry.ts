import { type ProviderId, providerIds } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Provider } from '../provider.ts'
import { analyticsA } from './analytics-a.ts'
import { authAnalyticsA } from './auth-analytics-a.ts'
import { authAnalyticsB } from './auth-analytics-b.ts'
import { billingA } from './billing-a.ts'
import { calendarA } from './calendar-a.ts'
import { chatApp } from './chat-app.ts'
import { callsA } from './calls-a.ts'
import { callsB } from './calls-b.ts'
import { crmA } from './crm-a.ts'
import { crmB } from './crm-b.ts'
import { mailA } from './mail-a.ts'
import { supportA } from './support-a.ts'

const byId: Record<ProviderId, Provider> = {
  'crm-a': crmA,
  'crm-b': crmB,
  'chat-app': chatApp,
  'calls-a': callsA,
  'calls-b': callsB,
  'calendar-a': calendarA,
  'mail-a': mailA,
  'analytics-a': analyticsA,
  'billing-a': billingA,
  'auth-analytics-a': authAnalyticsA,
  'auth-analytics-b': authAnalyticsB,
  'support-a': supportA,
}

/** The providers that this server supports, in the order of lists. */
export const providers: readonly Provider[] = providerIds.map((id) => byId[id])

/** By id or by name on the command line, normalised. Throws AppError `UNKNOWN_PROVIDER`. */
export function findProvider(name: string): Provider {
  const found = providers.find(({ id, cliName }) => id === name || cliName === name)
  if (found !== undefined) return found
  const known = providers.map(({ id }) => id).join(', ')
  throw new AppError('UNKNOWN_PROVIDER', `There is no provider ${JSON.stringify(name)}; there are: ${known}`)
}
