/** The answer to a request that carried an `Idempotency-Key`, as it is kept for a repetition. */
export interface KeptAnswer {
  /** Names operation and key: hexadecimal, of constant length. */
  id: string
  /** Of what was sent, to tell a repetition from another request under the same key: hexadecimal, of constant length. */
  fingerprint: string
  /** When it was given, Unix milliseconds. */
  at: number
  status: number
  /** JSON; null when it was larger than {@link answerBounds} lets be kept: then only that it was given is known. */
  body: string | null
}

/** What is kept of one organization's answers. */
export const answerBounds = {
  /** Older ones are forgotten. */
  maxAgeMs: 24 * 60 * 60 * 1000,
  /** Beyond, the oldest are forgotten before their time: the repetition of a lost answer comes within minutes. */
  maxAnswers: 10_000,
  /** In UTF-8. A larger body is not kept, that it was given is. */
  maxBodyBytes: 256 * 1024,
  /** Of all of them together; beyond, the oldest are forgotten. */
  maxBytes: 32 * 1024 * 1024,
}

/** One organization's {@link KeptAnswer}s: durable, bounded by {@link answerBounds}. */
export interface Answers {
  /** The answer by that id, unless it is too old at `now` (Unix milliseconds); null when there is none. */
  find(id: string, now: number): Promise<KeptAnswer | null>
  /** Keeps an answer, durable once this resolves; one of the same id gives way. Rejects when the disk doesn't take it. */
  keep(answer: KeptAnswer): Promise<void>
  /**
   * Forgets the bodies for which `holds` is true, durable once this resolves: of those answers only that they were
   * given is known, as of one that was too large.
   */
  forgetBodies(holds: (body: string) => boolean): Promise<void>
  /** Waits for what is being kept. */
  close(): Promise<void>
}
