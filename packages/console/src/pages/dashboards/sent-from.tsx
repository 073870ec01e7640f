import { QueryView } from '../../parts/query-view.tsx'
import { sentence } from '../../parts/words.ts'
import type { DashboardProps } from './dashboard-props.ts'
import { sessionsBehind, topSenders } from './questions/traffic.ts'
import { Ranking } from './ranking.tsx'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'

const countries = new Intl.DisplayNames('en', { type: 'region' })
const kinds = {
  device: {
    title: 'Devices',
    name: (device: string) => (device === 'tv' ? 'TV' : sentence(device)),
    empty: 'No browser said what it is in these days.',
  },
  browser: {
    title: 'Browsers',
    name: (browser: string) => browser,
    empty: 'No browser said what it is in these days.',
  },
  country: {
    title: 'Countries',
    name: (code: string) => countries.of(code) ?? code,
    empty: 'No country is known. The server needs a database of countries: SVC_COUNTRY_DATABASE.',
  },
}

/** Devices, browsers or countries that sessions were sent from. */
export function SentFrom({ window, by }: Pick<DashboardProps, 'window'> & { by: keyof typeof kinds }) {
  const { title, name, empty } = kinds[by]
  const sql = topSenders(window, by)
  const query = useAnswer<{ value: string; sessions: number }>(sql)
  return (
    <Tile title={title} note="By sessions." sql={sql}>
      <QueryView query={query} rows={6}>
        {({ rows }) => (
          <Ranking
            label={title}
            empty={empty}
            rows={
              rows.every(({ value }) => value === '')
                ? []
                : rows.slice(0, 12).map(({ value, sessions }) => ({
                    key: value,
                    title: value === '' ? '' : name(value),
                    fallback: 'Not known',
                    value: sessions,
                    sql: sessionsBehind(window, { [by]: value }),
                  }))
            }
          />
        )}
      </QueryView>
    </Tile>
  )
}
