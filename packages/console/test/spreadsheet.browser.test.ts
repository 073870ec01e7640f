import { afterAll, describe, expect } from 'vitest'
import { browserPath, type Console, expectSound, it, startConsole } from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
})
afterAll(() => rig?.close())

describe.skipIf(!browserPath)('a spreadsheet', () => {
  it('is looked at, its columns are mapped, refused lines are named, and the rest is stored', async () => {
    const opened = await rig.open('/connect/csv')
    const { page } = opened
    const csv = 'Company;Website;ARR\nVela Optik;vela-optik.example;12000\n"=Evil()";not a domain;1\n'
    await page
      .getByLabel(/^A table as CSV/)
      .setInputFiles({ name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('1 of 2 rows would be stored, 1 would be refused.').waitFor()
    await page.getByLabel('Field of ARR').selectOption('traits.ARR')
    await page.getByLabel('Field of Company').selectOption('name')
    await page.getByRole('row', { name: '2 Vela Optik Somebody new' }).waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Import 1 row' }).click()

    await page.getByText('1 of 2 rows are stored, 1 was refused.').waitFor()
    const named = async () => {
      const asked = { search: 'vela-optik', traitFilters: { ARR: 12_000 } }
      return (await rig.client.tools.listCustomers(asked)).items.map(({ name }) => name)
    }
    await expect.poll(named).toEqual(['Vela Optik'])
    expect(await opened.wrongs()).toEqual([])
  })

  it('of any size is read beside the page, stopped, and gone on with, each row stored once', async () => {
    const opened = await rig.open('/connect/csv')
    const { page } = opened
    const rows = Array.from({ length: 6_000 }, (_, at) => `Row ${at},row-${at}.example,plan ${at}\n`)
    rows[4_000] = '"Row 4000",nonsense domain,plan\n'
    const csv = `Name,Domain,"A plan, as\nwritten"\n${rows.join('')}`
    await page
      .getByLabel(/^A table as CSV/)
      .setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('5,999 of 6,000 rows would be stored, 1 would be refused.').waitFor()
    await expectSound(opened)
    // The third thousand is on its way until one has stopped.
    let sent = 0
    let release = () => {}
    const stopped = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/records', async (route) => {
      if (++sent === 3) await stopped
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('button', { name: 'Import 5,999 rows' }).click()
    await page.getByRole('progressbar', { name: 'Imported so far' }).waitFor()
    await page.getByText(/^[1-9][\d,]* of 6,000 rows are stored/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    release()
    await page.getByRole('button', { name: /^Go on after line [\d,]+$/ }).click()
    await page.getByText('5,999 of 6,000 rows are stored, 1 was refused.').waitFor()
    // The cell of the first row with a line break moves all lines by one.
    await page.getByRole('row', { name: /^4,003 / }).waitFor()
    const sql = `select count(*) as n from customers where name like 'Row %'`
    await expect.poll(async () => (await rig.client.tools.query({ sql })).data).toEqual([{ n: 5_999 }])
    expect(await opened.wrongs()).toEqual([])
  })
})
