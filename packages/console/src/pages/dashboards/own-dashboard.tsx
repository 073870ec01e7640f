import type { Dashboard, Question } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { client } from '../../app/client.ts'
import { basedOn, dashboardsKey, questionsQuery, withTiles } from '../../app/saved.ts'
import { useZone } from '../../app/zone.ts'
import { ResultChart } from '../../parts/answer/result-chart.tsx'
import { ResultTable } from '../../parts/answer/result-table.tsx'
import type { ResultRow } from '../../parts/answer/result.ts'
import { Button } from '../../parts/button.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { plain } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import styles from './dashboards.module.css'

/** A dashboard of saved questions. */
export function OwnDashboard({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: [...dashboardsKey, id],
    queryFn: async ({ signal }) => (await client.dashboards.get(id, { signal })).dashboard,
  })
  const questions = useQuery(questionsQuery)
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
                      key={`${String(tile.question)} ${at}`}
                      question={found.find((question) => question.id === tile.question)}
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

function QuestionTile({ question, onRemove }: { question: Question | undefined; onRemove: () => void }) {
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
      {question && <QuestionAnswer question={question} />}
    </section>
  )
}

function QuestionAnswer({ question }: { question: Question }) {
  const zone = useZone()
  const { sql, parameters, chart } = question
  const values = parameters.map(({ value }) => (value ?? null) as string | number | boolean | null)
  const query = useQuery({
    queryKey: ['dashboard', sql, values],
    staleTime: 60_000,
    refetchInterval: 300_000,
    queryFn: async ({ signal }) => await ask<ResultRow>(sql, values, { signal, limit: 10_000 }),
  })
  return (
    <QueryView query={query} rows={5}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={styles.empty}>No rows</p>
        ) : chart === null ? (
          <div className={styles.answer}>
            <ResultTable rows={rows} />
          </div>
        ) : (
          <ResultChart rows={rows} zone={zone} />
        )
      }
    </QueryView>
  )
}
