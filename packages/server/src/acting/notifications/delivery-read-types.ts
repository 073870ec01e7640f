import type { DeliveryStatus, ListedDelivery, Severity } from '@customer-intel/contract'
import type { Page } from '../../kernel/sql/page.ts'
import type { DeliveriesQuery } from './list-deliveries.ts'

/** Reads about deliveries of messages to destinations. */
export interface DeliveryReads {
  /** Deliveries due now, with the message: the longest due first for each destination, destinations alternating. */
  listDueDeliveries(now: number, bounds: { perDestination: number; limit: number }): Promise<DueDelivery[]>
  /** When the next one is due, Unix milliseconds; null: none is waiting. */
  nextDeliveryAt(): Promise<number | null>
  /** Of one destination, the newest first. */
  listDeliveries(destinationId: string, limit: number): Promise<DeliveryEntry[]>
  /** Of all destinations, newest messages first. */
  searchDeliveries(query: DeliveriesQuery): Promise<Page<ListedDelivery>>
  /** Deliveries of these messages by status, with the time of the last change, ISO 8601. */
  countDeliveriesOf(notificationIds: readonly string[]): Promise<DeliveryCount[]>
  /** Given-up deliveries of one destination, oldest first; for these ids also the skipped ones. */
  listGivenUpDeliveries(
    destinationId: string,
    options: { deliveryIds?: readonly string[] | undefined; limit: number },
  ): Promise<TriedDelivery[]>
  /** Messages of automations' runs since then, by destination. */
  countRunMessages(since: number): Promise<{ destinationId: string; count: number }[]>
  /** Deliveries of one destination by status. */
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
  /** The automation's run that sent it; null: a person or program did. */
  runId: string | null
  destinationId: string
  status: DeliveryStatus
  tries: number
  errorCode: string | null
  errorMessage: string | null
  /** When the message was accepted for sending. */
  sentAt: string
  updatedAt: string
}

/** A delivery with how it was tried so far. */
export interface TriedDelivery extends DeliveryEntry {
  /** JSON: {@link DeliveryAttempt}s, oldest first. */
  attempts: string | null
}

export interface DueDelivery extends TriedDelivery {
  title: string
  /** Markdown. */
  text: string
  severity: Severity | null
  source: string | null
  subject: string | null
  /** JSON. */
  payload: string | null
}
