import type { Destination } from '@customer-intel/node-sdk'
import { Chip } from '../../parts/chip.tsx'

/** Whether messages go there, and whether they arrive. */
export function DestinationState({ destination }: { destination: Destination }) {
  const { enabled, syncStatus } = destination
  if (syncStatus === 'DISABLED_BY_PROVIDER') return <Chip tone="bad">Given up: switched off</Chip>
  if (!enabled) return <Chip>Off</Chip>
  if (syncStatus === 'PROVIDER_ERROR') return <Chip tone="warn">On, and fails</Chip>
  return <Chip tone="good">{syncStatus === 'SYNCED' ? 'On' : 'On, nothing sent yet'}</Chip>
}
