import * as v from 'valibot'

/** Why an answer lacks something. */
export const StalenessSchema = v.object({
  /** For people, such as `The read models are being restarted.` */
  reason: v.string(),
  /**
   * How long ago the server accepted the oldest that the answer lacks, in seconds: all that came before is in it. Null
   * when nobody can tell.
   */
  behindSeconds: v.nullable(v.number()),
})

/** What an answer may say beside its own fields. */
export const MayBeStaleSchema = v.object({
  /** The answer lacks some of what was accepted before the call. Absent: it is current. */
  stale: v.optional(StalenessSchema),
})
