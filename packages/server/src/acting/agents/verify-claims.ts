import { sourceTypes, type SourceType } from '@customer-intel/contract'
import * as v from 'valibot'
import { parseModelJson } from '../../facts/extraction/accept-facts.ts'
import { flatten } from '../notifications/escape-markdown.ts'
import type { StoredFact } from '../../facts/fact-read-types.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { localDay } from './local-time.ts'

/** A claim whose quote was found where it says. */
export interface VerifiedClaim {
  customerId: string
  text: string
  quote: string
  /** The source of the quote, for people. */
  cited: string
}

const bounds = { items: 50, claims: 10, textLength: 500, minQuoteLength: 8, quoteLength: 1_000 }

const ClaimSchema = v.object({
  text: v.string(),
  quote: v.string(),
  fact: v.nullish(v.string()),
  source: v.nullish(v.object({ sourceType: v.picklist(sourceTypes), sourceId: v.string() })),
})
const AnswerSchema = v.object({
  items: v.array(v.object({ customerId: v.string(), claims: v.array(v.unknown()) })),
})

type Claim = v.InferOutput<typeof ClaimSchema>

/** Where claims are looked up; days are those of `timezone`. */
interface Material {
  reads: Pick<ReadModels, 'findFacts' | 'findSource'>
  timezone: string
}

/**
 * The claims in a model's answer whose quote occurs word for word in the named fact or source, which must be about the
 * claim's customer; and the number of the others. Null when the answer doesn't have the requested form.
 */
export async function verifyClaims(
  answer: string,
  customerIds: ReadonlySet<string>,
  material: Material,
): Promise<{ verified: VerifiedClaim[]; dropped: number } | null> {
  const parsed = v.safeParse(AnswerSchema, parseModelJson(answer))
  if (!parsed.success) return null
  const verified: VerifiedClaim[] = []
  let made = 0
  for (const { customerId, claims } of parsed.output.items.slice(0, bounds.items)) {
    made += claims.length
    if (!customerIds.has(customerId)) continue
    for (const said of claims.slice(0, bounds.claims)) {
      const claim = v.safeParse(ClaimSchema, said)
      const found = claim.success ? await verify(claim.output, customerId, material) : null
      if (found !== null) verified.push(found)
    }
  }
  return { verified, dropped: made - verified.length }
}

async function verify(claim: Claim, customerId: string, material: Material): Promise<VerifiedClaim | null> {
  const text = flatten(claim.text)
  const quote = flatten(claim.quote)
  if (text === '' || text.length > bounds.textLength) return null
  if (quote.length < bounds.minQuoteLength || quote.length > bounds.quoteLength) return null
  const cited = claim.fact
    ? await readFact(claim.fact, customerId, material)
    : claim.source
      ? await readSource(claim.source, customerId, material)
      : null
  if (cited === null || !cited.texts.some((words) => flatten(words).includes(quote))) return null
  return { customerId, text, quote, cited: cited.label }
}

interface Cited {
  label: string
  texts: string[]
}

async function readFact(factId: string, customerId: string, { reads }: Material): Promise<Cited | null> {
  const [fact] = await reads.findFacts([factId])
  if (fact === undefined || fact.customerId !== customerId) return null
  return { label: `fact ${fact.factId}`, texts: textsOf(fact) }
}

function textsOf({ assertion, reasoning, evidence }: StoredFact): string[] {
  return [assertion, reasoning ?? '', ...evidence.map(({ quote }) => quote)]
}

async function readSource(
  { sourceType, sourceId }: { sourceType: SourceType; sourceId: string },
  customerId: string,
  { reads, timezone }: Material,
): Promise<Cited | null> {
  const source = await reads.findSource(sourceType, sourceId)
  if (source === null || source.customer?.id !== customerId) return null
  const { title, summary, text, record, occurredAt } = source
  return {
    label: `${sourceType.toLowerCase().replaceAll('_', ' ')} of ${localDay(occurredAt, timezone)}`,
    texts: [title ?? '', summary ?? '', text ?? '', ...textsIn(record)],
  }
}

/** Every text in a record, such as the messages of a thread. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
