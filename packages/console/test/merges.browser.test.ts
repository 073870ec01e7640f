import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, chromiumPath, expectSound, startConsole } from './support/console.ts'

let rig: Console
beforeAll(async () => {
  if (chromiumPath) rig = await startConsole()
})
afterAll(() => rig?.close())

describe.skipIf(!chromiumPath)('two customers that may be one', () => {
  it('are merged and parted again by keyboard', async () => {
    await rig.client.records.import({
      records: [
        { kind: 'customer', customerId: 'acct_1', name: 'Acme, Inc.' },
        { kind: 'user', email: 'jane@acme.com', userId: 'u-1', customer: { customerId: 'acct_1' } },
        { kind: 'customer', customerId: 'crm_9', name: 'ACME', domain: 'acme.com' },
        { kind: 'user', email: 'joe@acme.com', userId: 'u-2', customer: { customerId: 'crm_9' } },
      ],
    })
    const countAcme = async () => (await rig.client.tools.listCustomers({ search: 'acme' })).items.length
    const opened = await rig.open('/merges')
    const { page, context } = opened
    await page.getByRole('heading', { name: 'Evidence' }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('a')
    await page.getByText('Nothing to decide').waitFor()
    await expect.poll(countAcme).toBe(1)
    await page.goto(`${rig.url}/merges?status=merged`)
    await page.getByRole('button', { name: /Undo the merge/ }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('u')
    await expect.poll(countAcme).toBe(2)
    await context.close()
  })
})
