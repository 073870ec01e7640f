import { type ReactNode, useMemo } from 'react'
import type { Line } from '../../parts/chart/line-chart.tsx'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { CourseChart } from './course-chart.tsx'
import type { DashboardProps } from './dashboard-props.ts'
import { partOf, toCourse, valuesAlong } from './series.ts'
import { Tile } from './tile.tsx'
import { useAnswer } from './use-answer.ts'
import { type Unit, wholeUnits, type Window } from './window.ts'

/** Numbers that are counted by day, week or month. */
export interface Counted<Row> {
  /** The SQL of the day on which counting began. */
  first: string
  /** The SQL of each part's numbers; the part stands under the unit's name. */
  byUnit: (unit: Unit, window: Window) => string
  /** The lines, the first of which is shown beside the days before. */
  lines: readonly { title: string; value: (row: Row) => number }[]
}

/** Numbers over a window, and of the first also how it was before. Keep `counted` outside of what renders. */
export function useCourse<Row extends Partial<Record<Unit, string>>>(
  counted: Counted<Row>,
  unit: Unit,
  { window, before, today }: Pick<DashboardProps, 'window' | 'before' | 'today'>,
) {
  const sql = counted.byUnit(unit, window)
  const query = useAnswer<Row>(sql)
  const earlier = useAnswer<Row>(counted.byUnit(unit, before ?? window), before !== null).data?.rows
  const since = useAnswer<{ day: string | null }>(counted.first).data?.rows[0]?.day
  const known = useMemo(() => ({ since: since ?? null, today }), [since, today])
  const course = useMemo(() => toCourse(window, unit, today, known), [window, unit, today, known])
  const rows = query.data?.rows
  const lines = useMemo(() => {
    const along = (at: typeof course, found: readonly Row[], value: (row: Row) => number) =>
      valuesAlong(at, found, { start: (row) => row[unit] ?? '', value }, known)
    const now: Line[] = counted.lines.map(({ title, value }) => ({
      title,
      values: along(course, rows ?? [], value),
    }))
    const [first] = counted.lines
    if (!before || !earlier || !first) return now
    const values = along(toCourse(before, unit, today), earlier, first.value)
    const then = {
      title: `${first.title} before`,
      earlier: true,
      values: values.slice(0, course.starts.length),
    }
    return [...now, then]
  }, [counted, course, rows, earlier, known, before, unit, today])
  /** Whether nothing was ever counted. */
  const isNothing = since === null
  return { sql, query, course, lines, isNothing }
}

/** A tile with the course of numbers; each point opens what is behind it. */
export function CourseTile(props: {
  title: string
  note: string
  of: ReturnType<typeof useCourse>
  window: Window
  asTables: boolean
  /** What is counted, and the SQL that names each in a window. */
  behind: { what: string; sql: (window: Window) => string }
  aside?: ReactNode
}) {
  const { title, note, of, window, asTables, behind, aside } = props
  const { sql, query, course, lines } = of
  return (
    <Tile
      title={title}
      note={note}
      sql={sql}
      behind={{ what: behind.what, sql: behind.sql(wholeUnits(window, course.unit)) }}
      wide
      aside={aside}
    >
      <QueryView query={query} rows={6}>
        {() => (
          <CourseChart
            label={title}
            course={course}
            lines={lines}
            format={formatNumber}
            asTable={asTables}
            behind={(index) => behind.sql(partOf(course, index, window.zone))}
          />
        )}
      </QueryView>
    </Tile>
  )
}
