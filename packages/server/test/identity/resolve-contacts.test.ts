import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeLimits } from '../../src/customers/identity/merge-protection.ts'
import {
  pairKey,
  type PairDecisions,
  type PersonSighting,
} from '../../src/customers/identity/person-graph.ts'
import { resolveContacts } from '../../src/customers/identity/resolve-contacts.ts'

function sighting(
  email: string | null,
  externalUserId: string | null,
  more: Partial<PersonSighting> = {},
): PersonSighting {
  return { email, externalUserId, trusted: false, firstAt: 0, cause: 'e-1', ...more }
}

/** Contacts as sets of keys, so that two answers can be compared. */
function people(sightings: PersonSighting[], decisions: PairDecisions = new Map()): string[][] {
  return resolveContacts(sightings, decisions)
    .contacts.map(({ keys }) => keys.toSorted())
    .sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

const sightings = fc.array(
  fc
    .record({
      email: fc.constantFrom(null, 'a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'),
      externalUserId: fc.constantFrom(null, '1', '2', '3', '4'),
      trusted: fc.boolean(),
      firstAt: fc.integer({ min: 0, max: 50 }),
      lasted: fc.constantFrom(0, 0, 5, 50),
      statements: fc.constantFrom(0, 0, 0, 1),
      cause: fc.uuid(),
    })
    .map(({ lasted, ...one }) => ({ ...one, lastAt: one.firstAt + lasted }))
    .filter(({ email, externalUserId }) => email !== null || externalUserId !== null),
  { maxLength: 20 },
)
const decisions = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('1', '2', '3', '4'),
      fc.constantFrom<'cut' | 'join'>('cut', 'join'),
    ),
    { maxLength: 4 },
  )
  .map(
    (pairs): PairDecisions =>
      new Map(
        pairs.map(([email, user, decision]) => [pairKey(`email:${email}@x.test`, `user:${user}`), decision]),
      ),
  )

describe('Who is who', () => {
  test('an e-mail and a userId seen on one event are one person', () => {
    expect(people([sighting('a@x.test', '1')])).toEqual([['email:a@x.test', 'user:1']])
  })

  test('the same userId with a new e-mail keeps both', () => {
    expect(people([sighting('a@x.test', '1'), sighting('b@x.test', '1')])).toEqual([
      ['email:a@x.test', 'email:b@x.test', 'user:1'],
    ])
  })

  test('a browser cannot tie a user whom a server knows to another e-mail; the contradiction is kept as evidence', () => {
    const said = [
      sighting('a@x.test', '1', { trusted: true, cause: 'server' }),
      sighting('evil@x.test', '1', { cause: 'browser' }),
    ]
    expect(people(said)).toEqual([['email:a@x.test', 'user:1'], ['email:evil@x.test']])
    expect(resolveContacts(said).links).toContainEqual(
      expect.objectContaining({
        left: 'email:evil@x.test',
        right: 'user:1',
        status: 'contradicted',
        cause: 'browser',
      }),
    )
  })

  test('what a browser states is taken back when a server states otherwise later', () => {
    const browser = sighting('a@x.test', '1', { firstAt: 1 })
    expect(people([browser])).toHaveLength(1)
    expect(people([browser, sighting('b@x.test', '1', { trusted: true, firstAt: 2 })])).toEqual([
      ['email:a@x.test'],
      ['email:b@x.test', 'user:1'],
    ])
  })

  test('a key that comes with a crowd of others names nobody', () => {
    const crowd = Array.from({ length: mergeLimits.counterparts + 1 }, (_, n) =>
      sighting(`p${n}@x.test`, 'shared'),
    )
    expect(people(crowd)).toHaveLength(mergeLimits.counterparts + 2)
    expect(people(crowd.slice(1))).toHaveLength(1)
  })

  test("a chain of browsers' statements longer than a person joins nobody", () => {
    const chain = Array.from({ length: mergeLimits.personKeys + 1 }, (_, n) =>
      sighting(`p${(n + 1) >> 1}@x.test`, `u${n >> 1}`),
    )
    expect(people(chain).every((keys) => keys.length === 1)).toBe(true)
    expect(people(chain.slice(0, mergeLimits.personKeys - 1))).toHaveLength(1)
  })

  test('a contact goes by its earliest key, whichever was heard of first', () => {
    const [contact] = resolveContacts([
      sighting('late@x.test', '1', { firstAt: 9 }),
      sighting('early@x.test', null, { firstAt: 1 }),
      sighting('early@x.test', '1', { firstAt: 10 }),
    ]).contacts
    expect(contact!.canonical).toBe('email:early@x.test')
  })

  test('no order of arrival changes the answer', () => {
    fc.assert(
      fc.property(
        sightings.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        decisions,
        ([list, shuffled], decided) => {
          expect(people(shuffled, decided)).toEqual(people(list, decided))
          const links = (of: PersonSighting[]) =>
            resolveContacts(of, decided).links.toSorted((a, b) =>
              pairKey(a.left, a.right) < pairKey(b.left, b.right) ? -1 : 1,
            )
          expect(links(shuffled)).toEqual(links(list))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('saying it again changes nothing', () => {
    fc.assert(
      fc.property(sightings, decisions, (list, decided) => {
        expect(people([...list, ...list], decided)).toEqual(people(list, decided))
      }),
    )
  })

  test('a cut leaves exactly what would be there had the two never been seen together, and reapplying restores it', () => {
    fc.assert(
      fc.property(sightings, decisions, (list, decided) => {
        // What a cut pair was seen as together still tells that each of the two exists.
        const apart = list.flatMap((one) => {
          const together =
            one.email !== null &&
            one.externalUserId !== null &&
            decided.get(pairKey(`email:${one.email}`, `user:${one.externalUserId}`)) === 'cut'
          return together
            ? [
                { ...one, externalUserId: null },
                { ...one, email: null },
              ]
            : [one]
        })
        const joins = new Map([...decided].filter(([, decision]) => decision === 'join'))
        expect(people(list, decided)).toEqual(people(apart, joins))
      }),
      { numRuns: 500 },
    )
  })

  test('a contradiction that a person decides for joins the two, and cutting it parts them again', () => {
    const said = [
      sighting('a@x.test', '1', { trusted: true }),
      sighting('new@x.test', '1', { cause: 'browser' }),
    ]
    const pair = pairKey('email:new@x.test', 'user:1')
    expect(people(said, new Map([[pair, 'join']]))).toEqual([
      ['email:a@x.test', 'email:new@x.test', 'user:1'],
    ])
    expect(people(said, new Map([[pair, 'cut']]))).toEqual(people(said))
  })
})
