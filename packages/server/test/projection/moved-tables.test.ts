import { expect, it } from 'vitest'
import { movedTables } from '../../src/customers/projection/place-by-time.ts'
import { tables } from '../../src/projector/schema.ts'

const ofSubjects = Object.values(tables).filter(
  ({ types }) => 'subject' in types && ('occurred_at' in types || 'seen_at' in types),
)

it.each(ofSubjects)('the rows of $name move when a device or an address was another one’s', ({ name }) => {
  expect(movedTables, `list ${name} in customers/projection/place-by-time.ts`).toContain(name)
})
