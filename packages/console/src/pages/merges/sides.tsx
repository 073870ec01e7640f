import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import link from '../../parts/link.module.css'
import { Text } from '../../parts/text.tsx'
import styles from './merges.module.css'

/** A row of what is compared: what it says of each as text, and how that is shown. */
export interface SideRow<Side> {
  title: string
  read: (side: Side) => string | null
  show?: (side: Side) => ReactNode
}

/** What is to be one, side by side: the same rows aligned, what differs marked, and the way to each. */
export function Sides<Side extends { id: string }>(props: {
  sides: readonly Side[]
  /** What becomes of each. */
  titles: readonly string[]
  rows: readonly SideRow<Side>[]
  isPerson?: (side: Side) => boolean
}) {
  const { sides, titles, rows, isPerson } = props
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th scope="col">Of each</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, read, show }) => (
          <tr key={title} data-differs={new Set(sides.map(read)).size > 1}>
            <th scope="row">
              <Text value={title} />
            </th>
            {sides.map((side) => (
              <td key={side.id}>{show ? show(side) : <Text value={read(side)} />}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">Page</th>
          {sides.map((side) => (
            <td key={side.id}>
              <Link
                className={link.link}
                to={isPerson?.(side) === true ? '/people/$id' : '/customers/$id'}
                params={{ id: side.id }}
              >
                Open
              </Link>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
