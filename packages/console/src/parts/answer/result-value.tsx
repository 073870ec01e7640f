import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { formatNumber } from '../format-number.ts'
import link from '../link.module.css'
import { Text } from '../text.tsx'
import { type ResultRow, textOfValue } from './result.ts'

/** Columns that name somebody, and those of their ids. */
const customerColumns = new Set(['customer', 'customer_id'])
const personColumns = new Set(['person', 'user_id'])
const eventColumns = new Set(['occurred_at', 'event_id'])

/**
 * A value of an answer. A customer's, a person's or an event's leads there, where the row has its id; `children` stand for the
 * value where it is written in another way.
 */
export function ResultValue({ name, row, children }: { name: string; row: ResultRow; children?: ReactNode }) {
  const { openEvent } = useOverlay()
  const value = row[name]
  if (typeof value === 'number') return formatNumber(value)
  const { customer_id: customerId, user_id: userId, event_id: eventId } = row
  const isSomebody = (name === 'customer' && isId(customerId)) || (name === 'person' && isId(userId))
  const shown = children ?? (
    <Text value={textOfValue(value)} fallback={isSomebody ? 'Without a name' : undefined} />
  )
  if (customerColumns.has(name) && isId(customerId))
    return (
      <Link className={link.link} to="/customers/$id" params={{ id: customerId }}>
        {shown}
      </Link>
    )
  if (personColumns.has(name) && isId(userId))
    return (
      <Link className={link.link} to="/people/$id" params={{ id: userId }}>
        {shown}
      </Link>
    )
  if (eventColumns.has(name) && isId(eventId))
    return (
      <button type="button" className={link.link} onClick={() => openEvent(eventId)}>
        {shown}
      </button>
    )
  return shown
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''
