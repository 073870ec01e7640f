import type { Integration } from '@customer-intel/node-sdk'
import { Chip, type Tone } from '../../parts/chip.tsx'

const shown: Record<string, [Tone, string]> = {
  SUCCESS: ['good', 'Current'],
  IDLE: ['accent', 'Syncing'],
  ERROR: ['bad', 'Failing'],
}

/** How a connection stands. */
export function ConnectionChip({ integration }: { integration: Pick<Integration, 'status' | 'syncStatus'> }) {
  if (integration.status !== 'connected') return <Chip>Not connected</Chip>
  const [tone, word] = shown[integration.syncStatus ?? ''] ?? ['quiet', 'Connected']
  return <Chip tone={tone}>{word}</Chip>
}
