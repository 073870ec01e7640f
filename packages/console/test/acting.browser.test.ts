import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect } from 'vitest'
import { type Console, browserPath, expectSound, it, startConsole } from './support/console.ts'

let rig: Console
let receiver: Server
/** What the receiver answers, and what it was sent. */
let status = 200
const received: string[] = []

it.beforeAll(async ({ browser }) => {
  const secretKey = randomBytes(32)
  // The receiver stands on this machine.
  rig = await startConsole(browser, { allowPrivateAddresses: true, secretKeys: async () => [secretKey] })
  receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await rig?.close()
  receiver?.close()
})

/** Something that happens now at a customer. */
async function happen(eventName: string, userId: string): Promise<void> {
  const event = { type: 'custom' as const, eventName, url: 'server://test', path: '/' }
  await rig.client.events.import({
    batches: [
      {
        source: 'integration',
        userIdentity: { userId },
        events: [{ ...event, timestamp: Date.now() + 1 }],
      },
    ],
  })
}

const countFailed = async () =>
  (await rig.client.destinations.listDeliveries({ status: 'FAILED' })).items.length

/** A message about a customer that the receiver refuses; it takes those that come after. */
async function failOnce(userId: string): Promise<void> {
  status = 410
  await happen('Export failed', userId)
  await expect.poll(countFailed).toBe(1)
  status = 200
  received.length = 0
}

describe.skipIf(!browserPath)('what is done by itself', () => {
  it('is made of a destination, an agent and a signal, and seen to act, step by step', async () => {
    const { port } = receiver.address() as AddressInfo
    const opened = await rig.open('/destinations')
    const { page } = opened
    await page.getByText('No destinations yet').waitFor()
    await page.getByRole('button', { name: 'New destination' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Support <b>channel</b>')
    await page.getByLabel('Address').fill('nowhere')
    await page.getByRole('button', { name: 'Make destination' }).click()
    await page.getByText('must be an http or https address').first().waitFor()
    expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
    await page.getByLabel('The default').check()
    await page.getByRole('button', { name: 'Make destination' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Send a test message' }).click()
    await page.getByRole('link', { name: 'See whether it arrives' }).click()
    await page.getByRole('row', { name: /A message to try.*Delivered/ }).waitFor()
    expect(received).toHaveLength(1)

    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('button', { name: 'Make Churn risk' }).click()
    await page.getByRole('button', { name: 'Run it now' }).click()
    await page.getByRole('complementary', { name: 'A run' }).getByText('What it wrote').waitFor()
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await expectSound(opened)

    const { signal } = await rig.client.signals.create({
      kind: 'EVENT_MATCH',
      name: 'Exports that fail',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Export failed'] },
    })
    await page.goto(`${rig.url}/signals/${signal.id}`)
    await page.getByRole('link', { name: 'Act on it: new automation' }).click()
    await page.getByLabel('Name', { exact: true }).fill('When an export fails')
    await page.getByLabel('The agent that writes').selectOption({ label: 'Churn risk' })
    await page.getByRole('region', { name: 'Tried on history' }).getByText('Runs', { exact: true }).waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Save automation' }).click()
    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByText('No runs yet').waitFor()
    await happen('Export failed', 'customer-0-0')
    await page.getByRole('row', { name: /Delivered.*Alder Energy.*Export failed/ }).click()
    const run = page.getByRole('complementary', { name: 'A run' })
    await run.getByText('To Support <b>channel</b>').waitFor()
    await run.getByRole('link', { name: 'Alder Energy' }).waitFor()
    await expectSound(opened)
    await happen('Export failed', 'customer-0-0')
    await page.getByRole('link', { name: 'Skipped', exact: true }).click()
    const [{ id } = { id: '' }] = (await rig.client.automations.list()).automations
    await expect.poll(async () => (await rig.client.automations.listSkipped(id, {})).items.length).toBe(1)
    await page.reload()
    await page.getByRole('row', { name: /Cooldown.*Alder Energy/ }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('option', { name: 'Customer' }).click()
    await page.getByRole('textbox', { name: 'Customer' }).fill('Brack Foods')
    await page.keyboard.press('Enter')
    await page.getByText('No skipped match').waitFor()
    await expectSound(opened)

    // Why did this person not get that message? From their page: what was held back, and by what.
    const { user: person } = await rig.client.tools.getUser({ user: 'customer-0-0' })
    await page.goto(`${rig.url}/people/${person.id}?tab=messages`)
    await page
      .getByRole('row', { name: /Held back: Cooldown.*within the cooldown.*When an export fails/ })
      .waitFor()
    await page.getByRole('row', { name: /Delivered.*by this person.*When an export fails/ }).waitFor()
    await expectSound(opened)
    await page.goto(`${rig.url}/customers/${person.customerId}?tab=timeline`)
    await page.getByRole('listitem').filter({ hasText: 'Step by step' }).getByText('Delivered').waitFor()
    await expectSound(opened)
  })

  it('a delivery that failed is found by its filter and sent again, by keyboard alone', async () => {
    await failOnce('customer-3-0')
    const opened = await rig.open('/')
    const { page } = opened
    const done = page.getByRole('region', { name: 'Done in 24 hours' })
    await done.getByText('answered 410').waitFor()
    await expectSound(opened)
    await done.getByRole('link', { name: '1 Failed' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Alder Health.*Failed.*answered 410/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const peek = page.getByRole('complementary', { name: 'A delivery' })
    const attempts = peek.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
    await attempts.filter({ hasText: /Failed.* ms.*answered 410.*HTTP_410/s }).waitFor()
    await peek.getByRole('button', { name: /Switch it on and send again/ }).waitFor()
    await expectSound(opened)
    await page.keyboard.press('r')
    await expect.poll(countFailed).toBe(0)
    await page.goto(`${rig.url}/destinations?tab=deliveries`)
    await page.getByRole('row', { name: /Alder Health.*Delivered/ }).waitFor()
    expect(received).toHaveLength(1)
  })

  it('a delivery that failed is sent again by mouse', async () => {
    await failOnce('customer-6-0')
    const { page, wrongs } = await rig.open('/')
    await page.getByRole('link', { name: '1 Failed' }).click()
    await page.getByRole('row', { name: /Failed.*answered 410/ }).click()
    const peek = page.getByRole('complementary', { name: 'A delivery' })
    await peek.getByRole('button', { name: /Switch it on and send again/ }).click()
    await page.getByText('No deliveries match').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('row', { name: /Brack Foods.*Delivered/ }).waitFor()
    expect(received).toHaveLength(1)
    expect(await wrongs()).toEqual([])
  })

  it('is seen by a viewer, who may try a signal and change nothing', async () => {
    const { link } = await rig.client.workspaceUsers.invite({
      email: 'vera@ourselves.example',
      role: 'viewer',
    })
    const opened = await rig.open(link.url.replace(new URL(link.url).origin, ''), {
      storageState: { cookies: [], origins: [] },
    })
    const { page } = opened
    await page.getByLabel('Your name').fill('Vera Tolk')
    await page.getByLabel('Password').fill('a password of a viewer')
    await page.keyboard.press('Enter')
    await page.getByText('Vera Tolk').waitFor()
    await page.getByRole('link', { name: 'Signals' }).click()
    await page.getByRole('link', { name: 'Exports that fail' }).click()
    await page.getByText('an editor can, by the link').waitFor()
    await page.getByRole('region', { name: 'Tried on history' }).getByText('At customers').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Destinations' }).click()
    await page.getByRole('link', { name: 'Support <b>channel</b>', exact: true }).click()
    await page.getByText('An editor can change them').waitFor()
    for (const name of ['Send a test message', 'Switch off', 'Archive destination'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('link', { name: 'Churn risk' }).click()
    expect(await page.getByRole('button', { name: 'Run it now' }).isDisabled()).toBe(true)
  })
})
