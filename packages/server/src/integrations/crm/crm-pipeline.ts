import type { CrmMapping } from '@customer-intel/contract'

/** Our stages, in the order of a deal's life. */
export type SvcStage = CrmMapping['mappings'][number]['svcStage']

/** A pipeline of a CRM, with what it says of its stages. */
export interface Pipeline {
  id: string
  name: string
  /** In order. */
  stages: PipelineStage[]
}

export interface PipelineStage {
  id: string
  name: string
  /** How deals in this stage ended; null: they haven't, or it is unknown. */
  closed: 'won' | 'lost' | null
}

/** Our stage for a stage of the CRM; null when it isn't mapped. */
export function svcStageOf(
  mappings: readonly CrmMapping[] | null,
  { pipelineId, stageId }: { pipelineId: string | null; stageId: string | null },
): SvcStage | null {
  const pipeline = mappings?.find((one) => one.pipelineId === pipelineId)
  const mapped = pipeline?.mappings.find(({ crmStages }) => crmStages.some(({ id }) => id === stageId))
  return mapped?.svcStage ?? null
}
