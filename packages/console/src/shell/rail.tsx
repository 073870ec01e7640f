import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { Session } from '@customer-intel/node-sdk'
import { Avatar } from '../parts/avatar.tsx'
import { modifier } from '../parts/modifier.ts'
import { Text } from '../parts/text.tsx'
import { initials } from '../parts/words.ts'
import { openPalette } from './keyboard.tsx'
import styles from './rail.module.css'
import { sections } from './sections.ts'
import { SignOut } from './sign-out.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The way to every page, beside it on a wide screen. */
export function Rail({ session }: { session: Session }) {
  const workspace = session.organization?.name ?? 'Workspace'
  return (
    <aside className={styles.rail}>
      <p className={styles.workspace}>
        <span className={styles.mark} aria-hidden="true">
          {initials(workspace).charAt(0)}
        </span>
        <span className={styles.clip}>
          <Text value={workspace} />
        </span>
      </p>
      <button type="button" className={styles.find} onClick={openPalette}>
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        Go to
        <kbd>{modifier}K</kbd>
      </button>
      <nav className={styles.nav} aria-label="Pages">
        {sections.map(({ title, pages }) => (
          <div key={title} className={styles.group}>
            {title !== null && <h2>{title}</h2>}
            {pages.map(({ to, title: name, icon: Icon }) => (
              <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                {name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <span className={styles.me}>
          <Avatar name={session.user?.name ?? workspace} />
          <span className={styles.clip}>
            <Text value={session.user?.name} fallback="API key" />
          </span>
        </span>
        <ThemeSwitch />
        {session.user && <SignOut />}
      </div>
    </aside>
  )
}
