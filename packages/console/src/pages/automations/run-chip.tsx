import { Chip } from '../../parts/chip.tsx'
import { runWords } from './run-words.ts'

/** How a run stands. */
export function RunChip({ status }: { status: string }) {
  const { title, tone } = runWords[status] ?? { title: status, tone: 'quiet' as const }
  return <Chip tone={tone}>{title}</Chip>
}
