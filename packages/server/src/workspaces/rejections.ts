/** An event that was refused. Holds nothing that the event said but its uuid. */
export interface Rejection {
  /** ISO 8601, UTC. */
  at: string
  /** In its batch. */
  index: number
  /** Lower case. */
  uuid: string
  /** Names the field and the remedy. */
  reason: string
}

/** The last refusals of one organization: bounded, for explaining, and lost without harm. */
export interface Rejections {
  /** Costs no wait; what comes faster than it can be kept is left out. */
  note(rejection: Rejection): void
  /** Every remembered refusal of an event, oldest first. */
  find(uuid: string): Promise<Rejection[]>
  close(): Promise<void>
}
