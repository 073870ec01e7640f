import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsRecord, openProjected, type Projected, storedEvent } from '../support/projected.ts'
import { statedByEvents, gather } from '../../src/projection/micro-batch.ts'

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
})
