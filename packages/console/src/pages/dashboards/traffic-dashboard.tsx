import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import link from '../../parts/link.module.css'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { Change } from './change.tsx'
import { CourseChart } from './course-tile.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/traffic.ts'
import { Ranking } from './ranking.tsx'
import { SentFrom } from './sent-from.tsx'
import { partOf, toCourse, valuesAlong } from './series.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'

interface Totals {
  visitors: number
  views: number
}
interface TrafficDay extends Totals {
  day: string
}
interface SessionDay {
  day: string
  sessions: number
  bounced: number
}
interface Came {
  sessions: number
  visitors: number
}
type PageRow = Totals & { site: string; path: string }
type Campaign = Came & { utm_source: string; utm_medium: string; utm_campaign: string }

/** Who comes to the website, by which way, and what they look at. */
export function TrafficDashboard({ window, before, today, asTables }: DashboardProps) {
  const since = useAnswer<{ day: string | null }>(questions.firstView)
  const totals = useAnswer<Totals>(questions.trafficTotals(window))
  const days = useAnswer<TrafficDay>(questions.trafficByDay(window))
  const sessions = useAnswer<SessionDay>(questions.sessionsByDay(window))
  const earlier = before ?? window
  const totalsBefore = useAnswer<Totals>(questions.trafficTotals(earlier), before !== null)
  const daysBefore = useAnswer<TrafficDay>(questions.trafficByDay(earlier), before !== null)
  const sessionsBefore = useAnswer<SessionDay>(questions.sessionsByDay(earlier), before !== null)
  const known = useMemo(() => ({ since: since.data?.rows[0]?.day ?? null, today }), [since.data, today])
  const course = useMemo(() => toCourse(window, 'day', today, known), [window, known, today])
  const lines = useMemo(() => {
    const visitors = {
      start: ({ day }: TrafficDay) => day,
      value: ({ visitors: count }: TrafficDay) => count,
    }
    const views = { ...visitors, value: ({ views: count }: TrafficDay) => count }
    const then = daysBefore.data &&
      before && {
        title: 'Visitors before',
        earlier: true,
        values: valuesAlong(toCourse(before, 'day', today), daysBefore.data.rows, visitors, known),
      }
    return [
      { title: 'Visitors', values: valuesAlong(course, days.data?.rows ?? [], visitors, known) },
      { title: 'Page views', values: valuesAlong(course, days.data?.rows ?? [], views, known) },
      ...(then ? [then] : []),
    ]
  }, [course, days.data, daysBefore.data, before, known, today])
  const now = summed(sessions.data?.rows)
  const then = summed(before ? sessionsBefore.data?.rows : undefined)
  const total = totals.data?.rows[0]
  const totalThen = before ? totalsBefore.data?.rows[0] : undefined
  if (since.data?.rows[0]?.day === null)
    return (
      <Notice title="No page was viewed yet">
        <p>Put the tag on your website, and visitors show here as they come.</p>
        <Link className={link.link} to="/welcome">
          Show the tag
        </Link>
      </Notice>
    )
  const stats: Stat[] = [
    {
      title: 'Visitors',
      value: formatNumber(total?.visitors),
      note: <Change now={total?.visitors} before={totalThen?.visitors} />,
      sql: questions.trafficTotals(window),
      behind: questions.visitorsBehind(window),
    },
    {
      title: 'Page views',
      value: formatNumber(total?.views),
      note: <Change now={total?.views} before={totalThen?.views} />,
      sql: questions.trafficTotals(window),
      behind: questions.viewsBehind(window),
    },
    {
      title: 'Sessions',
      value: formatNumber(now?.sessions),
      note: <Change now={now?.sessions} before={then?.sessions} />,
      sql: questions.sessionsByDay(window),
      behind: questions.sessionsBehind(window),
    },
    {
      title: 'Bounce rate',
      value: percent(rateOf(now)),
      note: <Change now={rateOf(now)} before={rateOf(then)} as="points" lessIsBetter />,
      sql: questions.sessionsByDay(window),
      behind: questions.sessionsBehind(window, 'bounced'),
    },
  ]
  return (
    <>
      <Stats items={stats} />
      <div className={styles.tiles}>
        <Tile
          title="Visitors by day"
          note="A visitor is a browser; one that comes on two days counts on both, and once above."
          sql={questions.trafficByDay(window)}
          behind={{ what: 'Page views', sql: questions.viewsBehind(window) }}
          wide
        >
          <QueryView query={days} rows={6}>
            {() => (
              <CourseChart
                label="Visitors by day"
                course={course}
                lines={lines}
                format={formatNumber}
                asTable={asTables}
                behind={(index) => questions.viewsBehind(partOf(course, index, window.zone))}
              />
            )}
          </QueryView>
        </Tile>
        <Pages window={window} />
        <CameBy window={window} />
        <Campaigns window={window} />
        <SentFrom window={window} by="device" />
        <SentFrom window={window} by="browser" />
        <SentFrom window={window} by="country" />
      </div>
    </>
  )
}

function Pages({ window }: Pick<DashboardProps, 'window'>) {
  const sql = questions.topPages(window)
  const query = useAnswer<PageRow>(sql)
  return (
    <Tile
      title="Pages"
      note="By visitors."
      sql={sql}
      behind={{ what: 'Page views', sql: questions.viewsBehind(window) }}
    >
      <QueryView query={query} rows={6}>
        {({ rows }) => {
          const manySites = new Set(rows.map(({ site }) => site)).size > 1
          return (
            <Ranking
              label="Pages"
              empty="No page was viewed in these days."
              rows={rows.slice(0, 12).map(({ site, path, visitors, views }) => ({
                key: `${site} ${path}`,
                title: manySites ? site + path : path,
                value: visitors,
                note: `${formatNumber(views)} views`,
                sql: questions.viewsBehind(window, { site, path }),
              }))}
            />
          )
        }}
      </QueryView>
    </Tile>
  )
}

function CameBy({ window }: Pick<DashboardProps, 'window'>) {
  const sql = questions.topReferrers(window)
  const query = useAnswer<Came & { referrer: string }>(sql)
  return (
    <Tile
      title="Referrers"
      note="By sessions: the site before their first page."
      sql={sql}
      behind={{ what: 'Sessions', sql: questions.sessionsBehind(window) }}
    >
      <QueryView query={query} rows={6}>
        {({ rows }) => (
          <Ranking
            label="Referrers"
            empty="No session began in these days."
            rows={rows.slice(0, 12).map(({ referrer, sessions }) => ({
              key: referrer,
              title: referrer,
              fallback: 'Direct, or not known',
              value: sessions,
              sql: questions.sessionsBehind(window, { referrer }),
            }))}
          />
        )}
      </QueryView>
    </Tile>
  )
}

function Campaigns({ window }: Pick<DashboardProps, 'window'>) {
  const sql = questions.topCampaigns(window)
  const query = useAnswer<Campaign>(sql)
  return (
    <Tile
      title="Campaigns"
      note="By sessions: utm_source, utm_medium and utm_campaign of their first page."
      sql={sql}
      behind={{ what: 'Sessions', sql: questions.sessionsBehind(window, 'campaign') }}
    >
      <QueryView query={query} rows={6}>
        {({ rows }) => (
          <Ranking
            label="Campaigns"
            empty="No session began with a campaign."
            rows={rows.slice(0, 12).map(({ sessions, visitors: _, ...campaign }) => ({
              key: Object.values(campaign).join('\n'),
              title: Object.values(campaign).filter(Boolean).join(' · '),
              value: sessions,
              sql: questions.sessionsBehind(window, campaign),
            }))}
          />
        )}
      </QueryView>
    </Tile>
  )
}

function summed(rows: readonly SessionDay[] | undefined) {
  return rows?.reduce(
    (sum, { sessions, bounced }) => ({ sessions: sum.sessions + sessions, bounced: sum.bounced + bounced }),
    { sessions: 0, bounced: 0 },
  )
}

function rateOf(sum: { sessions: number; bounced: number } | undefined): number | undefined {
  return sum === undefined || sum.sessions === 0 ? undefined : sum.bounced / sum.sessions
}

const percent = (share: number | undefined) => (share === undefined ? '–' : `${Math.round(share * 100)} %`)
