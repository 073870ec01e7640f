import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../app/ask.ts'
import { ResultValue } from '../parts/answer/result-value.tsx'
import type { ResultRow } from '../parts/answer/result.ts'
import { Drawer } from '../parts/drawer/drawer.tsx'
import { shortDay } from '../parts/format-time.ts'
import { formatMoney } from '../parts/format-number.ts'
import link from '../parts/link.module.css'
import { QueryView } from '../parts/query-view.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { counted, sentence } from '../parts/words.ts'
import styles from './behind-drawer.module.css'

/** How many rows are shown; Ask shows all. */
const shown = 200
const words = new Set(['billing_status', 'journey_stage', 'kind', 'source'])
const amounts = new Set(['mrr', 'before', 'after', 'amount'])

/** The customers, people, events or deals behind a number, by name. */
export function BehindDrawer({ of, sql, onClose }: { of: string; sql: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['behind', sql],
    staleTime: 60_000,
    queryFn: async ({ signal }) => await ask<ResultRow>(sql, [], { signal, limit: shown }),
  })
  return (
    <Drawer title={of} onClose={onClose}>
      <QueryView query={query}>
        {({ rows, columns, metadata }) => (
          <>
            <p className={styles.bar}>
              {metadata.truncated ? `The first ${shown}` : counted(rows.length, 'row', 'rows')}
              <Link className={link.link} to="/ask" search={{ sql }}>
                {metadata.truncated ? 'All of them in Ask' : 'SQL'}
              </Link>
            </p>
            {rows.length === 0 ? (
              <p>Nobody and nothing.</p>
            ) : (
              <div className={styles.rows}>
                <Table
                  label={of}
                  rows={rows}
                  keyOf={(row) => JSON.stringify(row)}
                  columns={columns
                    .filter(({ name }) => !name.endsWith('_id') && name !== 'currency')
                    .map(({ name, type }) => ({
                      title: sentence(name),
                      right: type === 'integer' || type === 'number',
                      render: (row: ResultRow) => <Cell name={name} type={type} row={row} />,
                    }))}
                />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Drawer>
  )
}

function Cell({ name, type, row }: { name: string; type: string; row: ResultRow }) {
  const value = row[name]
  if (typeof value === 'number' && amounts.has(name) && 'currency' in row)
    return formatMoney(value * 100, String(row.currency))
  if (typeof value === 'string' && type === 'date') return shortDay(Date.parse(`${value}T12:00:00Z`), 'UTC')
  if (typeof value === 'string' && type === 'timestamp')
    return (
      <ResultValue name={name} row={row}>
        <Time at={value} />
      </ResultValue>
    )
  // The API's own words, such as PAST_DUE.
  if (typeof value === 'string' && words.has(name)) return sentence(value)
  return <ResultValue name={name} row={row} />
}
