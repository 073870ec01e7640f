import { month, shortDay } from '../../parts/format-time.ts'
import type { Unit } from './window.ts'

/** `25 Nov 2026`, or `Nov 2026` of a month. */
export function dayTitle(unit: Unit, day: string): string {
  const at = Date.parse(`${day}T12:00:00Z`)
  return unit === 'month' ? month(at, 'UTC') : shortDay(at, 'UTC')
}
