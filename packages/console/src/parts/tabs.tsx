import { Link } from '@tanstack/react-router'
import styles from './tabs.module.css'

/** One of a page's views, each with an address. */
export interface Tab {
  id: string
  title: string
  count?: number
}

/** A page's views. The first needs nothing in the address. */
export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ id, title, count }, at) => (
        <Link
          key={id}
          to="."
          search={{ tab: at === 0 ? undefined : id } as never}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          data-current={id === current}
          replace
        >
          {title}
          {count !== undefined && <span>{count.toLocaleString('en-GB')}</span>}
        </Link>
      ))}
    </nav>
  )
}
