import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BehindLink } from '../../parts/behind-link.tsx'
import link from '../../parts/link.module.css'
import styles from './dashboards.module.css'

interface TileProps {
  title: string
  /** What is counted, and how. */
  note?: string
  /** The question behind it. */
  sql: string
  /** What is counted in all of it: its word (`Customers`) and the SQL that names each. */
  behind?: { what: string; sql: string }
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** A part of a dashboard, with what it counts and the way to its question. */
export function Tile({ title, note, sql, behind, aside, wide, children }: TileProps) {
  return (
    <section className={styles.tile} data-wide={wide} aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          {note !== undefined && <p>{note}</p>}
        </div>
        <div className={styles.aside}>
          {aside}
          {behind && (
            <BehindLink
              className={link.link}
              behind={{ of: title, sql: behind.sql }}
              label={`${behind.what} behind ${title}`}
            >
              {behind.what}
            </BehindLink>
          )}
          <Link className={link.link} to="/ask" search={{ sql }} aria-label={`SQL of ${title}`}>
            SQL
          </Link>
        </div>
      </header>
      {children}
    </section>
  )
}
