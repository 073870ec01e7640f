/**
 * Entries that are only ever added, such as feedback: small, rare, and read by people. What is ingested goes to the
 * log instead.
 */
export interface Journal<Entry extends object> {
  /**
   * Resolves once the entry is on disk. Rejects with AppError `UNAVAILABLE` when it can't be put there; then it is
   * never read either. Appends queue up.
   */
  append(entry: Entry): Promise<void>
  /** Everything that was appended, oldest first. */
  read(): Promise<Entry[]>
  /** Puts another entry in the place of each that `change` doesn't return as it is, all at once. */
  rewrite(change: (entry: Entry) => Entry): Promise<void>
}
