import { formatMoney } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { counted } from '../../parts/words.ts'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/pipeline.ts'
import { Ranking } from './ranking.tsx'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'

interface Deals {
  currency: string
  deals: number
  amount_cents: number | null
}

const order = ['created', '', 'quoting', 'negotiation', 'won', 'lost']

/** Stages that nobody mapped stand after the first. */
const place = (stage: string) =>
  Math.max(order.indexOf(stage.toLowerCase()), order.includes(stage.toLowerCase()) ? 0 : 1)

/** Deals as they stand, in a list a currency: amounts of several are no sum. */
export function PipelineDashboard({ window }: DashboardProps) {
  const byStage = useAnswer<Deals & { stage: string; without_amount: number }>(questions.pipelineByStage())
  const decidedSql = questions.decidedDeals(window)
  const decided = useAnswer<Deals & { outcome: string }>(decidedSql)
  return (
    <div className={styles.tiles}>
      <Tile
        title="Deals by stage"
        note="As they stand now, whatever the days above."
        sql={questions.pipelineByStage()}
        wide
      >
        <QueryView query={byStage} rows={5}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className={styles.empty}>No deal is known. Connect a CRM, or import opportunities.</p>
            ) : (
              currenciesOf(rows).map((currency) => (
                <Ranking
                  key={currency}
                  label={`Deals in ${currency || 'an unknown currency'}`}
                  empty=""
                  format={(cents) => formatMoney(cents, currency)}
                  rows={rows
                    .filter((row) => row.currency === currency)
                    .toSorted((left, right) => place(left.stage) - place(right.stage))
                    .map(({ stage, deals, amount_cents: cents, without_amount: without }) => ({
                      key: stage,
                      title: stage,
                      fallback: 'No stage',
                      value: cents,
                      note:
                        counted(deals, 'deal', 'deals') +
                        (without > 0 ? `, ${without} without an amount` : ''),
                      sql: questions.dealsBehind(stage, currency),
                    }))}
                />
              ))
            )
          }
        </QueryView>
      </Tile>
      <Tile
        title="Won and lost"
        note="In these days, by the time of their last change."
        sql={decidedSql}
        wide
      >
        <QueryView query={decided} rows={3}>
          {({ rows }) => (
            <Ranking
              label="Won and lost deals"
              empty="No deal was won or lost in these days."
              format={String}
              rows={rows.toReversed().map(({ outcome, currency, deals, amount_cents: cents }) => ({
                key: `${outcome} ${currency}`,
                title: `${outcome}, ${currency || 'currency not said'}`,
                value: deals,
                note: formatMoney(cents, currency),
                sql: questions.decidedBehind(window, outcome, currency),
              }))}
            />
          )}
        </QueryView>
      </Tile>
    </div>
  )
}

const currenciesOf = (rows: readonly Deals[]) => [...new Set(rows.map(({ currency }) => currency))]
