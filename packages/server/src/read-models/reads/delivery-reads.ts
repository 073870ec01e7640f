import type { DeliveryStatus, Severity } from '@customer-intel/contract'

/** Questions about messages on their way to destinations. */
export interface DeliveryReads {
  /** What is to be sent by now, with the message: of each destination the longest due, those of all destinations in turn. */
  listDueDeliveries(now: number, bounds: { perDestination: number; limit: number }): Promise<DueDelivery[]>
  /** When the next one is to be sent, Unix milliseconds; null: nothing waits. */
  nextDeliveryAt(): Promise<number | null>
  /** Of one destination, the newest first. */
  listDeliveries(destinationId: string, limit: number): Promise<DeliveryEntry[]>
  /** How many there are of each of these messages by status, and when the last one changed, ISO 8601. */
  countDeliveriesOf(notificationIds: readonly string[]): Promise<DeliveryCount[]>
  /** Of one destination, those that were given up, the oldest first; of these ids also those that were left out. */
  listGivenUpDeliveries(
    destinationId: string,
    options: { deliveryIds?: readonly string[] | undefined; limit: number },
  ): Promise<DeliveryEntry[]>
  /** How many of one destination there are by status. */
  countDeliveries(destinationId: string): Promise<Partial<Record<DeliveryStatus, number>>>
}

export interface DeliveryCount {
  notificationId: string
  status: DeliveryStatus
  count: number
  lastAt: string
}

/** Times are ISO 8601 with `Z`. */
export interface DeliveryEntry {
  deliveryId: string
  notificationId: string
  /** Of the automation's run that it is the outcome of; null: somebody sent it. */
  runId: string | null
  destinationId: string
  status: DeliveryStatus
  tries: number
  errorCode: string | null
  errorMessage: string | null
  /** When the message was sent off. */
  sentAt: string
  updatedAt: string
}

export interface DueDelivery extends DeliveryEntry {
  title: string
  /** Markdown. */
  text: string
  severity: Severity | null
  source: string | null
  subject: string | null
  /** JSON. */
  payload: string | null
}
