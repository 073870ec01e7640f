import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, expectSound, it, startConsole } from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
})
afterAll(() => rig?.close())

describe.skipIf(!browserPath)('by keyboard alone', () => {
  it('a row is reached, peeked at and opened, and going back finds it again', async () => {
    const opened = await rig.open('/customers?sort=name&direction=asc&search=alder')
    const { page } = opened
    await page.getByText('5 customers').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: 'Peek at a customer' }).getByText('Alder Freight').waitFor()
    await page.keyboard.press('k')
    await page.getByRole('complementary', { name: 'Peek at a customer' }).getByText('Alder Foods').waitFor()
    await expectSound(opened)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Alder Foods' }).waitFor()
    await expectSound(opened)
    await page.goBack()
    await page.locator('[role=grid]:focus').waitFor()
    const active = await page.locator('[role=grid]').getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${active}"]`).textContent()).resolves.toContain('Alder Foods')
  })

  it('the palette finds a customer by its name, and g leads to a page', async () => {
    const { page, wrongs } = await rig.open('/customers')
    await page.getByText('58 customers').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Page, customer, person or action').fill('quarin health')
    await page.getByRole('menuitem', { name: /Quarin Health.*Customer/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Quarin Health' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await wrongs()).toEqual([])
  })
})

describe.skipIf(!browserPath)('a customer', () => {
  it('has facts with their sentence, which opens marked in its source', async () => {
    const opened = await rig.open('/customers?search=Alder Energy')
    const { page } = opened
    await page.getByRole('row', { name: /Alder Energy/ }).click()
    await page.getByRole('button', { name: 'Why we think so' }).first().click()
    await page.getByRole('button', { name: 'Call' }).first().click()
    await page.locator('mark', { hasText: 'We may leave before the renewal, says Alder Energy.' }).waitFor()
    await expectSound(opened)
  })

  it('shows its timeline, people, revenue, sources and keys', async () => {
    const { items } = await rig.client.tools.listCustomers({ search: 'hostile-1000' })
    const opened = await rig.open(`/customers/${items[0]!.id}`)
    for (const tab of ['timeline', 'people', 'revenue', 'sources', 'keys']) {
      await opened.goOn(`/customers/${items[0]!.id}?tab=${tab}`)
      await opened.page.locator(`[aria-current=page][href$="tab=${tab}"]`).waitFor()
      await opened.page.locator('main').getByText('<img src=x').first().waitFor()
      await expectSound(opened)
    }
  })
})

describe.skipIf(!browserPath)('a person', () => {
  it('is erased once their address is typed, and the receipt stays', async () => {
    const { items } = await rig.client.tools.listUsers({ search: 'person1@brack-foods' })
    const opened = await rig.open(`/people/${items[0]!.id}?tab=privacy`)
    const { page } = opened
    await page.getByRole('button', { name: 'Export what is known' }).waitFor()
    await expectSound(opened)
    const erase = page.getByRole('button', { name: 'Erase this person' })
    expect(await erase.isDisabled()).toBe(true)
    await page.getByLabel(/to confirm/).fill('person1@brack-foods.example')
    await erase.click()
    await page.getByRole('heading', { level: 1, name: 'Receipt of an erasure' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    await expectSound(opened)
    expect((await rig.client.tools.listUsers({ search: 'person1@brack-foods' })).items).toEqual([])
  })
})
