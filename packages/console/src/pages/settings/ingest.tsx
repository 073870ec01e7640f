import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { Definitions } from '../../parts/definitions.tsx'
import { Dot } from '../../parts/dot.tsx'
import { lengthOfTime } from '../../parts/format-time.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { sentence } from '../../parts/words.ts'

const dayMs = 86_400_000

/** Whether events come in, and answers have them. */
export function Ingest() {
  const query = useQuery({
    queryKey: ['ingest-day'],
    refetchInterval: 15_000,
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const [from, to] = [now - dayMs, now].map((at) => new Date(at).toISOString())
      return await client.events.ingestStats({ from, to, step: 'hour' }, { signal })
    },
  })
  return (
    <Section title="Health">
      <QueryView query={query} rows={3}>
        {({ items, lagSeconds }) => {
          const sum = (read: (item: (typeof items)[number]) => number) =>
            items.reduce((total, item) => total + read(item), 0)
          const reasons = new Map<string, number>()
          for (const { kind, count } of items.flatMap((item) => item.reasons))
            reasons.set(kind, (reasons.get(kind) ?? 0) + count)
          const isLate = (lagSeconds ?? 0) > 2
          return (
            <Definitions
              items={[
                [
                  'Answers',
                  <span key="lag">
                    <Dot kind={isLate ? 'warn' : 'good'} />{' '}
                    {isLate ? `are ${lengthOfTime(lagSeconds ?? 0)} behind the log` : 'have all that came in'}
                  </span>,
                ],
                ['Accepted in 24 hours, of whatever day', formatNumber(sum(({ accepted }) => accepted))],
                ['Duplicates', formatNumber(sum(({ duplicate }) => duplicate))],
                [
                  'Rejected',
                  <span key="rejected">
                    {formatNumber(sum(({ rejected }) => rejected))}{' '}
                    {reasons.size > 0 &&
                      `(${[...reasons].map(([kind, count]) => `${sentence(kind)} ${formatNumber(count)}`).join(', ')}) `}
                    <Link className={link.link} to="/live" search={{ status: 'rejected' }}>
                      See them
                    </Link>
                  </span>,
                ],
              ]}
            />
          )
        }}
      </QueryView>
    </Section>
  )
}
