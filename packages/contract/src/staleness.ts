import * as v from 'valibot'

/** Why an answer lacks something. */
export interface Staleness {
  /** For people, such as `The read models are being rebuilt`. */
  reason: string
}

/** What every answer of a tool may say beside its own fields. */
export interface MayBeStale {
  /** The answer lacks some of what was accepted before the call. Absent: it is current. */
  stale?: Staleness
}

const StalenessSchema = v.object({ reason: v.string() }) satisfies v.GenericSchema<Staleness>

export const MayBeStaleSchema = v.object({
  stale: v.optional(StalenessSchema),
}) satisfies v.GenericSchema<MayBeStale>
