import { useMemo } from 'react'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { BehindLink } from '../../parts/behind-link.tsx'
import { type Line, LineChart } from '../../parts/chart/line-chart.tsx'
import { Table } from '../../parts/table.tsx'
import type { Course } from './series.ts'
import styles from './dashboards.module.css'
import { dayTitle } from './day-title.ts'

interface CourseProps {
  label: string
  course: Course
  lines: readonly Line[]
  format: (value: number) => string
  /** Whether its table is shown in its place. */
  asTable: boolean
  /** The SQL of what is behind a part. */
  behind: (index: number) => string
}

/** Numbers over the days, weeks or months of a window; a point opens what is behind it, and so does a row of its table. */
export function CourseChart(props: CourseProps) {
  const { label, course, lines, format, asTable, behind } = props
  const { openBehind } = useOverlay()
  const behindAt = (index: number) => ({
    of: `${label}, ${dayTitle(course.unit, course.starts[index]!)}`,
    sql: behind(index),
  })
  const indexes = useMemo(() => course.starts.map((_, index) => index).reverse(), [course])
  if (asTable)
    return (
      <div className={styles.scroll}>
        <Table
          label={`${label}, as a table`}
          rows={indexes}
          keyOf={(index) => course.starts[index]!}
          columns={[
            {
              title: course.unit === 'day' ? 'Day' : course.unit === 'week' ? 'Week from' : 'Month',
              render: (index) => (
                <BehindLink behind={behindAt(index)}>
                  {dayTitle(course.unit, course.starts[index]!)}
                  {course.openAt !== undefined && index >= course.openAt && ' (not over)'}
                  {course.beganAt === index && ' (not whole)'}
                </BehindLink>
              ),
            },
            ...lines.map(({ title, values }) => ({
              title,
              right: true,
              render: (index: number) => (values[index] == null ? '–' : format(values[index])),
            })),
          ]}
        />
      </div>
    )
  return (
    <LineChart
      label={label}
      at={course.at}
      lines={lines}
      zone="UTC"
      byDay
      format={format}
      height={220}
      openAt={course.openAt}
      openNote={course.openNote}
      beganAt={course.beganAt}
      onOpen={(index) => openBehind(behindAt(index))}
    />
  )
}
