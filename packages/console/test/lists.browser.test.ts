import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, expectSound, fileOf, it, startConsole } from './support/console.ts'

let console_: Console
it.beforeAll(async ({ browser }) => {
  console_ = await startConsole(browser)
})
afterAll(() => console_?.close())

describe.skipIf(!browserPath)('the list of customers', () => {
  it('is sound, with hostile names as text', async () => {
    const opened = await console_.open('/customers?search=hostile')
    await opened.page.getByText('<img src=x onerror').waitFor()
    await opened.page.getByText('⟨202E⟩').waitFor()
    await expectSound(opened)
  })

  it('is filtered, sorted and read anew as its address says', async () => {
    const { page } = await console_.open('/customers')
    await page.getByText('58 customers').waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('option', { name: 'Billing' }).click()
    await page.getByRole('option', { name: 'Past due' }).click()
    await page.getByText('6 customers').waitFor()
    await page.getByRole('button', { name: 'A month' }).click()
    await expect.poll(() => page.url()).toMatch(/\?billing=PAST_DUE&sort=mrr_cents&direction=desc$/)
    await page.reload()
    await page.getByText('6 customers').waitFor()
    await expect(page.getByRole('columnheader', { name: 'A month' }).getAttribute('aria-sort')).resolves.toBe(
      'descending',
    )
    await page.getByRole('button', { name: 'Remove the filter Billing: Past due' }).click()
    await page.getByText('58 customers').waitFor()
  })

  it('is kept as a file of what is seen: all its rows, in their order, with the columns that are shown', async () => {
    const { page, wrongs } = await console_.open(
      '/customers?search=alder&sort=name&direction=desc&columns=name,mrr',
    )
    await page.getByText('5 customers').waitFor()
    const file = await fileOf(page, () => page.getByRole('button', { name: 'CSV' }).click())
    const lines = file.split('\r\n')
    expect(lines[0]).toBe('\uFEFFid,name,mrr,currency,mrr_calculation_status')
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(1).join(','))).toEqual([
      'Alder Textiles,103,EUR,calculated',
      'Alder Health,102,EUR,calculated',
      'Alder Freight,101,EUR,calculated',
      'Alder Foods,100,EUR,calculated',
      'Alder Energy,99,USD,calculated',
    ])
    expect(await wrongs()).toEqual([])
  })

  it('says when a filter is too narrow, and clears it', async () => {
    const { page } = await console_.open('/customers?search=nobody-has-this-name')
    await page.getByText('No customers match').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('58 customers').waitFor()
  })
})
