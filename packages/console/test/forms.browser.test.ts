// Whatever the API accepts is shown by its form, and saving one change changes nothing else.
import { randomBytes } from 'node:crypto'
import { CustomerIntelError } from '@customer-intel/node-sdk'
import {
  AudienceFilterSchema,
  AutomationScheduleSchema,
  CreateAgentBodySchema,
  DashboardBodySchema,
  DeliveryPolicySchema,
  ProcessorPolicySchema,
  QuestionBodySchema,
  SignalBodySchema,
  UpdateRetentionSettingsBodySchema,
  ViewBodySchema,
} from '@customer-intel/contract'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { validInput } from '../../server/test/support/valid-input.ts'
import { parseSearch, stringifySearch } from '../src/app/search-text.ts'
import * as customerWords from '../src/pages/customers/customer-words.ts'
import { readCustomersSearch } from '../src/pages/customers/customers-search.ts'
import { type Console, type ConsolePage, browserPath, it, startConsole } from './support/console.ts'

let rig: Console
let opened: ConsolePage
it.beforeAll(async ({ browser }) => {
  const key = randomBytes(32)
  rig = await startConsole(browser, { allowPrivateAddresses: true, secretKeys: async () => [key] })
  if (browserPath) opened = await rig.open('/')
})
afterAll(() => rig?.close())

const numRuns = 5
let count = 0
/** Objects of a schema, under a name by which they are found. */
const named = (schema: Parameters<typeof validInput>[0]) =>
  (validInput(schema) as fc.Arbitrary<object>).map((body) => ({ ...body, name: `Generated ${(count += 1)}` }))

/** What is made; what the server refuses after all is none of these. */
async function made<Made>(make: () => PromiseLike<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    fc.pre(!(error instanceof CustomerIntelError && error.status !== null && error.status < 500))
    throw error
  }
}

/** Changes the name of what a page shows, and saves it. */
async function rename(path: string, from: string, to: string): Promise<void> {
  const { page } = opened
  await opened.goOn(path)
  await page.getByRole('heading', { level: 1, name: from }).waitFor()
  const name = page.getByLabel('Name', { exact: true })
  expect(await name.inputValue()).toBe(from)
  const saved = page.getByRole('button', { name: 'Saved', exact: true })
  expect(await saved.isDisabled()).toBe(true)
  await name.fill(to)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: to }).waitFor()
  await saved.waitFor()
  expect(await opened.wrongs()).toEqual([])
}

/** Without what a change changes. */
function rest(thing: object): object {
  const {
    name: _,
    displayName: __,
    updatedAt: ___,
    configHash: ____,
    ...others
  } = thing as Record<string, unknown>
  return others
}

const check = <Body>(bodies: fc.Arbitrary<Body>, property: (body: Body) => Promise<void>) =>
  fc.assert(fc.asyncProperty(bodies, property), { numRuns, endOnFailure: true })

describe.skipIf(!browserPath)('whatever is saved over the API', () => {
  it('signals', async () => {
    await check(named(SignalBodySchema), async (body) => {
      const { signal } = await made(() => rig.client.signals.create(body as never))
      await rename(`/signals/${signal.id}`, signal.name, `Renamed ${signal.name}`)
      expect(rest((await rig.client.signals.get(signal.id)).signal)).toEqual(rest(signal))
      await rig.client.signals.archive(signal.id)
    })
  })

  it('agents and automations', async () => {
    const { signal } = await rig.client.signals.create({
      kind: 'EVENT_MATCH',
      name: 'Trial',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Trial started'] },
    })
    const { agent: writer } = await rig.client.agents.create({ type: 'template', templateKey: 'churn' })
    const { destination } = await rig.client.destinations.create({
      type: 'WEBHOOK_ENDPOINT',
      label: 'Hook',
      url: 'http://127.0.0.1:1/',
      isDefault: true,
    })
    const automations = fc.record(
      {
        trigger: fc.oneof(
          (validInput(AutomationScheduleSchema) as fc.Arbitrary<object>).map((schedule) => ({
            triggerType: 'SCHEDULE',
            schedule,
          })),
          fc.constant({ triggerType: 'SIGNAL_OCCURRENCE', signalIds: [signal.id] }),
        ),
        audienceFilter: validInput(AudienceFilterSchema),
        processorPolicy: validInput(ProcessorPolicySchema),
        deliveryPolicy: validInput(DeliveryPolicySchema),
        destinationIds: fc.constantFrom([], [destination.id]),
        description: fc.constantFrom(null, 'Why\nand how <b>'),
        enabled: fc.boolean(),
      },
      { requiredKeys: ['trigger'] },
    )
    await check(automations, async ({ trigger, ...body }) => {
      const sent = { ...body, ...trigger, agentId: writer.id, name: `Generated ${(count += 1)}` }
      const { automation } = await made(() => rig.client.automations.create(sent as never))
      await rename(`/automations/${automation.id}`, automation.name, `Renamed ${automation.name}`)
      expect(rest((await rig.client.automations.get(automation.id)).automation)).toEqual(rest(automation))
      await rig.client.automations.archive(automation.id)
    })
    await check(validInput(CreateAgentBodySchema), async (body) => {
      const displayName = `Generated ${(count += 1)}`
      const custom = (body as { type: string }).type === 'custom' ? { displayName } : {}
      const { id } = (await made(() => rig.client.agents.create({ ...(body as object), ...custom } as never)))
        .agent
      const { agent } = await rig.client.agents.get(id)
      await rename(`/agents/${id}`, agent.displayName, `Renamed ${displayName}`)
      expect(rest((await rig.client.agents.get(id)).agent)).toEqual(rest(agent))
    })
    const before = (await rig.client.destinations.get(destination.id)).destination
    await rename(`/destinations/${destination.id}`, 'Hook', 'Hook, renamed')
    expect(rest((await rig.client.destinations.get(destination.id)).destination)).toEqual(rest(before))
  })

  it('views of a list, and what a list is saved as', async () => {
    const { page, wrongs } = opened
    const words = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.constant('a,b&c=%"'),
    )
    const amount = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    const filters = fc.record(
      {
        search: words,
        billing: fc.constantFrom(...customerWords.billingStatuses),
        quiet: fc.constantFrom(...customerWords.activityWindows),
        facts: fc.subarray([...customerWords.factTypes], { minLength: 1 }),
        above: amount,
        below: amount,
        currency: words,
        owner: words,
        owned: fc.constantFrom('yes', 'no'),
        trait: fc.oneof(words, fc.constant('__proto__=1')),
        sort: fc.constantFrom(...customerWords.customerOrders),
        columns: fc.subarray([...customerWords.customerColumns], { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    const free = (validInput(ViewBodySchema) as fc.Arbitrary<{ state: object }>).map(({ state }) => state)
    const mixed = fc.tuple(free, filters).map((both) => Object.assign({}, ...both) as object)
    const open = async (search: string) => {
      await opened.goOn('/people')
      await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
      await opened.goOn(`/customers${search}`)
      await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    }
    await check(fc.oneof(free, filters, mixed), async (state) => {
      const name = `Generated ${(count += 1)}`
      const body = { name, list: 'customers', state } as Parameters<typeof rig.owner.views.create>[0]
      const { view } = await made(() => rig.owner.views.create(body))
      await page.reload()
      await open('')
      await page.getByRole('link', { name, exact: true }).click()
      const here = page.locator('[data-current=true]', { hasText: name })
      await here.waitFor()
      const shown = stringifySearch(readCustomersSearch(view.state))
      expect(parseSearch(new URL(page.url()).search)).toEqual(parseSearch(shown))
      if (shown !== '') {
        await page.getByRole('link', { name: 'All', exact: true }).click()
        await rig.owner.views.archive(view.id)
        await page.reload()
        await open(shown)
        const asShown = readCustomersSearch(parseSearch(shown))
        await page.getByRole('button', { name: 'Save view' }).click()
        await page.getByLabel('Name', { exact: true }).fill(`Again ${name}`)
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: `Again ${name}` }).waitFor()
        const [saved] = (await rig.owner.views.list()).views
        expect(saved).toMatchObject({ name: `Again ${name}`, list: 'customers', visibility: 'private' })
        expect(readCustomersSearch(saved!.state)).toEqual(asShown)
        expect(saved!.state).toEqual(JSON.parse(JSON.stringify(asShown)))
      }
      await page.getByRole('button', { name: 'Archive this view' }).click()
      await expect.poll(async () => (await rig.owner.views.list()).views).toEqual([])
      expect(await wrongs()).toEqual([])
    })
  })

  it('questions, and dashboards on which one is put and from which it is taken', async () => {
    const { page, wrongs } = opened
    const { question: put } = await rig.owner.questions.create({ name: 'Put on', sql: 'select 1 as one' })
    await check(named(QuestionBodySchema), async (body) => {
      const { question } = await made(() => rig.owner.questions.create(body as never))
      await opened.goOn(`/ask/${question.id}`)
      await page.getByRole('heading', { level: 1, name: question.name, exact: true }).waitFor()
      await page.getByLabel('SQL').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const name = page.getByLabel('Name', { exact: true })
      expect(await name.inputValue()).toBe(question.name)
      await name.fill(`Renamed ${question.name}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: `Renamed ${question.name}` }).waitFor()
      expect(rest((await rig.owner.questions.get(question.id)).question)).toEqual(rest(question))
      expect(await wrongs()).toEqual([])
    })
    const asked = fc.oneof(fc.constant(put.id), fc.constant('gone'), fc.jsonValue())
    const dashboards = named(DashboardBodySchema).chain((body) =>
      fc.array(fc.record({ question: asked }), { maxLength: 2 }).map((tiles) => {
        const { tiles: free } = body as unknown as { tiles: object[] }
        return { ...body, tiles: [...free, ...tiles] }
      }),
    )
    await check(dashboards, async (body) => {
      const { dashboard } = await made(() => rig.owner.dashboards.create(body as never))
      const { id, name, tiles, configHash } = dashboard
      const now = async () => (await rig.owner.dashboards.get(id)).dashboard
      await opened.goOn(`/ask/${put.id}`)
      await page.getByRole('heading', { level: 1, name: 'Put on' }).waitFor()
      await page.reload()
      await page.getByLabel('Add to a dashboard').selectOption({ label: name })
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await expect.poll(() => page.locator('[data-half]').count()).toBe(tiles.length + 1)
      await page.getByRole('region', { name: 'Put on' }).last().getByText('one').waitFor()
      expect(await now()).toMatchObject({ tiles: [...tiles, { question: put.id }] })
      await page.getByRole('button', { name: 'Take off: Put on' }).last().click()
      await expect.poll(async () => (await now()).configHash).toBe(configHash)
      expect(rest(await now())).toEqual(rest(dashboard))
      expect(await wrongs()).toEqual([])
    })
  })

  it('how long events are kept', async () => {
    const { page, wrongs } = opened
    const bodies = validInput(UpdateRetentionSettingsBodySchema) as fc.Arbitrary<{ days: number | null }>
    await check(fc.tuple(bodies, bodies), async ([{ days: before }, { days }]) => {
      const { retention } = await rig.owner.settings.getRetention({})
      const based = { headers: { 'if-match': retention.configHash ?? '' } }
      await rig.owner.settings.updateRetention({ days: before }, based)
      await opened.goOn('/settings?tab=workspace')
      await page.reload()
      const field = page.getByLabel(/^Days, empty for ever/)
      await field.waitFor()
      expect(await field.inputValue()).toBe(before === null ? '' : String(before))
      await field.fill(days === null ? '' : String(days))
      const keep = page.getByRole('button', { name: /^Keep them for/ })
      if (days === before) expect(await keep.isDisabled()).toBe(true)
      else {
        await keep.click()
        // What would be deleted is asked about.
        if (await page.getByRole('button', { name: 'Keep it' }).isVisible()) await keep.click()
      }
      await expect.poll(async () => (await rig.owner.settings.getRetention({})).retention.days).toBe(days)
      expect(await wrongs()).toEqual([])
    })
    const { retention } = await rig.owner.settings.getRetention({})
    const based = { headers: { 'if-match': retention.configHash ?? '' } }
    await rig.owner.settings.updateRetention({ days: null }, based)
  })
})
