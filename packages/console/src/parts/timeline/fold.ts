import type { TimelineEvent } from '@customer-intel/node-sdk'
import { dayKey } from '../format-time.ts'

/** Entries of a timeline that are alike and follow each other. */
export interface Run {
  first: TimelineEvent
  /** The whole run, newest first. */
  events: TimelineEvent[]
}

/** A day of a timeline, in the workspace's zone. */
export interface Day {
  key: string
  at: number
  runs: Run[]
}

/** Days, newest first, with runs of like events folded: the same event of the same person, nothing of a source, and no run of an automation. */
export function fold(events: readonly TimelineEvent[], zone: string): Day[] {
  const days: Day[] = []
  for (const event of events) {
    const at = Date.parse(event.occurredAt)
    const key = dayKey(at, zone)
    if (days.at(-1)?.key !== key) days.push({ key, at, runs: [] })
    const { runs } = days.at(-1)!
    const last = runs.at(-1)
    if (last && isAlike(last.first, event)) last.events.push(event)
    else runs.push({ first: event, events: [event] })
  }
  return days
}

function isAlike(left: TimelineEvent, right: TimelineEvent): boolean {
  return (
    left.eventType !== 'AUTOMATION_RUN' &&
    left.sourceType === null &&
    right.sourceType === null &&
    left.eventType === right.eventType &&
    left.eventName === right.eventName &&
    left.contact === right.contact
  )
}
