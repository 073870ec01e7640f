import type { EventsRecord } from '../log/record.ts'

/**
 * Whether a body holds nothing beside what was parsed from it that would have had to be sanitised. JSON lets a name
 * come twice and the last one counts: an earlier `url` or `formFields` was never looked at, and would be kept with the
 * body's bytes. So those names must stand in the text exactly as often as in the record, and a batch with a form is
 * never kept as it came. False also in doubt, such as for a property that is called `url`: then encode the record.
 */
export function saysNoMore(text: string, { events }: EventsRecord): boolean {
  let referrers = 0
  for (const event of events) {
    if (event.type === 'form') return false
    if (event.referrer !== undefined) referrers += 1
  }
  return (
    holds(text, 'url"', events.length) &&
    holds(text, 'path"', events.length) &&
    holds(text, 'referrer"', referrers) &&
    holds(text, 'Fields"', 0) &&
    !(text.includes(String.raw`\u`) && spelledLetter.test(text))
  )
}

/** A letter of ASCII written as an escape: so a name can be spelled in a way that the search for it misses. */
const spelledLetter = /\\u00[4-7]/

/** A search for the opening quote would stop at each of them: a letter is rarer, and finding too much is only doubt. */
function holds(text: string, name: string, times: number): boolean {
  let at = -1
  for (let found = 0; found <= times; found += 1) {
    at = text.indexOf(name, at + 1)
    if (at < 0) return found === times
  }
  return false
}
