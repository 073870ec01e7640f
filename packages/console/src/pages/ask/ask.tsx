import type { Question } from '@customer-intel/node-sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ask } from '../../app/ask.ts'
import { useZone } from '../../app/workspace-settings.ts'
import { ResultChart } from '../../parts/answer/result-chart.tsx'
import { ResultTable } from '../../parts/answer/result-table.tsx'
import type { ResultRow } from '../../parts/answer/result.ts'
import { Button } from '../../parts/button.tsx'
import { ExportButton } from '../../parts/export/export-button.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { modifier } from '../../parts/modifier.ts'
import { Head } from '../../shell/head.tsx'
import type { AskSearch } from './ask-search.ts'
import styles from './ask.module.css'
import { Editor } from './editor.tsx'
import { faultIn } from './fault-mark.ts'
import { exportAnswer } from './export-answer.ts'
import { countParameters, readValues, toValue, typedOf } from './parameters.ts'
import { SaveQuestion } from './save-question.tsx'
import { useSchema } from './use-schema.ts'
import { Views } from './views.tsx'

const first = `select local_day(occurred_at) as day, count(*) as events
from activity
where occurred_at > now() - interval 30 days
group by 1 order by 1`

/** A question in SQL: its answer as a table, a chart or a file, saved and read anew. */
export function Ask(props: {
  view: AskSearch
  question?: Question
  onChange: (search: AskSearch, replace?: boolean) => void
}) {
  const { view, question, onChange } = props
  const zone = useZone()
  const queryClient = useQueryClient()
  const schema = useSchema()
  const names = useMemo(
    () =>
      Object.fromEntries(
        (schema.data ?? []).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
      ),
    [schema.data],
  )
  const [text, setText] = useState(view.sql ?? first)
  const asked = view.sql
  const [typed, setTyped] = useState(() => readValues(view.values).map(typedOf))
  const count = countParameters(text)
  const values = useMemo(
    () =>
      Array.from({ length: countParameters(asked ?? '') }, (_, at) => readValues(view.values)[at] ?? null),
    [asked, view.values],
  )
  const query = useQuery({
    queryKey: ['sql', asked, values],
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => await ask<ResultRow>(asked ?? '', values, { signal, limit: 10_000 }),
  })
  const show = view.show ?? 'table'
  const run = (sql: string) => {
    if (sql.trim() === '') return
    const given = Array.from({ length: countParameters(sql) }, (_, at) => toValue(typed[at] ?? ''))
    const next = given.length > 0 ? JSON.stringify(given) : undefined
    if (sql === asked && next === (values.length > 0 ? JSON.stringify(values) : undefined))
      void query.refetch()
    else onChange({ ...view, sql, values: next })
  }
  const { data } = query
  return (
    <>
      <Head
        title={question?.name ?? 'Ask'}
        crumb={question && <Link to="/ask">Ask</Link>}
        dataAt={query.dataUpdatedAt}
      />
      <div className={styles.ask}>
        <Views query={schema} onInsert={(name) => setText(`select * from ${name} limit 100`)} />
        <div className={styles.work}>
          {schema.isPending ? (
            <div className={styles.editor} />
          ) : (
            <Editor
              text={text}
              schema={names}
              fault={asked === undefined ? null : faultIn(text, asked, query.error)}
              onChange={setText}
              onRun={run}
            />
          )}
          <div className={styles.bar}>
            {query.isFetching ? (
              <Button onClick={() => void queryClient.cancelQueries({ queryKey: ['sql', asked] })}>
                <Square size={14} strokeWidth={1.5} aria-hidden="true" />
                Stop
              </Button>
            ) : (
              <Button kind="primary" onClick={() => run(text)}>
                <Play size={14} strokeWidth={1.5} aria-hidden="true" />
                Run <kbd>{modifier}↵</kbd>
              </Button>
            )}
            {Array.from({ length: count }, (_, at) => (
              <label key={at} className={styles.value}>
                ${at + 1}
                <input
                  value={typed[at] ?? ''}
                  onChange={({ target }) =>
                    setTyped(
                      Array.from({ length: count }, (_value, place) =>
                        place === at ? target.value : (typed[place] ?? ''),
                      ),
                    )
                  }
                />
              </label>
            ))}
            {data && (
              <span className={styles.stamp}>
                {formatNumber(data.rows.length)} rows in{' '}
                {formatNumber(Math.round(data.metadata.executionTimeMs))} ms
                {data.metadata.truncated && ', and there are more: CSV has all of them'}
              </span>
            )}
            <div className={styles.right}>
              <Toggles
                label="Show as"
                single
                options={[
                  { value: 'table', title: 'Table' },
                  { value: 'chart', title: 'Chart' },
                ]}
                chosen={[show]}
                onChange={([next]) => onChange({ ...view, show: next as typeof show }, true)}
              />
              <ExportButton
                name="answer.csv"
                disabled={asked === undefined}
                parts={(signal) => exportAnswer(asked ?? '', values, signal)}
              />
              <SaveQuestion question={question} sql={asked} values={values} show={show} />
            </div>
          </div>
          {query.error ? (
            <Failed error={query.error} />
          ) : asked === undefined ? (
            <Notice title="No question yet">
              <p>
                Run one. Days are the workspace’s ({zone}) where you write local_day(…); money is in cents.
              </p>
            </Notice>
          ) : data === undefined ? (
            <Skeleton />
          ) : data.rows.length === 0 ? (
            <Notice title="No rows" />
          ) : show === 'chart' ? (
            <ResultChart rows={data.rows} zone={zone} />
          ) : (
            <ResultTable rows={data.rows} />
          )}
        </div>
      </div>
    </>
  )
}
