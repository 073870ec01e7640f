import { Link } from '@tanstack/react-router'
import { Head } from '../../shell/head.tsx'
import { builtIn } from './dashboard-list.ts'
import styles from './dashboards.module.css'

/** All dashboards. */
export function DashboardsPage() {
  return (
    <>
      <Head title="Dashboards" />
      <ul className={styles.list}>
        {builtIn.map(({ id, title, note }) => (
          <li key={id}>
            <Link to="/dashboards/$id" params={{ id }}>
              <b>{title}</b>
              <span>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
