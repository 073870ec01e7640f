import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dayMonth, minuteTime, month } from '../format-time.ts'
import styles from './chart.module.css'
import type { Line, LineChartProps } from './line-chart.tsx'
import { useThemeChange } from './use-theme-change.ts'

/** Draws lines over time by uPlot, in the workspace's zone. */
export function Plot(props: LineChartProps & { onPoint: (index: number | null) => void }) {
  const { at, lines, zone, format, height = 200, openAt, beganAt, byDay, onOpen, onPoint } = props
  const place = useRef<HTMLDivElement>(null)
  const theme = useThemeChange()
  const open = useRef(onOpen)
  open.current = onOpen
  useEffect(() => {
    const element = place.current
    if (!element) return
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name)
    const resolved = (name: string) => resolveColour(element, colour(name))
    const axis = {
      stroke: resolved('--text-3'),
      grid: { stroke: resolved('--line-soft'), width: 1 },
      ticks: { show: false },
      font: '500 11px Inter Variable, sans-serif',
    }
    const drawn = lines.flatMap((line, index) => toDrawn(line, index, { openAt, beganAt }))
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
        legend: { show: false },
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
        cursor: { points: { size: 6 }, drag: { x: false, y: false } },
        scales: { y: { range: (_chart, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.1] } },
        axes: [
          {
            ...axis,
            size: 32,
            values: (_chart, ticks) => dateTicks(ticks, zone),
            ...(byDay && { splits: (chart: uPlot) => someOf(at, chart.width / 96) }),
          },
          { ...axis, size: widthOf, values: (_chart, ticks) => ticks.map((tick) => format(tick)) },
        ],
        series: [
          {},
          ...drawn.map(({ title, colour: name, dash, apart }) => ({
            label: title,
            stroke: resolved(name),
            width: apart ? 0 : 1.5,
            dash,
            points: apart
              ? { show: true, size: 7, width: 1.5, stroke: resolved(name), fill: resolved('--page') }
              : { show: at.length < 3 },
            spanGaps: false,
          })),
        ],
      },
      [at as number[], ...drawn.map(({ values }) => values as (number | null)[])],
      element,
    )
    chart.over.addEventListener('click', () => {
      if (chart.cursor.idx != null) open.current?.(chart.cursor.idx)
    })
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [at, lines, zone, format, height, openAt, beganAt, byDay, theme, onPoint])
  return <div ref={place} className={styles.plot} data-opens={onOpen !== undefined} />
}

interface Drawn extends Pick<Line, 'title' | 'values'> {
  colour: string
  dash?: number[]
  /** Points alone, without the line between them. */
  apart?: boolean
}

/** A line as it is drawn: what isn't whole, at its end or its beginning, stands apart as rings, and is no fall of the line. */
function toDrawn(
  { title, values, earlier }: Line,
  index: number,
  { openAt = values.length, beganAt = -1 }: { openAt?: number; beganAt?: number },
): Drawn[] {
  const colour = earlier ? '--control' : `--c${(index % 5) + 1}`
  if (earlier) return [{ title, colour, values, dash: [2, 3] }]
  const isWhole = (at: number) => at !== beganAt && at < openAt
  const line = { title, colour, values: values.map((value, at) => (isWhole(at) ? value : null)) }
  if (values.every((_, at) => isWhole(at))) return [line]
  return [line, { ...line, values: values.map((value, at) => (isWhole(at) ? null : value)), apart: true }]
}

/** As wide as the longest of an axis' values. Pixels. */
function widthOf(_chart: uPlot, values: readonly string[] | null): number {
  return Math.max(64, 16 + 6.5 * Math.max(0, ...(values ?? []).map(({ length }) => length)))
}

/** At most so many of the moments, evenly. */
function someOf(at: readonly number[], count: number): number[] {
  const every = Math.ceil(at.length / Math.max(2, count))
  return at.filter((_, index) => index % every === 0)
}

/** Days below two years, months beyond; hours below three days. */
function dateTicks(ticks: readonly number[], zone: string): string[] {
  const span = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0)
  const write = span > 0 && span < 3 * 86_400 ? minuteTime : span > 500 * 86_400 ? month : dayMonth
  return ticks.map((tick) => write(tick * 1_000, zone))
}

/** A canvas knows no `light-dark()`: what a colour is in the present theme. */
function resolveColour(element: HTMLElement, value: string): string {
  const probe = document.createElement('i')
  probe.style.color = value
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
