import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Console, chromiumPath, expectSound, startConsole } from './support/console.ts'

let console_: Console
beforeAll(async () => {
  if (chromiumPath) console_ = await startConsole()
})
afterAll(() => console_?.close())

describe.skipIf(!chromiumPath)('the list of customers', () => {
  it.each(['light', 'dark'] as const)(
    'is sound in the %s theme, with hostile names as text',
    async (colorScheme) => {
      const opened = await console_.open('/customers?search=hostile', { colorScheme })
      await opened.page.getByText('<img src=x onerror').waitFor()
      await opened.page.getByText('⟨202E⟩').waitFor()
      await expectSound(opened)
      await opened.context.close()
    },
  )

  it('is filtered, sorted and read anew as its address says', async () => {
    const { page, context } = await console_.open('/customers')
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
    await context.close()
  })

  it('says when a filter is too narrow, and clears it', async () => {
    const { page, context } = await console_.open('/customers?search=nobody-has-this-name')
    await page.getByText('No customers match').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('58 customers').waitFor()
    await context.close()
  })
})
