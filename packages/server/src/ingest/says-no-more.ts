import type { EventsRecord } from '../log/record.ts'

/**
 * Whether a body holds nothing beside what was parsed from it that would have had to be sanitised. JSON lets a name
 * come twice and the last one counts: an earlier `url` or `formFields` was never looked at, and would be kept with the
 * body's bytes. So those names must stand in the text exactly as often as in the record, and a batch with a form is
 * never kept as it came. False also in doubt, such as for a property that is called `url`: then encode the record.
 */
export function saysNoMore(text: string, { events }: EventsRecord): boolean {
  let expected = 0
  for (const event of events) {
    if (event.type === 'form') return false
    expected += event.referrer === undefined ? 2 : 3
  }
  let found = 0
  watchedName.lastIndex = 0
  while (found <= expected && watchedName.test(text)) found += 1
  // Each event has its own `url` and `path`, so that as many names as there should be are exactly those.
  return found === expected && !(text.includes(String.raw`\u`) && spelledLetter.test(text))
}

/** A search for the opening quote would stop at each of them: a letter is rarer, and finding too much is only doubt. */
const watchedName = /(?:url|path|referrer|Fields)"/g

/** A letter of ASCII written as an escape: so a name can be spelled in a way that the search for it misses. */
const spelledLetter = /\\u00[4-7]/
