import type { Dashboard, Question } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { client } from '../../app/client.ts'
import { basedOn, dashboardsKey, questionsQuery, withTiles } from '../../app/saved.ts'
import { useZone } from '../../app/workspace-settings.ts'
import { ResultChart } from '../../parts/answer/result-chart.tsx'
import { ResultTable } from '../../parts/answer/result-table.tsx'
import type { ResultRow } from '../../parts/answer/result.ts'
import { Button } from '../../parts/button.tsx'
import { dayKey } from '../../parts/format-time.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { plain } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { savedValues } from '../ask/parameters.ts'
import styles from './dashboards.module.css'
import { dayTitle } from './day-title.ts'
import { ranges, toWindow } from './range.ts'
import type { Window } from './window.ts'

/** A dashboard of saved questions. */
export function OwnDashboard({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: [...dashboardsKey, id],
    queryFn: async ({ signal }) => (await client.dashboards.get(id, { signal })).dashboard,
  })
  const questions = useQuery(questionsQuery)
  const view = useSearch({ from: '/dashboards/$id' })
  const zone = useZone()
  const window = view.from === undefined ? null : toWindow(view, '30d', dayKey(Date.now(), zone), zone)
  const refresh = () => queryClient.invalidateQueries({ queryKey: dashboardsKey })
  const remove = useMutation({
    mutationFn: async ({ dashboard, at }: { dashboard: Dashboard; at: number }) => {
      const tiles = dashboard.tiles.filter((_, place) => place !== at)
      await client.dashboards.update(id, withTiles(dashboard, tiles), basedOn(dashboard))
    },
    onSettled: refresh,
  })
  const archive = useMutation({
    mutationFn: async () => await client.dashboards.archive(id),
    onSuccess: async () => {
      await refresh()
      await navigate({ to: '/dashboards' })
    },
  })
  return (
    <>
      <Head title={query.data?.name ?? 'Dashboard'} crumb={<Link to="/dashboards">Dashboards</Link>}>
        {query.data && (
          <Button kind="plain" onClick={() => archive.mutate()}>
            Archive dashboard
          </Button>
        )}
      </Head>
      <div className={styles.bar}>
        <Toggles
          label="Range"
          single
          options={[
            { value: '', title: 'As asked' },
            ...ranges.map(({ id: value, title }) => ({ value, title })),
          ]}
          chosen={[view.from ?? '']}
          onChange={([from]) =>
            void navigate({ to: '.', search: { from: from || undefined }, replace: true })
          }
        />
        {window !== null && (
          <span className={styles.empty}>
            {dayTitle('day', window.from)} – {dayTitle('day', window.to)}, of answers that have a day
          </span>
        )}
      </div>
      {(remove.error ?? archive.error) && (
        <p role="alert" className={styles.wrong}>
          {(remove.error ?? archive.error)?.message}
        </p>
      )}
      <QueryView query={query}>
        {(dashboard) =>
          dashboard.tiles.length === 0 ? (
            <Notice title="Nothing on it yet">
              <p>Save a question in Ask, open it, and add it to this dashboard there.</p>
              <Link className={link.link} to="/ask">
                Ask something
              </Link>
            </Notice>
          ) : (
            <QueryView query={questions}>
              {(found) => (
                <div className={styles.tiles}>
                  {dashboard.tiles.map((tile, at) => (
                    <QuestionTile
                      key={`${JSON.stringify(tile.question)} ${at}`}
                      question={found.find((question) => question.id === tile.question)}
                      window={window}
                      onRemove={() => remove.mutate({ dashboard, at })}
                    />
                  ))}
                </div>
              )}
            </QueryView>
          )
        }
      </QueryView>
    </>
  )
}

function QuestionTile({
  question,
  window,
  onRemove,
}: {
  question: Question | undefined
  window: Window | null
  onRemove: () => void
}) {
  const title = question ? plain(question.name) : 'A question that is gone, or isn’t yours to see'
  return (
    <section className={styles.tile} data-half="true" aria-label={title}>
      <header>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <div className={styles.aside}>
          {question && (
            <Link
              className={link.link}
              to="/ask/$id"
              params={{ id: question.id }}
              aria-label={`Open ${title}`}
            >
              Open
            </Link>
          )}
          <button type="button" className={link.link} aria-label={`Take off: ${title}`} onClick={onRemove}>
            Take off
          </button>
        </div>
      </header>
      {question && <QuestionAnswer question={question} window={window} />}
    </section>
  )
}

function QuestionAnswer({ question, window }: { question: Question; window: Window | null }) {
  const zone = useZone()
  const { sql, parameters, chart } = question
  const values = savedValues(parameters)
  const query = useQuery({
    queryKey: ['dashboard', sql, values],
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: async ({ signal }) => await ask<ResultRow>(sql, values, { signal, limit: 10_000 }),
  })
  return (
    <QueryView query={query} rows={5}>
      {({ rows: all, columns }) => {
        const rows = within(
          all,
          columns.find(({ type }) => type === 'date' || type === 'timestamp')?.name,
          window,
          zone,
        )
        return rows.length === 0 ? (
          <p className={styles.empty}>No rows</p>
        ) : chart === null ? (
          <div className={styles.answer}>
            <ResultTable rows={rows} />
          </div>
        ) : (
          <ResultChart rows={rows} zone={zone} />
        )
      }}
    </QueryView>
  )
}

/** Those of an answer's rows whose day lies in a window; all, where there is none, or the answer has no day. */
function within(
  rows: readonly ResultRow[],
  column: string | undefined,
  window: Window | null,
  zone: string,
): readonly ResultRow[] {
  if (window === null || column === undefined) return rows
  return rows.filter(({ [column]: value }) => {
    if (typeof value !== 'string') return false
    const day = value.length === 10 ? value : dayKey(Date.parse(value), zone)
    return day >= window.from && day <= window.to
  })
}
