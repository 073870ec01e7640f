/**
 * Who owns an anonymous event on a device. A device (a visitor id or a fingerprint) may be shared: then its events are
 * assigned by their time, not by their arrival. Events before anybody was identified belong to the first person
 * identified; later ones to the person identified last before them.
 */
export interface DeviceStatement {
  /** Event time, Unix milliseconds. */
  at: number
  /** Decides between equal times, so that the result doesn't depend on arrival. */
  eventId: string
  /** The person's key on that event. */
  person: string
}

/** A span of time in which one person uses a device; `from` of the first one is -Infinity. */
export interface OwnerSpan {
  from: number
  person: string
}

/** The spans in order of time; neighbours have different persons. Empty without statements. */
export function ownerSpans(statements: Iterable<DeviceStatement>): OwnerSpan[] {
  const sorted = [...statements].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1))
  const spans: OwnerSpan[] = []
  for (const { at, person } of sorted) {
    const last = spans.at(-1)
    if (last === undefined) spans.push({ from: -Infinity, person })
    else if (last.person !== person) {
      // Two people at the same time: the one with the larger event id has the device from then on.
      if (last.from === at) last.person = person
      else spans.push({ from: at, person })
    }
  }
  return spans.filter((span, index) => span.person !== spans[index - 1]?.person)
}
