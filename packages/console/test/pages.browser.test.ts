import { afterAll, describe, expect } from 'vitest'
import {
  type Console,
  type ConsolePage,
  browserPath,
  expectSound,
  fileOf,
  it,
  startConsole,
} from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
  const site = 'https://www.harborpine.example'
  const views = ['/', '/pricing', `/<img src=x onerror="window.hurt=1">`].map((path) => ({
    type: 'pageview' as const,
    timestamp: Date.now(),
    url: site + encodeURI(path),
    path,
    referrer: 'https://www.google.com/',
  }))
  const identify = {
    type: 'identify' as const,
    url: site,
    path: '/',
    email: 'ann@alder-foods.example',
    userId: 'ann',
  }
  const visitorId = '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10'
  await rig.client.events.import({
    batches: [{ visitorId, sessionId: '2f0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f11', events: [...views, identify] }],
  })
})
afterAll(() => rig?.close())

const sql = encodeURIComponent(
  `select name, mrr_cents from customers where name like '%script%' or name like '=%'`,
)
/** Each page, and what is on it once it is there. */
const pages = [
  ['/', 'thinks of leaving'],
  ['/merges', 'Nothing to decide'],
  [`/ask?sql=${sql}`, 'window.hurt=1'],
  ['/dashboards', 'Who still uses the product'],
  ['/dashboards/traffic?compare=before', 'google.com'],
  ['/dashboards/product', 'Active people'],
  ['/dashboards/funnel', 'Signed up'],
  ['/dashboards/retention', 'Signed up'],
  ['/dashboards/revenue?currency=USD', 'Expansion'],
  ['/dashboards/pipeline', 'No deal is known'],
  ['/connect', 'Stripe'],
  ['/connect/csv', 'What its rows are'],
  ['/connect/chat-app', 'channels:history'],
  ['/settings', 'una@ourselves.example'],
  ['/settings?tab=keys', 'Default key'],
  ['/settings?tab=tracking', 'data-public-key'],
  ['/settings?tab=workspace', 'Time zone of every page'],
  ['/settings?tab=usage', 'Default key'],
  ['/settings?tab=quarantine', 'Nothing is quarantined'],
  ['/settings?tab=audit', 'by Default key'],
  ['/signals', 'Everybody who was active has gone quiet'],
  ['/signals/new?from=customer-gone-quiet', 'At customers'],
  ['/automations', 'No automations yet'],
  ['/agents', 'No agents yet'],
  ['/destinations?tab=deliveries', 'Nothing was sent yet'],
  ['/welcome', 'Events have arrived before'],
] as const

describe.skipIf(!browserPath)('every page', () => {
  let opened: ConsolePage
  it.beforeAll(async () => {
    opened = await rig.open('/')
  })

  it.each(pages)('%s is sound, light and dark', async (path, text) => {
    await opened.goOn(path)
    await opened.page.locator('main').getByText(text).first().waitFor()
    await expectSound(opened)
  })
})

describe.skipIf(!browserPath)('a question', () => {
  it('is written, run by keyboard, read as a table and kept as a file without formulas', async () => {
    const opened = await rig.open('/ask')
    const { page } = opened
    await page.getByLabel('SQL').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`select name, mrr_cents from customers where name like '=%'`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^1 rows in/).waitFor()
    const file = await fileOf(page, () => page.getByRole('button', { name: 'CSV' }).click())
    const [head, line] = file.split('\r\n')
    expect(head).toBe('\uFEFFname,mrr_cents')
    expect(line).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.example"",""Open""\)",\d+$/)
    await expectSound(opened)
  })

  it('that is wrong says where', async () => {
    const { page } = await rig.open(`/ask?sql=${encodeURIComponent('select nothing_of_this from customers')}`)
    await page
      .getByRole('alert')
      .getByText(/nothing_of_this/)
      .waitFor()
  })
})

describe.skipIf(!browserPath)('what is saved', () => {
  it('a question with a value, by its link, on a dashboard of one’s own', async () => {
    const { dashboard } = await rig.client.dashboards.create({
      name: 'Weekly',
      visibility: 'workspace',
      tiles: [],
    })
    const sql = 'select currency, count(*) as customers from customers where currency = $1 group by 1'
    const opened = await rig.open(`/ask?sql=${encodeURIComponent(sql)}&values=["USD"]`)
    const { page, wrongs } = opened
    await page.getByText(/^1 rows in/).waitFor()
    await page.getByRole('button', { name: 'Save question' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Customers by currency')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Customers by currency' }).waitFor()
    await page.getByText(/^1 rows in/).waitFor()
    await expectSound(opened)
    await page.getByLabel('Add to a dashboard').selectOption('Weekly')
    await expect.poll(() => page.url()).toContain(dashboard.id)
    await page.getByRole('region', { name: 'Customers by currency' }).getByText('USD').waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Take off: Customers by currency' }).click()
    await page.getByText('Nothing on it yet').waitFor()
    expect(await wrongs()).toEqual([])
  })

  it('a view of a list, as a tab', async () => {
    const opened = await rig.open('/customers?billing=PAST_DUE')
    const { page } = opened
    await page.getByText('6 customers').waitFor()
    await page.keyboard.press('s')
    await page.getByLabel('Name', { exact: true }).fill('Late')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Late' }).waitFor()
    await expectSound(opened)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByText('58 customers').waitFor()
    await page.getByRole('link', { name: 'Late' }).click()
    await page.getByText('6 customers').waitFor()
    await page.getByRole('button', { name: 'Archive this view' }).click()
    await page.getByRole('link', { name: 'Late' }).waitFor({ state: 'hidden' })
  })
})

describe.skipIf(!browserPath)('a dashboard', () => {
  it('is of the days in its address, shows a chart as its table, and each number leads to what is behind it', async () => {
    const opened = await rig.open('/dashboards/traffic?from=7d')
    const { page } = opened
    await page.getByRole('figure', { name: 'Visitors by day' }).waitFor()
    await page.keyboard.press('v')
    await expect.poll(() => page.url()).toMatch(/from=7d&show=tables$/)
    await expectSound(opened)
    await page.getByRole('link', { name: '(not over)' }).click()
    const behind = page.getByRole('dialog', { name: /^Visitors by day, / })
    await behind.getByText('3 rows').waitFor()
    await expectSound(opened)
    await behind.getByRole('link', { name: 'ann@alder-foods.example' }).first().waitFor()
    await page.keyboard.press('Escape')
    await behind.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Sessions behind Referrers' }).click()
    await page.getByRole('dialog', { name: 'Referrers' }).getByText('1 row').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'SQL of Referrers' }).click()
    await page.getByText(/^1 rows in/).waitFor()
    expect(await opened.wrongs()).toEqual([])
  })
})

describe.skipIf(!browserPath)('settings', () => {
  it('invite a viewer by a link that is shown once, and make a key that is shown once', async () => {
    const { page, wrongs } = await rig.open('/settings')
    await page.getByLabel('E-mail address').fill('new@ourselves.example')
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByText(/\/accept#token=/).waitFor()
    await page.getByRole('combobox', { name: 'Role of new@ourselves.example' }).waitFor()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByLabel('What it is for').fill('a test')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText(/^ok_/).first().waitFor()
    expect(await wrongs()).toEqual([])
  })
})
