import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useZone } from '../../app/workspace-settings.ts'
import { Button } from '../../parts/button.tsx'
import { dayKey } from '../../parts/format-time.ts'
import { Head } from '../../shell/head.tsx'
import { builtIn } from './dashboard-list.ts'
import styles from './dashboards.module.css'
import { OwnDashboard } from './own-dashboard.tsx'
import { RangePicker } from './range-picker.tsx'
import { toWindow } from './range.ts'
import { windowBefore } from './window.ts'

/** A dashboard, of the days that the address says. */
export function DashboardPage() {
  const { id } = useParams({ from: '/dashboards/$id' })
  const view = useSearch({ from: '/dashboards/$id' })
  const navigate = useNavigate({ from: '/dashboards/$id' })
  const zone = useZone()
  const today = dayKey(Date.now(), zone)
  const found = builtIn.find((one) => one.id === id)
  const { from, to } = view
  const usual = found?.usual ?? '30d'
  const window = useMemo(() => toWindow({ from, to }, usual, today, zone), [from, to, usual, today, zone])
  const before = useMemo(
    () => (view.compare && found?.compares ? windowBefore(window) : null),
    [view.compare, found, window],
  )
  const change = (values: typeof view) => void navigate({ search: values, replace: true })
  if (!found) return <OwnDashboard id={id} />
  const asTables = view.show === 'tables'
  return (
    <>
      <Head title={found.title} crumb={<Link to="/dashboards">Dashboards</Link>} />
      <div className={styles.bar}>
        <RangePicker view={view} usual={usual} window={window} today={today} onChange={change} />
        <div className={styles.right}>
          {found.compares && (
            <Button
              kind="plain"
              aria-pressed={view.compare !== undefined}
              onClick={() => change({ ...view, compare: view.compare ? undefined : 'before' })}
            >
              {view.compare ? 'Without the days before' : 'Compare with the days before'}
            </Button>
          )}
          {found.charts && (
            <Button
              kind="plain"
              data-key="v"
              onClick={() => change({ ...view, show: asTables ? undefined : 'tables' })}
            >
              {asTables ? 'Charts' : 'Tables'} <kbd>v</kbd>
            </Button>
          )}
        </div>
      </div>
      <found.dashboard
        window={window}
        before={before}
        today={today}
        view={view}
        asTables={asTables}
        onChange={change}
      />
    </>
  )
}
