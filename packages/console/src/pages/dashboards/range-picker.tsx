import { Toggles } from '../../parts/toggles.tsx'
import styles from './dashboards.module.css'
import { type RangeId, rangeOf, ranges } from './range.ts'
import type { DashboardSearch } from './dashboards-search.ts'
import type { Window } from './window.ts'

/** Which days a dashboard shows, beside the days before or not. */
export function RangePicker(props: {
  view: DashboardSearch
  usual: RangeId
  window: Window
  today: string
  onChange: (values: DashboardSearch) => void
}) {
  const { view, usual, window, today, onChange } = props
  const range = rangeOf(view, usual)
  const change = (values: DashboardSearch) => onChange({ ...view, ...values })
  return (
    <div className={styles.range}>
      <Toggles
        label="Range"
        single
        options={ranges.map(({ id, title }) => ({ value: id, title }))}
        chosen={range === null ? [] : [range]}
        onChange={([id]) => change({ from: id === usual ? undefined : id, to: undefined })}
      />
      <span className={styles.days}>
        <input
          type="date"
          aria-label="From"
          value={window.from}
          max={window.to}
          onChange={({ target }) => target.value && change({ from: target.value, to: window.to })}
        />
        –
        <input
          type="date"
          aria-label="To"
          value={window.to}
          min={window.from}
          max={today}
          onChange={({ target }) => target.value && change({ from: window.from, to: target.value })}
        />
      </span>
    </div>
  )
}
