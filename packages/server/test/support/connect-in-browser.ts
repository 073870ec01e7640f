import { expect } from 'vitest'
import {
  type Browser,
  openBrowser as openBrowserOf,
} from '../../../../examples/provider-sandbox/src/browser.ts'
import type { IntegrationServer } from './integration-server.ts'

/** A person's browser at this server. */
export const openBrowser = ({ server }: Pick<IntegrationServer, 'server'>): Browser =>
  openBrowserOf((request) => server.fetch(request))

/** Connects a provider as a person does who allows everything. Resolves with what the last page says. */
export async function connectInBrowser(
  test: IntegrationServer,
  provider: string,
  options: { force?: boolean; decision?: 'allow' | 'deny' } = {},
): Promise<{ status: number; page: string; sessionId: string }> {
  const { force = false, decision = 'allow' } = options
  const { status, body } = await test.ask('POST', '/api/integrations/connect', { provider, force })
  expect({ status, error: body['error'] }).toEqual({ status: 200, error: undefined })
  const browser = openBrowser(test)
  const back = await browser.decide(await browser.goOn(String(body['connectUrl'])), decision)
  const ended = await browser.open(back)
  return { status: ended.status, page: ended.page, sessionId: String(body['sessionId']) }
}
