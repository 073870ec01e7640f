// A service is connected, breaks, is mended and ended, against services that are played here.
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect } from 'vitest'
import { type Sandbox, startSandbox } from '../../../examples/provider-sandbox/src/sandbox.ts'
import { readConfig } from '../../server/src/app/config.ts'
import { type Console, browserPath, expectSound, it, startConsole } from './support/console.ts'
import { press, reach } from './support/keys.ts'

let rig: Console
let sandbox: Sandbox
it.beforeAll(async ({ browser }) => {
  sandbox = await startSandbox({ companies: 12 })
  const key = randomBytes(32)
  const { providers } = readConfig(sandbox.environment)
  rig = await startConsole(browser, { providers, secretKeys: async () => [key] })
})
afterAll(async () => {
  await rig?.close()
  await sandbox?.close()
})

describe.skipIf(!browserPath)('a service', () => {
  it('is connected by a key, breaks, says what to do, is mended without the mouse, and goes with its data', async () => {
    const opened = await rig.open('/connect')
    const { page } = opened
    await page.getByRole('link', { name: 'Stripe' }).click()
    await page.getByText('Invoices: read').waitFor()
    await page.getByLabel(/^API Key/).fill('rk_test_wrong')
    await page.keyboard.press('Enter')
    await page.getByText(/answered 401/).waitFor()
    await page.getByLabel(/^API Key/).fill('rk_test_sandbox')
    await page.keyboard.press('Enter')
    await page.getByText('Current').first().waitFor()
    await page.getByRole('region', { name: 'Syncs' }).getByText('Success').waitFor()
    await expectSound(opened)

    sandbox.billingA.fault = () => ({ status: 401, body: { error: { message: 'Expired API Key' } } })
    await press(page, 'Sync now')
    await page.getByRole('alert').getByText('Connect it again, with credentials that are valid.').waitFor()
    await expectSound(opened)
    sandbox.billingA.fault = () => null
    await reach(page, page.locator('summary', { hasText: 'Connect again with other credentials' }))
    await page.keyboard.press('Enter')
    await reach(page, page.getByLabel(/^API Key/))
    await page.keyboard.type('rk_test_sandbox')
    await page.keyboard.press('Enter')
    await page.getByText('Current').first().waitFor()

    await page.getByLabel('Remove what it brought, from the log and every answer').check()
    await page.getByLabel('Type Stripe to remove its data').fill('Stripe')
    await page.getByRole('button', { name: 'Disconnect Stripe and remove its data' }).click()
    await page.getByRole('button', { name: 'Connect Stripe', exact: true }).waitFor()
    await expect
      .poll(
        async () => (await rig.client.integrations.listSyncs({ provider: 'billing-a' })).items[0]?.removed,
      )
      .toBeGreaterThan(0)
    expect((await opened.wrongs()).filter((wrong) => !/ 40[01] /.test(wrong))).toEqual([])
  })

  it('is connected by a page of its own', async () => {
    const { page, context, wrongs } = await rig.open('/connect/chat-app')
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Allow it at Slack' }).click(),
    ])
    await other.getByRole('button', { name: 'Go on' }).click()
    await other.getByRole('button', { name: /allow/i }).click()
    // Who is through there comes back: a page that nobody sees asks nothing.
    await page.bringToFront()
    await page.getByText('Current').first().waitFor()
    expect(await wrongs()).toEqual([])
  })
})
