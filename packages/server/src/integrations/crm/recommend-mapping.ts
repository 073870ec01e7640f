import type { CrmMapping } from '@customer-intel/contract'
import type { Pipeline, PipelineStage, SvcStage } from './crm-pipeline.ts'

const order = ['Created', 'Quoting', 'Negotiation', 'Won', 'Lost'] as const satisfies readonly SvcStage[]

/** Words in the names of open stages; the first match decides. */
const words: readonly [SvcStage, RegExp][] = [
  [
    'Negotiation',
    /negotiat|contract|legal|procure|verbal|commit|decision|closing|signature|verhandl|vertrag/i,
  ],
  ['Quoting', /quot|propos|offer|pricing|estimate|demo|present|evaluat|trial|pilot|proof|angebot/i],
  ['Created', /\bnew\b|lead|creat|qualif|discover|appoint|contact|inbound|prospect|interest|neu\b/i],
]
const endings: readonly [SvcStage, RegExp][] = [
  ['Lost', /\blost\b|verloren|abandon|disqualif|rejected/i],
  ['Won', /\bwon\b|gewonnen|closed.?win/i],
]

/**
 * Recommends a mapping for a pipeline's stages: first by how the CRM says that deals end there, then by names, then by
 * order. Pure.
 */
export function recommendMapping({ id, name, stages }: Pipeline): CrmMapping {
  const open = stages.filter((stage) => endOf(stage) === null)
  let furthest = 0
  const meant = new Map<PipelineStage, SvcStage>()
  for (const stage of stages) {
    const end = endOf(stage)
    if (end !== null) {
      meant.set(stage, end)
      continue
    }
    const named = words.find(([, pattern]) => pattern.test(stage.name))?.[0]
    const index = named === undefined ? byPlace(open.indexOf(stage), open.length) : order.indexOf(named)
    // Deals move forward: a stage with an unknown name is never before its predecessor.
    const place = named === undefined ? Math.max(index, furthest) : index
    furthest = Math.max(furthest, place)
    meant.set(stage, order[place]!)
  }
  const mappings = order.flatMap((svcStage) => {
    const crmStages = stages.flatMap((stage) =>
      meant.get(stage) === svcStage ? [{ id: stage.id, name: stage.name }] : [],
    )
    return crmStages.length === 0 ? [] : [{ svcStage, crmStages }]
  })
  return { pipelineId: id, pipelineName: name, mappings }
}

function endOf({ closed, name }: PipelineStage): SvcStage | null {
  if (closed !== null) return closed === 'won' ? 'Won' : 'Lost'
  return endings.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/** In the first, second or last third of the open stages. */
function byPlace(index: number, count: number): number {
  return Math.min(Math.floor((index * 3) / count), 2)
}
