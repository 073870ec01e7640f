import type { MergeEvidence } from '@customer-intel/node-sdk'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { keyWords, sentence } from '../../parts/words.ts'
import { type SideRow, Sides } from './sides.tsx'

type Side = NonNullable<MergeEvidence['survivor']>

const rows: readonly SideRow<Side>[] = [
  { title: 'Name', read: ({ name }) => name },
  { title: 'Domain', read: ({ domain }) => domain },
  { title: 'Your id', read: ({ externalId }) => externalId },
  {
    title: 'Is',
    read: ({ type, status }) => [sentence(type), status && sentence(status)].filter(Boolean).join(', '),
  },
  { title: 'Billing', read: ({ billingStatus }) => sentence(billingStatus) },
  {
    title: 'MRR',
    read: ({ mrrCents, mrrCurrency }) => (mrrCents === null ? null : formatMoney(mrrCents, mrrCurrency)),
  },
  {
    title: 'First seen',
    read: ({ firstSeenAt }) => firstSeenAt,
    show: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
  {
    title: 'Last active',
    read: ({ lastActivityAt }) => lastActivityAt,
    show: ({ lastActivityAt }) => <Time at={lastActivityAt} />,
  },
  {
    title: 'People',
    read: ({ people }) => people.map(({ email, name, userId }) => email ?? name ?? userId).join('\n'),
    show: ({ people, contactCount }) => (
      <Several
        values={people.map(({ email, name, userId }) => email ?? name ?? userId)}
        total={contactCount}
      />
    ),
  },
]

const keyKinds = ['email', 'userId', 'customerId', 'domain', 'visitor', 'fingerprint'] as const

/** The two, the same rows aligned, what differs marked. */
export function MergeSides({ survivor, duplicate }: { survivor: Side; duplicate: Side }) {
  const sides = [survivor, duplicate]
  const traits = [...new Set(sides.flatMap((side) => Object.keys(side.traits)))].toSorted()
  const all: SideRow<Side>[] = [
    ...rows,
    ...keyKinds.map((kind) => keysRow(kind)),
    ...traits.map((name) => ({ title: name, read: (side: Side) => textOf(side.traits[name]) })),
  ]
  const shown = all.filter(({ read }) => sides.some((side) => read(side)))
  return (
    <Sides
      sides={sides}
      titles={['Stays', 'Becomes part of it']}
      rows={shown}
      isPerson={({ type }) => type === 'INDIVIDUAL'}
    />
  )
}

function keysRow(kind: (typeof keyKinds)[number]): SideRow<Side> {
  const valuesOf = ({ keys }: Side) => keys.flatMap((key) => (key.kind === kind ? [key.value] : []))
  return {
    title: `By ${keyWords(kind).charAt(0).toLowerCase()}${keyWords(kind).slice(1)}`,
    read: (side) => valuesOf(side).toSorted().join('\n') || null,
    show: (side) => <Several values={valuesOf(side)} total={valuesOf(side).length} />,
  }
}

/** The first few, and how many more. */
function Several({ values, total }: { values: readonly string[]; total: number }) {
  if (values.length === 0) return <>–</>
  const first = values.slice(0, 4)
  return (
    <ul>
      {first.map((value) => (
        <li key={value}>
          <Text value={value} />
        </li>
      ))}
      {total > first.length && <li>and {formatNumber(total - first.length)} more</li>}
    </ul>
  )
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
