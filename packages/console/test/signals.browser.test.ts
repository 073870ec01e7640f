import type { SignalBody } from '@customer-intel/node-sdk'
import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, expectSound, it, startConsole } from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
  await bring('Trial started', [1, 2, 3, 30, 60])
  await bring('<b>Exported</b>', [4])
})
afterAll(() => rig?.close())

/** An event of a customer of its own, so many days ago each. */
async function bring(eventName: string, daysAgo: readonly number[]): Promise<void> {
  await rig.client.events.import({
    batches: daysAgo.map((days, at) => ({
      source: 'integration' as const,
      userIdentity: { userId: `customer-${at}-0` },
      events: [
        {
          type: 'custom' as const,
          eventName,
          url: 'server://history',
          path: '/',
          timestamp: Date.now() - days * 86_400_000,
          properties: { plan: days > 20 ? 'free' : 'pro' },
        },
      ],
    })),
  })
}

describe.skipIf(!browserPath)('a signal', () => {
  it('is tried on history as one types, saved, changed and archived', async () => {
    const opened = await rig.open('/signals')
    const { page } = opened
    await page.getByText('No signals yet').waitFor()
    await page.getByRole('button', { name: 'New signal' }).click()
    await page.getByText('Name an event').waitFor()
    const events = page.getByLabel('Events', { exact: true })
    await events.fill('Trial started')
    await events.press('Enter')
    const found = page.getByRole('region', { name: 'Tried on history' })
    await found.getByText('5', { exact: true }).first().waitFor()
    await found.getByRole('link', { name: 'Alder Energy' }).waitFor()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Property').fill('plan')
    await page.getByLabel('Value (text)').fill('pro')
    await found.getByText('3', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: '30 days', exact: true }).click()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Save signal' }).click()
    await page.getByText('must not be empty').first().waitFor()
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await expectSound(opened)
    await page.getByLabel('Name', { exact: true }).fill('Trials of <i>pro</i>')
    await page.getByRole('button', { name: 'Save signal' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trials of <i>pro</i>' }).waitFor()
    const [saved] = (await rig.client.signals.list()).signals
    expect(saved?.definition).toMatchObject({
      eventNames: ['Trial started'],
      propertyConditions: [{ key: 'plan', operator: 'equals', value: 'pro' }],
    })
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Trials of pro')
    await expect.poll(() => page.url()).toContain('draft=')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trials of pro' }).waitFor()
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor()
    expect(page.url()).not.toContain('draft=')
    const { id, kind, definition } = saved!
    await rig.client.signals.update(id, { kind, name: 'Another’s', definition } as SignalBody)
    await name.fill('Mine')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^Not saved:/).waitFor()
    expect((await rig.client.signals.get(id)).signal.name).toBe('Another’s')
    await page.getByRole('button', { name: 'Undo all changes' }).click()
    await page.getByRole('button', { name: 'Show how it stands now' }).click()
    await page.getByRole('heading', { level: 1, name: 'Another’s' }).waitFor()
    await page.getByRole('button', { name: 'Archive signal' }).click()
    await page.getByRole('button', { name: 'Archive signal' }).click()
    await page.getByText('No signals yet').waitFor()
    expect((await rig.client.signals.list()).signals).toEqual([])
  })

  it('is made of the catalogue by keyboard alone, and its draft is a link', async () => {
    const opened = await rig.open('/')
    const { page } = opened
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { level: 1, name: 'Signals' }).waitFor()
    const entry = page.getByRole('link', { name: /Try on history: No product activity/ })
    await entry.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('For so many days').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('45')
    await page
      .getByText(/at most 30/)
      .first()
      .waitFor()
    expect(await page.getByLabel('For so many days').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.url()).toContain('draft=')
    await page.reload()
    await page
      .getByText(/at most 30/)
      .first()
      .waitFor()
    await page.getByLabel('For so many days').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3')
    await page.getByRole('button', { name: 'Save signal' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    await expectSound(opened)
    const [{ id, definition } = { id: '', definition: {} }] = (await rig.client.signals.list()).signals
    expect(definition).toMatchObject({
      catalogSource: { key: 'customer-gone-quiet' },
      detection: { type: 'event_absence', window: { value: 3, unit: 'day' } },
    })
    await rig.client.signals.archive(id)
  })
})
