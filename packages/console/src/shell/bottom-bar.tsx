import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import styles from './bottom-bar.module.css'
import { openPalette } from './keyboard.tsx'
import { sections } from './sections.ts'

/** The pages that one has in the pocket; the others are behind More. */
const onPhone = new Set(['/', '/live', '/customers', '/ask'])

/** The first pages, below them on a phone, and the way to all others. */
export function BottomBar() {
  const pages = sections.flatMap((section) => section.pages).filter(({ to }) => onPhone.has(to))
  return (
    <nav className={styles.bar} aria-label="Main pages">
      {pages.map(({ to, title, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
          {title}
        </Link>
      ))}
      <button type="button" onClick={openPalette}>
        <Ellipsis size={20} strokeWidth={1.5} aria-hidden="true" />
        More
      </button>
    </nav>
  )
}
