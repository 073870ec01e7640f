// What people come for, by keyboard alone: each control is reached by Tab, or by a key of the page's. By mouse the same
// stands in the files of its pages; merges, signals and deliveries are done by keyboard there, too.
import type { Page } from 'playwright-core'
import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, fileOf, it, startConsole } from './support/console.ts'
import { press, reach } from './support/keys.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
})
afterAll(() => rig?.close())

/** Takes an option of the list that is open, by the first letters of its name. */
async function choose(page: Page, name: string, typed = name): Promise<void> {
  await page.getByRole('option', { name }).waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

describe.skipIf(!browserPath)('by keyboard alone', () => {
  it('the first event turns the welcome page green, and one that is rejected is found with its reason', async () => {
    const { page, wrongs } = await rig.open('/welcome')
    await page.getByText('Waiting for the first event').waitFor()
    // A stream that isn't open yet misses nothing: it begins before the page asks.
    await rig.send('First <i>of all</i>')
    await page.getByText('The first event is here: First <i>of all</i> on /').waitFor()
    await rig.send('Far away', { type: 'nonsense' })
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('row', { name: /Rejected/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Rejected').first().waitFor()
    await page.getByRole('dialog').getByText(/type/).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await wrongs()).toEqual([])
  })

  it('a paying customer that went quiet is found, with who owns it', async () => {
    const { page, wrongs } = await rig.open('/')
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText('58 customers').waitFor()
    await page.keyboard.press('f')
    await choose(page, 'Billing')
    await choose(page, 'Paying')
    await page.getByText('52 customers').waitFor()
    await page.keyboard.press('f')
    await choose(page, 'Quiet for', 'Quiet')
    await choose(page, '30 days', '30')
    await expect.poll(() => page.url()).toMatch(/billing=PAYING&quiet=30d/)
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const peek = page.getByRole('complementary', { name: 'Peek at a customer' })
    await peek.getByText('Owner').waitFor()
    expect(await wrongs()).toEqual([])
  })

  it('a question in SQL becomes a chart on a dashboard, and a file', async () => {
    const { page, wrongs } = await rig.open('/')
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await reach(page, page.getByRole('textbox', { name: 'SQL' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(
      'select local_day(occurred_at) as day, count(*) as talks from sources group by 1',
    )
    // What completes a name is closed, the editor is not.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^20 rows in/).waitFor()
    await press(page, 'Chart')
    await page.getByRole('figure', { name: 'Answer' }).waitFor()
    await page.keyboard.press('s')
    await page.keyboard.type('Talks by day')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Talks by day' }).waitFor()
    await reach(page, page.getByLabel('Add to a dashboard'))
    await page.keyboard.type('A new')
    const tile = page.getByRole('region', { name: 'Talks by day' })
    await tile.getByRole('figure', { name: 'Answer' }).waitFor()
    await press(page, 'Open Talks by day', 'link')
    await page.getByText(/^20 rows in/).waitFor()
    const file = await fileOf(page, () => press(page, 'CSV'))
    expect(file.split('\r\n')).toHaveLength(22)
    expect(file).toMatch(/^\uFEFFday,talks\r\n\d{4}-\d\d-\d\d,\d+\r\n/)
    expect(await wrongs()).toEqual([])
  })

  it('why two keys are one person is told, and undone', async () => {
    await rig.client.records.import({
      records: [{ kind: 'user', email: 'kim@alder-foods.example', userId: 'kim-7', name: 'Kim' }],
    })
    const { items } = await rig.client.tools.listUsers({ search: 'kim@alder-foods' })
    const { page, wrongs } = await rig.open(`/people/${items[0]!.id}`)
    await press(page, 'Devices and keys', 'link')
    await page.getByRole('row', { name: /kim@alder-foods.example.*kim-7.*Applied/ }).waitFor()
    await press(page, 'Separate')
    await press(page, 'Separate')
    await page.getByRole('button', { name: 'Make one' }).waitFor()
    await press(page, 'Make one')
    await page.getByRole('button', { name: 'Separate' }).waitFor()
    expect(await wrongs()).toEqual([])
  })

  it('a viewer is invited, and a person erased, whose receipt stays', async () => {
    const { page, wrongs, goOn } = await rig.open('/settings')
    await reach(page, page.getByLabel('E-mail address'))
    await page.keyboard.type('vito@ourselves.example')
    await page.keyboard.press('Enter')
    await page.getByText(/\/accept#token=/).waitFor()
    const role = page.getByRole('combobox', { name: 'Role of vito@ourselves.example' })
    expect(await role.inputValue()).toBe('viewer')
    const { items } = await rig.client.tools.listUsers({ search: 'person1@brack-foods' })
    await goOn(`/people/${items[0]!.id}`)
    await press(page, 'Export and erase', 'link')
    await reach(page, page.getByLabel(/to confirm/))
    await page.keyboard.type('person1@brack-foods.example')
    await press(page, 'Erase this person')
    await page.getByRole('heading', { level: 1, name: 'Receipt of an erasure' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    expect(await wrongs()).toEqual([])
  })
})
