import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { closed } from '../overlays/overlay-search.ts'

/** The rows behind a number: what it is called, and their SQL. */
export interface Behind {
  of: string
  sql: string
}

/** Opens the customers, people, events or deals behind a number, over the page. */
export function BehindLink(props: {
  behind: Behind
  className?: string
  label?: string
  title?: string
  children: ReactNode
}) {
  const { behind, className, label, title, children } = props
  return (
    <Link
      className={className}
      to="."
      resetScroll={false}
      search={(before: Record<string, unknown>) => ({
        ...before,
        ...closed,
        behind: behind.sql,
        of: behind.of,
      })}
      aria-label={label}
      title={title}
    >
      {children}
    </Link>
  )
}
