import type { ReactNode } from 'react'
import styles from './link.module.css'

const safe = new Set(['http:', 'https:', 'mailto:'])

/** A link out of the console. An address of another kind is text. */
export function OutwardLink({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  const url = href && URL.canParse(href) ? new URL(href) : null
  if (!url || !safe.has(url.protocol)) return <>{children}</>
  return (
    <a className={styles.link} href={url.href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
