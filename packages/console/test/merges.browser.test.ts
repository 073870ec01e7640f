import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, expectSound, it, startConsole } from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
})
afterAll(() => rig?.close())

describe.skipIf(!browserPath)('two customers that may be one', () => {
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
    const { page } = opened
    await page.getByText('The same domain: acme.com').waitFor()
    await page.getByRole('row', { name: /Your id acct_1 crm_9|Your id crm_9 acct_1/ }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('a')
    await page.getByText('Nothing to decide').waitFor()
    await expect.poll(countAcme).toBe(1)
    await page.goto(`${rig.url}/merges?status=merged`)
    await page.getByRole('button', { name: /Undo the merge/ }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('u')
    await expect.poll(countAcme).toBe(2)

    // Nothing has to suggest it: the other one is found by its name, both are shown, made one, and two again.
    const [left] = (await rig.client.tools.listCustomers({ search: 'acme' })).items
    await page.goto(`${rig.url}/customers/${left!.id}?tab=keys`)
    await page.getByText('None so far.').waitFor()
    await page.getByRole('link', { name: 'Make it one with another' }).click()
    await page.getByLabel('Name, domain or id').fill('acme')
    await page.getByRole('list').getByRole('button', { name: /acme/i }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Your id acct_1 crm_9|Your id crm_9 acct_1/ }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('a')
    await page.getByText('They are one customer now.').waitFor()
    expect(await countAcme()).toBe(1)
    await page.getByRole('link', { name: 'Open it' }).click()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'Separate' }).click()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Separate' }).click()
    await page.getByText('None so far.').waitFor()
    expect(await countAcme()).toBe(2)
  })

  it('are decided twenty at a time, without the mouse', async () => {
    const pairs = Array.from({ length: 20 }, (_, at) => `pair-${at}.example`)
    await rig.client.records.import({
      records: pairs.flatMap((domain, at) => [
        { kind: 'customer', customerId: `left_${at}`, name: `Pair ${at}, Inc.` },
        { kind: 'user', email: `jane@${domain}`, userId: `l-${at}`, customer: { customerId: `left_${at}` } },
        { kind: 'customer', customerId: `right_${at}`, name: `PAIR ${at}`, domain },
        { kind: 'user', email: `joe@${domain}`, userId: `r-${at}`, customer: { customerId: `right_${at}` } },
      ]),
    })
    const { page, wrongs } = await rig.open('/merges')
    const open = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem')
    await expect.poll(() => open.count()).toBe(21)
    // Somebody else decides the first in the meantime.
    const [first] = (await rig.client.identity.listMergeSuggestions({ status: 'suggested' })).suggestions
    await rig.client.identity.rejectMergeSuggestion(first!.id, {})
    for (let left = 21; left > 0; left--) {
      await page.getByRole('heading', { name: 'Evidence' }).waitFor()
      const merges = left === 21 || left % 2 === 0
      // The last two by mouse.
      if (left > 2) await page.keyboard.press(merges ? 'a' : 'r')
      else await page.getByRole('button', { name: merges ? 'Merge a' : 'Keep apart r' }).click()
      // It leaves the list at once, before the server answers.
      await expect.poll(() => open.count(), { interval: 5 }).toBe(left - 1)
    }
    await page.getByText('Nothing to decide').waitFor()
    await page.getByRole('heading', { name: /: nothing was decided$/ }).waitFor()
    // Of 21 suggestions, with the one that was undone, every second was a merge.
    const count = async (search: string) =>
      (await rig.client.tools.listCustomers({ search, limit: 100 })).items.length
    await expect.poll(async () => (await count('pair ')) + (await count('acme'))).toBe(32)
    expect(await wrongs()).toEqual([])
  })
})
