import type { JsonObject } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import type { Outcome } from './use-csv-import.ts'

/** Whom each of the first rows is about: somebody new, or who is known and gets more. */
export function CsvRows({ outcome: { lines, errors, known = [], line: through } }: { outcome: Outcome }) {
  const refused = new Set(errors.map(({ line }) => line))
  const knownAt = new Map(known.map((one) => [one.line, one]))
  const rows = lines.filter(({ line }) => line <= through && !refused.has(line))
  if (rows.length === 0) return null
  return (
    <Section title={`The first ${formatNumber(rows.length)} rows`}>
      <Table
        label="The first rows"
        rows={rows}
        keyOf={({ line }) => String(line)}
        columns={[
          { title: 'Line', render: ({ line }) => formatNumber(line) },
          { title: 'Row', render: ({ record }) => <Text value={titleOf(record)} /> },
          {
            title: 'Is about',
            render: ({ line }) => {
              const whom = knownAt.get(line)
              if (whom === undefined) return 'Somebody new'
              const name = <Text value={whom.name ?? whom.id} />
              if (whom.type === 'member') return name
              return (
                <Link
                  className={link.link}
                  to={whom.type === 'customer' ? '/customers/$id' : '/people/$id'}
                  params={{ id: whom.id }}
                >
                  {name}
                </Link>
              )
            },
          },
        ]}
      />
    </Section>
  )
}

/** What tells a row from others: a name, else the key that it has. */
function titleOf(record: JsonObject): string {
  const { name, title, email, domain, customerId, userId, customer } = record
  const own = [name, title, email, domain, customerId, userId, ...Object.values(customer ?? {})]
  return own.find((value) => typeof value === 'string') ?? ''
}
