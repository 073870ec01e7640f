import { expect } from 'vitest'
import type { Sandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import { connectInBrowser } from './connect-in-browser.ts'
import type { IntegrationServer } from './integration-server.ts'

/** Where the sandbox plays each provider. */
export const playedAs = {
  'crm-a': 'crmA',
  'crm-b': 'crmB',
  'chat-app': 'chatApp',
  'calls-a': 'callsA',
  'calls-b': 'callsB',
  'calendar-a': 'calendarA',
  'mail-a': 'mailA',
  'analytics-a': 'analyticsA',
  'billing-a': 'billingA',
  'auth-analytics-a': 'authAnalyticsA',
  'auth-analytics-b': 'authAnalyticsB',
  'support-a': 'supportA',
} as const satisfies Record<string, keyof Sandbox>

export type ConnectedId = keyof typeof playedAs

export const connectedIds = Object.keys(playedAs) as ConnectedId[]

/** What `config` of connect holds; null: it is connected in a browser. */
export function configOf(sandbox: Sandbox, id: ConnectedId): Record<string, string> | null {
  switch (id) {
    case 'billing-a':
      return { apiKey: sandbox.billingA.apiKey }
    case 'support-a':
      return { apiToken: sandbox.supportA.apiToken }
    case 'calls-a':
      return { apiKey: sandbox.callsA.apiKey }
    case 'calls-b':
      return { apiKey: sandbox.callsB.apiKey }
    case 'analytics-a':
      return { apiKey: sandbox.analyticsA.apiKey, region: 'us', projectId: sandbox.analyticsA.projectId }
    case 'auth-analytics-a':
      return {
        projectUrl: 'https://abcd.supabase.co',
        serviceRoleKey: sandbox.authAnalyticsA.serviceRoleKey,
      }
    case 'auth-analytics-b':
      return { secretKey: sandbox.authAnalyticsB.secretKey }
    default:
      return null
  }
}

/** Connects one provider, whichever way it is connected. */
export async function connectOne(test: IntegrationServer, id: ConnectedId, force = false): Promise<void> {
  const config = configOf(test.sandbox, id)
  if (config === null) {
    expect((await connectInBrowser(test, id, { force })).status).toBe(200)
    return
  }
  const { status, body } = await test.ask('POST', '/api/integrations/connect', {
    provider: id,
    config,
    force,
  })
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
}

/** Connects the twelve, and waits until each has synced. */
export async function connectAll(test: IntegrationServer): Promise<void> {
  for (const id of connectedIds) await connectOne(test, id)
  await Promise.all(connectedIds.map((id) => test.synced(id)))
}
