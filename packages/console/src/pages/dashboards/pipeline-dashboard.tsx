import { useCurrencyOrder } from '../../app/workspace-settings.ts'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Stats } from '../../parts/stats.tsx'
import { counted, sentence } from '../../parts/words.ts'
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
  const inOrder = useCurrencyOrder()
  const currenciesOf = (rows: readonly Deals[]) => inOrder(rows, ({ amount_cents: cents }) => cents)
  const byStage = useAnswer<Deals & { stage: string; without_amount: number }>(questions.pipelineByStage())
  const decidedSql = questions.decidedDeals(window)
  const decided = useAnswer<Deals & { outcome: string }>(decidedSql)
  const isDecided = (word: string) => ['won', 'lost'].includes(word.toLowerCase())
  const open = byStage.data?.rows.filter(({ stage }) => !isDecided(stage))
  return (
    <>
      <Stats
        items={[
          {
            title: 'Open deals',
            ...summed(open, currenciesOf),
            sql: questions.pipelineByStage(),
            behind: questions.dealsBehind(),
          },
          ...['won', 'lost'].map((outcome) => ({
            title: sentence(outcome),
            ...summed(
              decided.data?.rows.filter((row) => row.outcome.toLowerCase() === outcome),
              currenciesOf,
            ),
            sql: decidedSql,
            behind: questions.decidedBehind(window, outcome),
          })),
        ]}
      />
      <div className={styles.tiles}>
        <Tile
          title="Deals by stage"
          note="As they stand now, whatever the days above."
          sql={questions.pipelineByStage()}
          behind={{ what: 'Open deals', sql: questions.dealsBehind() }}
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
          behind={{ what: 'Deals', sql: questions.decidedBehind(window) }}
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
    </>
  )
}

/** How many deals, and what they are worth by currency. */
function summed(rows: readonly Deals[] | undefined, currenciesOf: (rows: readonly Deals[]) => string[]) {
  if (rows === undefined) return { value: '–' }
  const amounts = currenciesOf(rows).map((currency) =>
    formatMoney(
      rows
        .filter((row) => row.currency === currency)
        .reduce((sum, { amount_cents: cents }) => sum + (cents ?? 0), 0),
      currency,
    ),
  )
  return {
    value: formatNumber(rows.reduce((sum, { deals }) => sum + deals, 0)),
    note: amounts.join(', '),
  }
}
