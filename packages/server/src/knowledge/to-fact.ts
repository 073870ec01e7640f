import { createHash } from 'node:crypto'
import type { Fact, FactEvidence, FactSourceMetadata } from '@customer-intel/contract'
import type { FactQuote, StoredFact } from '../read-models/reads/fact-reads.ts'

/** A stored fact as tools return it, with its evidence if requested. */
export function toFact(stored: StoredFact, options: { evidence?: boolean } = {}): Fact {
  const { factId, origin: _, customerId, customerName, customerDomain, ...known } = stored
  const { changePointAt, evidence, source, ...rest } = known
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
    evidenceCount: evidence.length,
    ...(options.evidence === true && { evidence: evidence.map((piece) => toEvidence(factId, piece)) }),
  }
}

/** The id of evidence is computed from its content, so that it is always the same. */
function toEvidence(factId: string, { sourceType, sourceId, quote }: FactQuote): FactEvidence {
  const digest = createHash('sha256').update(JSON.stringify([factId, sourceType, sourceId, quote]))
  return {
    id: `ev_${digest.digest('hex').slice(0, 24)}`,
    sourceType,
    sourceId,
    excerpt: quote,
    metadata: null,
  }
}
