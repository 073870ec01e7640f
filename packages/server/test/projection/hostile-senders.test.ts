import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'
import { statedByEvents, gather } from '../../src/projector/micro-batch.ts'

const noon = Date.UTC(2026, 4, 4, 12)

let models: Projected
beforeEach(async () => {
  models = await openProjected()
})
afterEach(() => models.close())

describe('What anybody can send with a public key', () => {
  test('the traits of a batch are stated once a person, however many events it has', async () => {
    const traits = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`trait${index}`, index]))
    const record = eventsRecord({
      visitorId: '11111111-1111-4111-8111-111111111111',
      userIdentity: { email: 'jane@acme.com', traits },
      events: Array.from({ length: 100 }, (_, index) =>
        storedEvent({ type: 'pageview', timestamp: noon + (index === 50 ? 5_000 : index) }),
      ),
    })
    const stated = statedByEvents(gather([record], null).events)
    expect(stated).toHaveLength(900)
    expect(new Set(stated.map(({ at, eventId }) => `${at} ${eventId}`))).toEqual(
      new Set([`${noon + 5_000} ${record.events[50]!.uuid}`]),
    )
    await models.apply([record])
    expect(await models.rows('select count(*) as n from traits')).toEqual([{ n: 900 }])
  })

  test('made-up trait names end at a thousand a person, the same ones in any order, and servers keep theirs', async () => {
    const statements = Array.from({ length: 15 }, (_, at) =>
      eventsRecord({
        source: at === 7 ? 'server' : 'client',
        visitorId: '11111111-1111-4111-8111-111111111111',
        events: [
          storedEvent({
            type: 'identify',
            timestamp: noon + at,
            email: 'jane@acme.com',
            traits: Object.fromEntries(
              Array.from({ length: 100 }, (_, index) => [
                `${at === 7 ? 'z' : 'n'}${at * 100 + index}`,
                index,
              ]),
            ),
          }),
        ],
      }),
    )
    const names = async (order: typeof statements) => {
      const projected = await openProjected()
      for (const statement of order) await projected.apply([statement])
      const rows = await projected.rows<{ name: string }>('select name from traits order by name')
      await projected.close()
      return rows.map(({ name }) => name)
    }
    const inOrder = await names(statements)
    expect(inOrder).toHaveLength(1_000)
    expect(inOrder.filter((name) => name.startsWith('z'))).toHaveLength(100)
    expect(await names(statements.toReversed())).toEqual(inOrder)
  })
})
