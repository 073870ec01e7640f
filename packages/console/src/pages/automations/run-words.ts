import type { Tone } from '../../parts/chip.tsx'

/** How a run stands, in words and form. */
export const runWords: Record<string, { title: string; tone: Tone }> = {
  PENDING: { title: 'Waiting', tone: 'accent' },
  SKIPPED: { title: 'Skipped', tone: 'quiet' },
  RUNNING_PROCESSOR: { title: 'The agent writes', tone: 'accent' },
  READY_FOR_DELIVERY: { title: 'Written', tone: 'accent' },
  PENDING_DELIVERY: { title: 'On its way', tone: 'accent' },
  DELIVERED: { title: 'Delivered', tone: 'good' },
  PARTIAL_FAILURE: { title: 'Delivered in part', tone: 'warn' },
  FAILED: { title: 'Failed', tone: 'bad' },
}

/** Those that go on by themselves. */
export const goesOn = new Set(['PENDING', 'RUNNING_PROCESSOR', 'READY_FOR_DELIVERY', 'PENDING_DELIVERY'])
