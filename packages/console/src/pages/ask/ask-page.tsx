import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Play, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ask } from '../../app/ask.ts'
import { useZone } from '../../app/zone.ts'
import { Button } from '../../parts/button.tsx'
import { ExportButton } from '../../parts/export/export-button.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { Head } from '../../shell/head.tsx'
import styles from './ask.module.css'
import { Editor } from './editor.tsx'
import { exportAnswer } from './export-answer.ts'
import { ResultChart } from './result-chart.tsx'
import { ResultTable } from './result-table.tsx'
import type { ResultRow } from './result.ts'
import { useSchema } from './use-schema.ts'
import { Views } from './views.tsx'

const first = `select local_day(occurred_at) as day, count(*) as events
from activity
where occurred_at > now() - interval 30 days
group by 1 order by 1`

/** Any question in SQL: its answer as a table, a chart or a file. The address holds the question. */
export function AskPage() {
  const view = useSearch({ from: '/ask' })
  const navigate = useNavigate({ from: '/ask' })
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
  const query = useQuery({
    queryKey: ['sql', asked],
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => await ask<ResultRow>(asked ?? '', [], { signal, limit: 10_000 }),
  })
  const run = (sql: string) => {
    if (sql.trim() === '') return
    if (sql === asked) void query.refetch()
    else void navigate({ search: (before) => ({ ...before, sql }) })
  }
  const show = view.show ?? 'table'
  const { data } = query
  return (
    <>
      <Head title="Ask" dataAt={query.dataUpdatedAt} />
      <div className={styles.ask}>
        <Views query={schema} onInsert={(name) => setText(`select * from ${name} limit 100`)} />
        <div className={styles.work}>
          {schema.isPending ? (
            <div className={styles.editor} />
          ) : (
            <Editor text={text} schema={names} onChange={setText} onRun={run} />
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
                Run <kbd>⌘↵</kbd>
              </Button>
            )}
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
                onChange={([next]) =>
                  void navigate({
                    search: (before) => ({ ...before, show: next as typeof show }),
                    replace: true,
                  })
                }
              />
              <ExportButton
                name="answer.csv"
                disabled={asked === undefined}
                parts={(signal) => exportAnswer(asked ?? '', signal)}
              />
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
