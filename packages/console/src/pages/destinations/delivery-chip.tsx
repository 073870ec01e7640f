import { Chip } from '../../parts/chip.tsx'
import { deliveryWords } from './delivery-words.ts'

/** How a delivery stands. One that was tried in vain and is tried again says so. */
export function DeliveryChip({ status, tries = 0 }: { status: string; tries?: number }) {
  const { title, tone } = deliveryWords[status] ?? { title: status, tone: 'quiet' as const }
  const isRetried = status === 'ENQUEUED' && tries > 0
  return <Chip tone={isRetried ? 'warn' : tone}>{isRetried ? 'Tried again' : title}</Chip>
}
