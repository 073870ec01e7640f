import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import link from '../../parts/link.module.css'
import { Stats } from '../../parts/stats.tsx'
import { Change, changing } from './change.tsx'
import { type Counted, CourseTile, useCourse } from './course-tile.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import styles from './dashboards.module.css'
import * as questions from './questions/traffic.ts'
import { Ranking } from './ranking.tsx'
import { SentFrom } from './sent-from.tsx'
import { Tile } from './tile.tsx'
import { useAnswer, useWithBefore } from './use-answer.ts'

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

const traffic: Counted<TrafficDay> = {
  first: questions.firstView,
  byUnit: (_, window) => questions.trafficByDay(window),
  lines: [
    { title: 'Visitors', value: ({ visitors }) => visitors },
    { title: 'Page views', value: ({ views }) => views },
  ],
}

/** Who comes to the website, by which way, and what they look at. */
export function TrafficDashboard(props: DashboardProps) {
  const { window, asTables } = props
  const days = useCourse(traffic, 'day', props)
  const [totals, totalsBefore] = useWithBefore<Totals>(questions.trafficTotals, props)
  const [sessions, sessionsBefore] = useWithBefore<SessionDay>(questions.sessionsByDay, props)
  const [total, totalThen] = [totals?.[0], totalsBefore?.[0]]
  const [now, then] = [summed(sessions), summed(sessionsBefore)]
  if (days.isNothing)
    return (
      <Notice title="No page was viewed yet">
        <p>Put the tag on your website, and visitors show here as they come.</p>
        <Link className={link.link} to="/welcome">
          Show the tag
        </Link>
      </Notice>
    )
  return (
    <>
      <Stats
        items={[
          changing('Visitors', total?.visitors, totalThen?.visitors, {
            sql: questions.trafficTotals(window),
            behind: questions.visitorsBehind(window),
          }),
          changing('Page views', total?.views, totalThen?.views, {
            sql: questions.trafficTotals(window),
            behind: questions.viewsBehind(window),
          }),
          changing('Sessions', now?.sessions, then?.sessions, {
            sql: questions.sessionsByDay(window),
            behind: questions.sessionsBehind(window),
          }),
          {
            title: 'Bounce rate',
            value: percent(rateOf(now)),
            note: <Change now={rateOf(now)} before={rateOf(then)} as="points" lessIsBetter />,
            sql: questions.sessionsByDay(window),
            behind: questions.sessionsBehind(window, 'bounced'),
          },
        ]}
      />
      <div className={styles.tiles}>
        <CourseTile
          title="Visitors by day"
          note="A visitor is a browser; one that comes on two days counts on both, and once above."
          of={days}
          window={window}
          asTables={asTables}
          behind={{ what: 'Page views', sql: questions.viewsBehind }}
        />
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
