import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dayMonth, minuteTime, month } from '../format-time.ts'
import styles from './chart.module.css'
import type { Line, LineChartProps } from './line-chart.tsx'
import { useThemeChange } from './use-theme-change.ts'

/** Draws lines over time by uPlot, in the workspace's zone. */
export function Plot(props: LineChartProps & { onPoint: (index: number | null) => void }) {
  const { at, lines, zone, format, height = 200, openAt, byDay, onOpen, onPoint } = props
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
    const drawn = lines.flatMap((line, index) => toDrawn(line, index, openAt))
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
          { ...axis, size: 64, values: (_chart, ticks) => ticks.map((tick) => format(tick)) },
        ],
        series: [
          {},
          ...drawn.map(({ title, colour: name, dash }) => ({
            label: title,
            stroke: resolved(name),
            width: 1.5,
            dash,
            points: { show: at.length < 2 },
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
  }, [at, lines, zone, format, height, openAt, byDay, theme, onPoint])
  return <div ref={place} className={styles.plot} data-opens={onOpen !== undefined} />
}

/** A line as it is drawn: what isn't over is a line of its own, dashed, that goes on from the last whole value. */
function toDrawn({ title, values, earlier }: Line, index: number, openAt = values.length) {
  const colour = earlier ? '--control' : `--c${(index % 5) + 1}`
  if (earlier || openAt >= values.length)
    return [{ title, colour, values, dash: earlier ? [2, 3] : undefined }]
  return [
    { title, colour, values: values.map((value, at) => (at < openAt ? value : null)), dash: undefined },
    { title, colour, values: values.map((value, at) => (at < openAt - 1 ? null : value)), dash: [4, 4] },
  ]
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
