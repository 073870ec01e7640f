import type { Tone } from '../../parts/chip.tsx'

/** How a delivery stands, in words and form. */
export const deliveryWords: Record<string, { title: string; tone: Tone }> = {
  PENDING_ENQUEUE: { title: 'Waiting', tone: 'accent' },
  ENQUEUED: { title: 'Waiting', tone: 'accent' },
  ACCEPTED_BY_PROVIDER: { title: 'Delivered', tone: 'good' },
  FAILED: { title: 'Failed', tone: 'bad' },
  SKIPPED: { title: 'Skipped', tone: 'warn' },
}
