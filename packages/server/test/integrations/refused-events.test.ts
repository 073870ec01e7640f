import { expect, it } from 'vitest'
import type { NamedEvent } from '../../src/integrations/ingest-events.ts'
import { createRefusedEvents } from '../../src/integrations/refused-events.ts'

const eventOf = (count: number): NamedEvent => ({
  id: `e-${count}`,
  input: {
    kind: 'event',
    event: { type: 'custom', url: 'https://a.b/', path: '/', eventName: `e-${count}` },
  },
})

it('of a connection’s refused events the last ten thousand that came are remembered', () => {
  const refused = createRefusedEvents()
  const events = Array.from({ length: 10_000 }, (_, count) => eventOf(count))
  refused.add(events)
  expect(refused.without(events)).toEqual([])
  // The first one comes again: now the second one is the longest ago.
  expect(refused.without([events[0]!])).toEqual([])
  refused.add([eventOf(10_000)])
  expect(refused.without(events)).toEqual([events[1]])
})
