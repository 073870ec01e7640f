import * as v from 'valibot'

/** Why an answer lacks something. */
export interface Staleness {
  /** For people, such as `The read models are being restarted.` */
  reason: string
  /**
   * How long ago the server accepted the oldest that the answer lacks, in seconds: all that came before is in it. Null
   * when nobody can tell.
   */
  behindSeconds: number | null
}

/** What an answer may say beside its own fields. */
export interface MayBeStale {
  /** The answer lacks some of what was accepted before the call. Absent: it is current. */
  stale?: Staleness
}

export const StalenessSchema = v.object({
  reason: v.string(),
  behindSeconds: v.nullable(v.number()),
}) satisfies v.GenericSchema<Staleness>

export const MayBeStaleSchema = v.object({
  stale: v.optional(StalenessSchema),
}) satisfies v.GenericSchema<MayBeStale>
