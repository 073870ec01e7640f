import type { CrmMapping } from '@customer-intel/contract'

/** What a stage of ours may be, in the order of a deal's life. */
export type SvcStage = CrmMapping['mappings'][number]['svcStage']

/** A pipeline of a CRM, with what it says of its stages. */
export interface Pipeline {
  id: string
  name: string
  /** In their order. */
  stages: PipelineStage[]
}

export interface PipelineStage {
  id: string
  name: string
  /** How a deal ended that stands there; null: it hasn't, or nothing says so. */
  closed: 'won' | 'lost' | null
}

/** What a stage of a CRM means here; null: nobody said, so it means nothing of ours. */
export function svcStageOf(
  mappings: readonly CrmMapping[] | null,
  { pipelineId, stageId }: { pipelineId: string | null; stageId: string | null },
): SvcStage | null {
  const pipeline = mappings?.find((one) => one.pipelineId === pipelineId)
  const mapped = pipeline?.mappings.find(({ crmStages }) => crmStages.some(({ id }) => id === stageId))
  return mapped?.svcStage ?? null
}
