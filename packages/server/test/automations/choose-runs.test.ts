// What an automation acts on, against a reference that is as plain as the rules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseRuns, type RunRules } from '../../src/acting/automations/choose-runs.ts'
import { matchOccurrences, type SeenOccurrence } from '../../src/acting/automations/match-occurrences.ts'

const everybody = { freshSince: -Infinity, isInAudience: () => true, runTimes: new Map() }

function seen(text: string, customerId: string | null = 'acme'): SeenOccurrence[] {
  return text.split(' ').map((word, index) => {
    const [signalId, at] = word.split('@') as [string, string]
    return { occurrenceId: `${index}`, signalId, customerId, at: Number(at) }
  })
}

const told = (matches: { at: number; occurrences: SeenOccurrence[] }[]) =>
  matches.map(({ at, occurrences }) => `${occurrences.map(({ signalId }) => signalId).join('')}@${at}`)

test.each([
  {
    rule: 'any occurrence is a match',
    required: 1,
    window: 0,
    history: 'A@1 A@1 B@2',
    expected: ['A@1', 'A@1', 'B@2'],
  },
  {
    rule: 'all of two, in either order',
    required: 2,
    window: 10,
    history: 'B@1 A@5 A@6',
    expected: ['BA@5'],
  },
  {
    rule: 'the same signal again is no second signal',
    required: 2,
    window: 10,
    history: 'A@1 A@2 A@3',
    expected: [],
  },
  {
    rule: 'exactly on the edge of the window',
    required: 2,
    window: 10,
    history: 'A@1 B@11',
    expected: ['AB@11'],
  },
  { rule: 'just beyond it', required: 2, window: 10, history: 'A@1 B@12', expected: [] },
  {
    rule: 'what was acted on counts no more',
    required: 2,
    window: 10,
    history: 'A@1 B@2 A@3',
    expected: ['AB@2'],
  },
  { rule: 'two of three', required: 2, window: 10, history: 'C@1 C@4 A@5 B@20', expected: ['CCA@5'] },
])('$rule', ({ required, window, history, expected }) => {
  expect(told(matchOccurrences(seen(history), { requiredSignals: required, windowMs: window }))).toEqual(
    expected,
  )
})

test('cooldown is by event time, in both directions, and of one customer', () => {
  const rules: RunRules = { requiredSignals: 1, windowMs: 0, cooldownMs: 10 }
  const choice = chooseRuns([...seen('A@100 A@109 A@110 A@95 A@130'), ...seen('A@101', 'other')], rules, {
    ...everybody,
    runTimes: new Map([['acme', [125]]]),
  })
  expect(told(choice.runs)).toEqual(['A@95', 'A@101', 'A@109'])
  expect(choice.skipped.map(({ reason, match }) => `${reason} ${match.at}`)).toEqual([
    'COOLDOWN 100',
    'COOLDOWN 110',
    'COOLDOWN 130',
  ])
})

test('what is stale, and who is not in the audience, is skipped and counts for no cooldown', () => {
  const choice = chooseRuns(
    [...seen('A@1 A@5'), ...seen('A@5', 'other'), ...seen('A@6', null)],
    { requiredSignals: 1, windowMs: 0, cooldownMs: 100 },
    { ...everybody, freshSince: 5, isInAudience: (customerId) => customerId === 'acme' },
  )
  expect(told(choice.runs)).toEqual(['A@5'])
  expect(choice.skipped.map(({ reason }) => reason).sort()).toEqual(['AUDIENCE', 'AUDIENCE', 'STALE'])
})

const history = fc.array(
  fc.record({
    signalId: fc.constantFrom('A', 'B', 'C'),
    customerId: fc.constantFrom('acme', 'globex', null),
    at: fc.integer({ min: 0, max: 60 }),
  }),
  { maxLength: 40 },
)
const someRules = fc.record({
  requiredSignals: fc.integer({ min: 1, max: 3 }),
  windowMs: fc.integer({ min: 0, max: 20 }),
  cooldownMs: fc.integer({ min: 0, max: 20 }),
})
const withIds = (list: Omit<SeenOccurrence, 'occurrenceId'>[]): SeenOccurrence[] =>
  list.map((one, index) => ({ ...one, occurrenceId: String(index).padStart(3, '0') }))

/** Walks through time, instant by instant, and asks at each occurrence of everything before it. */
function reference(
  all: readonly SeenOccurrence[],
  { requiredSignals, windowMs, cooldownMs }: RunRules,
): string[] {
  const used = new Set<SeenOccurrence>()
  const runs: { customerId: string | null; at: number; text: string }[] = []
  for (let at = 0; at <= 60; at++)
    for (const last of all.filter((one) => one.at === at)) {
      const together = all.filter(
        (one) =>
          !used.has(one) &&
          one.customerId === last.customerId &&
          one.at >= at - windowMs &&
          (one.at < at || (one.at === at && one.occurrenceId <= last.occurrenceId)) &&
          (requiredSignals > 1 || one === last),
      )
      const signals = ['A', 'B', 'C'].filter((signal) => together.some(({ signalId }) => signalId === signal))
      if (signals.length < requiredSignals) continue
      for (const one of together) used.add(one)
      const isCool = runs.every(
        (run) => run.customerId === null || run.customerId !== last.customerId || at - run.at >= cooldownMs,
      )
      const text = together.map(({ occurrenceId }) => occurrenceId).sort()
      if (isCool) runs.push({ customerId: last.customerId, at, text: text.join() })
    }
  return runs.map(({ text }) => text).sort()
}

const idsOf = (runs: { occurrences: SeenOccurrence[] }[]) =>
  runs
    .map(({ occurrences }) =>
      occurrences
        .map(({ occurrenceId }) => occurrenceId)
        .sort()
        .join(),
    )
    .sort()

test('the runs are those of the reference, in whatever order the occurrences are given', () => {
  fc.assert(
    fc.property(
      history.chain((list) =>
        fc.tuple(fc.constant(withIds(list)), fc.shuffledSubarray(withIds(list), { minLength: list.length })),
      ),
      someRules,
      ([ordered, shuffled], rules) => {
        const expected = reference(ordered, rules)
        expect(idsOf(chooseRuns(ordered, rules, everybody).runs)).toEqual(expected)
        expect(idsOf(chooseRuns(shuffled, rules, everybody).runs)).toEqual(expected)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('looked at piece by piece as time passes, the runs are those of one look', () => {
  fc.assert(
    fc.property(
      history,
      someRules,
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
      (list, rules, looks) => {
        const all = withIds(list)
        const consumed = new Set<string>()
        const runTimes = new Map<string, number[]>()
        const runs: { occurrences: SeenOccurrence[] }[] = []
        for (const until of [...looks.sort((a, b) => a - b), 60]) {
          const due = all.filter(({ at, occurrenceId }) => at <= until && !consumed.has(occurrenceId))
          const choice = chooseRuns(due, rules, { ...everybody, runTimes })
          for (const match of [...choice.runs, ...choice.skipped.map((left) => left.match)])
            for (const { occurrenceId } of match.occurrences) consumed.add(occurrenceId)
          for (const { customerId, at } of choice.runs)
            if (customerId !== null) runTimes.set(customerId, [...(runTimes.get(customerId) ?? []), at])
          runs.push(...choice.runs)
        }
        expect(idsOf(runs)).toEqual(reference(all, rules))
      },
    ),
    { numRuns: 1_000 },
  )
})
