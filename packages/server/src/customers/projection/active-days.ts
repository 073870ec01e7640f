import type { ActiveDay } from '../journey.ts'
import type { Subject } from './subject.ts'

const dayMs = 86_400_000

export const daysToMs = (days: number): number => days * dayMs

/** The day of a time in Unix milliseconds. */
export const activeDay = (at: number): ActiveDay => ({ day: Math.floor(at / dayMs), at })

/** A subject's first product activity on a day; `at` in Unix milliseconds. */
export interface NewDay {
  subject: Subject
  at: number
}

/** Days of activity as one text, `day:first moment` separated by commas: a person may have tens of thousands. */
export const daysText = `string_agg(d.day || ':' || epoch_ms(d.first_at), ',')`

export function readDays(text: string): ActiveDay[] {
  return text.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    return { day: Number(pair.slice(0, colon)), at: Number(pair.slice(colon + 1)) }
  })
}
