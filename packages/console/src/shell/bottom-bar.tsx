import { Link } from '@tanstack/react-router'
import styles from './bottom-bar.module.css'
import { sections } from './sections.ts'

/** The first pages, below them on a phone. */
export function BottomBar() {
  const pages = sections.flatMap((section) => section.pages).slice(0, 5)
  return (
    <nav className={styles.bar} aria-label="Main pages">
      {pages.map(({ to, title, icon: Icon }) => (
        <Link key={to} to={to}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          {title}
        </Link>
      ))}
    </nav>
  )
}
