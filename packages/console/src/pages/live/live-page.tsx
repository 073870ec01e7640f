import { useNavigate, useSearch } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useZone } from '../../app/workspace-settings.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { FilterBar } from '../../parts/filters/filter-bar.tsx'
import type { Filter } from '../../parts/filters/filter.ts'
import { formatNumber } from '../../parts/format-number.ts'
import { Grid } from '../../parts/grid/grid.tsx'
import page from '../../parts/grid/list-page.module.css'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { sentence } from '../../parts/words.ts'
import { Head } from '../../shell/head.tsx'
import { liveColumns } from './live-columns.tsx'
import type { LiveLine } from './live-line.ts'
import { type LiveSearch, liveStatuses, liveTypes, readLiveSearch } from './live-search.ts'
import { LiveStore } from './live-store.ts'
import styles from './live.module.css'

const titled = (words: readonly string[]) => words.map((value) => ({ value, title: sentence(value) }))
const filters: readonly Filter[] = [
  { id: 'status', title: 'Status', kind: 'choice', options: titled(liveStatuses) },
  { id: 'type', title: 'Type', kind: 'choice', options: titled(liveTypes) },
]

/** What arrives, as it arrives: accepted, repeated and rejected. */
export function LivePage() {
  const view = useSearch({ from: '/live' })
  const navigate = useNavigate({ from: '/live' })
  const zone = useZone()
  const { openEvent, openRefused } = useOverlay()
  const [store] = useState(() => new LiveStore())
  useEffect(() => store.start({ recall: true }), [store])
  const { lines, lag, skipped, error } = useSyncExternalStore(store.subscribe, store.state)
  const [held, setHeld] = useState<readonly LiveLine[] | null>(null)
  const [active, setActive] = useState(0)
  const columns = useMemo(() => liveColumns(zone), [zone])
  const matching = useMemo(() => lines.filter((line) => isShown(line, view)), [lines, view])
  const shown = held ?? matching
  const fresh = held === null ? 0 : countBefore(matching, held[0])
  const hold = useCallback(
    () => setHeld((before) => before ?? store.state().lines.filter((line) => isShown(line, view))),
    [store, view],
  )
  return (
    <div className={page.page}>
      <Head title="Live">
        {lag !== null && lag > 2 && (
          <span className={styles.lag}>
            <Dot kind="warn" /> read {formatNumber(Math.round(lag))} s later
          </span>
        )}
      </Head>
      <FilterBar
        filters={filters}
        values={view}
        searchLabel="Name, path or person"
        onChange={(values) => {
          setHeld(null)
          void navigate({ search: readLiveSearch(values), replace: true })
        }}
      >
        {skipped > 0 && <span>{formatNumber(skipped)} were too many to show</span>}
        {held !== null && fresh > 0 && (
          <Button kind="primary" onClick={() => setHeld(null)}>
            {formatNumber(fresh)} new
          </Button>
        )}
        <Button kind="plain" onClick={() => (held === null ? hold() : setHeld(null))}>
          {held === null ? (
            <Pause size={14} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Play size={14} strokeWidth={1.5} aria-hidden="true" />
          )}
          {held === null ? 'Pause' : 'Go on'}
        </Button>
      </FilterBar>
      {error && <Failed error={error} onRetry={() => location.reload()} />}
      {shown.length === 0 && !error ? (
        <Notice title="Waiting for events">
          <p>
            {lines.length === 0
              ? 'What your pages and your backend send from now on appears here at once, and what is refused with the reason.'
              : 'Nothing that came matches the filters.'}
          </p>
        </Notice>
      ) : (
        <Grid
          label="Events"
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          active={Math.min(active, shown.length - 1)}
          onActive={(index) => {
            setActive(index)
            if (index > 0) hold()
          }}
          onScrolled={hold}
          onOpen={({ uuid, refused }) => {
            hold()
            if (uuid !== null) openEvent(uuid)
            else if (refused !== null) openRefused(refused)
          }}
          onPeek={() => (held === null ? hold() : setHeld(null))}
        />
      )}
    </div>
  )
}

const keyOf = ({ key }: LiveLine) => key

function isShown(line: LiveLine, { type, status, search }: LiveSearch): boolean {
  if (type !== undefined && line.type !== type) return false
  if (status !== undefined && line.status !== status) return false
  const words = search?.toLowerCase()
  return (
    words === undefined ||
    [line.name, line.path, line.who, line.customer, line.reason].some((text) =>
      text?.toLowerCase().includes(words),
    )
  )
}

/** How many lines came after this one. */
function countBefore(lines: readonly LiveLine[], first: LiveLine | undefined): number {
  if (!first) return lines.length
  const at = lines.findIndex(({ key }) => key === first.key)
  return at < 0 ? lines.length : at
}
