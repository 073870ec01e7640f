import { readProperties } from './event-index.ts'

const segmentLength = 191

/** The segment that an event tells of, in its property `segmentId`, else `segment`; null where it names none. */
export function segmentOf(event: { properties: string }): string | null {
  const { segmentId, segment } = readProperties(event)
  for (const value of [segmentId, segment]) {
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, segmentLength)
    if (typeof value === 'number') return String(value)
  }
  return null
}
