/**
 * Whose an anonymous event on a device is. A device (a visitor id or a fingerprint) may be shared: then its history
 * goes by time, not by arrival. Before anybody was identified there it belongs to the first person identified; from
 * a person's event on, to that person, until the next person's.
 */
export interface DeviceStatement {
  /** Event time, Unix milliseconds. */
  at: number
  /** Settles ties of time, so that the answer doesn't depend on arrival. */
  eventId: string
  /** The person's key on that event. */
  person: string
}

/** A span of time in which a device is one person's; `from` of the first is -Infinity. */
export interface OwnerSpan {
  from: number
  person: string
}

/** The spans, in order of time, neighbours differing in person. Empty for no statement. */
export function ownerSpans(statements: Iterable<DeviceStatement>): OwnerSpan[] {
  const sorted = [...statements].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1))
  const spans: OwnerSpan[] = []
  for (const { at, person } of sorted) {
    const last = spans.at(-1)
    if (last === undefined) spans.push({ from: -Infinity, person })
    else if (last.person !== person) {
      // Two people at the very same instant: the later of the tie holds from there on.
      if (last.from === at) last.person = person
      else spans.push({ from: at, person })
    }
  }
  return spans.filter((span, index) => span.person !== spans[index - 1]?.person)
}
