import { afterAll, describe, expect } from 'vitest'
import {
  type Console,
  browserPath,
  expectSound,
  it,
  ownersPassword,
  startConsole,
} from './support/console.ts'

let rig: Console
it.beforeAll(async ({ browser }) => {
  rig = await startConsole(browser)
})
afterAll(() => rig?.close())

const nobody = { storageState: { cookies: [], origins: [] } }

describe.skipIf(!browserPath)('signing in', () => {
  it('is asked of nobody known, says that a password is wrong, and leads to the page that was asked for', async () => {
    const opened = await rig.open('/customers?search=alder', nobody)
    const { page } = opened
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectSound(opened)
    await page.getByLabel('E-mail address').fill('una@ourselves.example')
    await page.getByLabel('Password').fill('this is not the password')
    await page.keyboard.press('Enter')
    await page.getByText('The address or the password is wrong.').waitFor()
    await page.getByLabel('Password').fill(ownersPassword)
    await page.keyboard.press('Enter')
    await page.getByText('5 customers').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('by a link of an invitation sets the password and shows what the role may', async () => {
    const { link } = await rig.client.workspaceUsers.invite({
      email: 'vera@ourselves.example',
      role: 'viewer',
    })
    const opened = await rig.open(link.url.replace(new URL(link.url).origin, ''), nobody)
    const { page } = opened
    await expectSound(opened)
    await page.getByLabel('Your name').fill('Vera Tolk')
    await page.getByLabel('Password').fill('a password of a viewer')
    await page.keyboard.press('Enter')
    await page.getByText('Vera Tolk').waitFor()
    const { items } = await rig.client.tools.listUsers({ search: 'person0@alder-foods' })
    await page.goto(`${rig.url}/people/${items[0]!.id}?tab=privacy`)
    await page.getByText('Your role doesn’t include erasing people.').waitFor()
    expect(await page.getByRole('button', { name: 'Erase this person' }).isDisabled()).toBe(true)
  })

  it('is asked over the page when the session ends, which stays', async () => {
    const { page, context } = await rig.open('/customers?search=alder', nobody)
    await page.getByLabel('E-mail address').fill('una@ourselves.example')
    await page.getByLabel('Password').fill(ownersPassword)
    await page.keyboard.press('Enter')
    await page.getByText('5 customers').waitFor()
    await context.clearCookies()
    await page.getByRole('button', { name: 'A month' }).click()
    await page.getByRole('heading', { name: 'Your session is over' }).waitFor()
    expect(page.url()).toContain('search=alder')
    await page.getByLabel('E-mail address').fill('una@ourselves.example')
    await page.getByLabel('Password').fill(ownersPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your session is over' }).waitFor({ state: 'hidden' })
    await page.getByText('5 customers').waitFor()
  })
})

describe.skipIf(!browserPath)('live', () => {
  it('shows what arrives at once, what is rejected with its reason, and explains each', async () => {
    const opened = await rig.open('/live')
    const { page } = opened
    await page.getByRole('grid', { name: 'Events' }).waitFor()
    await expect
      .poll(() =>
        rig.send('Project <b>created</b>').then(() => page.getByText('Project <b>created</b>').count()),
      )
      .toBeGreaterThan(0)
    await rig.send('Far away', { type: 'nonsense' })
    await page
      .getByRole('row', { name: /Rejected/ })
      .first()
      .waitFor()
    await expectSound(opened)
    await page
      .getByRole('row', { name: /Accepted.*Project/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Accepted', { exact: true }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('Escape')
    await page
      .getByRole('row', { name: /Rejected/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Rejected').first().waitFor()
    await page.keyboard.press('Escape')
    // Opening a row has held the list.
    await page.getByRole('button', { name: 'Go on' }).click()
    await rig.send('Unheard', { origin: 'https://elsewhere.example' })
    await page.getByRole('row', { name: /Rejected.*A request.*elsewhere/ }).click()
    const refused = page.getByRole('dialog', { name: 'A refused request' })
    await refused.getByText('https://elsewhere.example').waitFor()
    await expectSound(opened)
    await refused.getByRole('link', { name: 'Sites that may send' }).click()
    await page.getByLabel('Addresses of sites').waitFor()
    await page.goto(rig.url)
    await page.getByRole('button', { name: /rejected.*A request/ }).click()
    await refused.getByText('https://elsewhere.example').waitFor()
  })
})
