// Whatever the API accepts is shown by its form, and saving one change changes nothing else.
import { randomBytes } from 'node:crypto'
import { CustomerIntelError } from '@customer-intel/node-sdk'
import {
  AudienceFilterSchema,
  AutomationScheduleSchema,
  CreateAgentBodySchema,
  DeliveryPolicySchema,
  ProcessorPolicySchema,
  SignalBodySchema,
} from '@customer-intel/contract'
import fc from 'fast-check'
import { afterAll, describe, expect } from 'vitest'
import { validInput } from '../../server/test/support/valid-input.ts'
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
      // Without a policy it has the same as with one that says nothing, and is written otherwise.
      { requiredKeys: ['trigger', 'processorPolicy', 'deliveryPolicy'] },
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
})
