import { createHash } from 'node:crypto'
import type { Fact, FactEvidence, FactSourceMetadata } from '@customer-intel/contract'
import type { FactObservation, FactQuote, StoredFact } from './fact-read-types.ts'

/** A stored fact as tools return it, with its evidence if requested. */
export function toFact(stored: StoredFact, options: { evidence?: boolean } = {}): Fact {
  const { factId, origin: _, customerId, customerName, customerDomain, ...known } = stored
  const { changePointAt, evidence, observations, source, ...rest } = known
  const provenance: FactSourceMetadata = {
    sourceType: source?.sourceType ?? null,
    sourceId: source?.sourceId ?? null,
    sourceOccurredAt: source?.occurredAt ?? null,
    sourceQuote: source?.quote ?? null,
    permalink: source?.permalink ?? null,
  }
  return {
    id: factId,
    customer: customerId === null ? null : { id: customerId, name: customerName, domain: customerDomain },
    ...rest,
    ...provenance,
    changePointDate: changePointAt,
    linkedSourceRef: source && {
      sourceType: source.sourceType,
      sourceId: source.sourceId,
      occurredAt: source.occurredAt,
      permalink: source.permalink,
    },
    sourceMetadata: source && provenance,
    evidenceCount: evidence.length + observations.length,
    ...(options.evidence === true && {
      evidence: [
        ...evidence.map((piece) => fromQuote(factId, piece)),
        ...observations.map((piece) => fromObservation(factId, piece)),
      ],
    }),
  }
}

function fromQuote(factId: string, { sourceType, sourceId, quote }: FactQuote): FactEvidence {
  const id = evidenceId(factId, sourceType, sourceId, quote)
  return { id, sourceType, sourceId, excerpt: quote, metadata: null }
}

function fromObservation(factId: string, seen: FactObservation): FactEvidence {
  const id = evidenceId(factId, 'person', seen.userId)
  return { id, sourceType: null, sourceId: null, excerpt: null, metadata: seen }
}

/** Computed from the evidence's content, so that it is always the same. */
function evidenceId(...parts: string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts))
  return `ev_${digest.digest('hex').slice(0, 24)}`
}
