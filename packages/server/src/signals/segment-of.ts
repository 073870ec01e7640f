import { cutText } from '@customer-intel/contract'
import { readProperties } from './event-index.ts'

const segmentLength = 191

/** The segment in an event's property `segmentId`, else `segment`; null without one. */
export function segmentOf(event: { properties: string }): string | null {
  const { segmentId, segment } = readProperties(event)
  for (const value of [segmentId, segment]) {
    if (typeof value === 'string' && value.trim() !== '') return cutText(value.trim(), segmentLength)
    if (typeof value === 'number') return String(value)
  }
  return null
}
