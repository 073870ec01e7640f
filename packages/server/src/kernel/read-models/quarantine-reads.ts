/** Something in the log that can't be applied, and so is missing from the answers. */
export interface QuarantinedItem {
  /** Of its log entry. */
  position: number
  /** Index in that entry; null for an entry that can't be decoded at all. */
  index: number | null
  /** The event's uuid or the record's key (`source:CALL:c-17`); null if neither can be read. */
  name: string | null
  reason: string
  /** When it was quarantined, ISO 8601. */
  at: string
}

export interface QuarantineReads {
  /** All items, in log order. */
  listQuarantined(limit: number): Promise<QuarantinedItem[]>
  /** One event (by uuid in lower case) or record; null when it isn't quarantined. */
  findQuarantined(name: string): Promise<QuarantinedItem | null>
}
