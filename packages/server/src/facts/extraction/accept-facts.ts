import { createHash } from 'node:crypto'
import { factTypes, type FactType, type SourceType } from '@customer-intel/contract'
import * as v from 'valibot'
import type { ExtractionRecord } from '../../kernel/log/record.ts'

/** Limits of a language model's answer; anything beyond is dropped. */
export const extractionLimits = {
  factsPerSource: 30,
  assertionLength: 300,
  quoteLength: 1_000,
  /** Shorter quotes are found in any text. */
  minQuoteLength: 12,
} as const

/** Below this confidence a fact needs confirmation by a person. */
const sureAt = 0.5

const AnswerSchema = v.object({ facts: v.array(v.unknown()) })
const FactSchema = v.object({
  assertion: v.string(),
  quote: v.string(),
  factType: v.picklist(factTypes),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})

type ExtractedFact = ExtractionRecord['facts'][number]

/**
 * The facts in a model's answer about one source. Accepts only facts of the requested form whose quote occurs word for
 * word in the source's text (all whitespace is equal). Null when the answer doesn't have the requested form.
 */
export function acceptFacts(
  answer: string,
  source: { sourceType: SourceType; sourceId: string; text: string },
): ExtractedFact[] | null {
  const parsed = v.safeParse(AnswerSchema, parseModelJson(answer))
  if (!parsed.success) return null
  const text = flat(source.text)
  const facts = new Map<string, ExtractedFact>()
  for (const candidate of parsed.output.facts) {
    if (facts.size >= extractionLimits.factsPerSource) break
    const fact = v.safeParse(FactSchema, candidate)
    if (!fact.success) continue
    const assertion = flat(fact.output.assertion)
    const quote = flat(fact.output.quote)
    if (!isBetween(assertion, 1, extractionLimits.assertionLength)) continue
    if (!isBetween(quote, extractionLimits.minQuoteLength, extractionLimits.quoteLength)) continue
    if (!text.includes(quote)) continue
    const extracted = toFact({ ...fact.output, assertion, quote }, source)
    facts.set(extracted.factId, extracted)
  }
  return [...facts.values()]
}

function toFact(
  {
    assertion,
    quote,
    factType,
    confidence,
  }: { assertion: string; quote: string; factType: FactType; confidence: number },
  { sourceType, sourceId }: { sourceType: SourceType; sourceId: string },
): ExtractedFact {
  const digest = createHash('sha256').update(
    JSON.stringify([sourceType, sourceId, factType, assertion, quote]),
  )
  return {
    factId: `extracted_${digest.digest('hex').slice(0, 24)}`,
    origin: 'extracted',
    assertion,
    factType,
    status: confidence < sureAt ? 'CANDIDATE' : 'ACTIVE',
    confidence,
    evidence: [{ sourceType, sourceId, quote }],
  }
}

/** On one line, with single spaces, without characters that can't be stored or that control a terminal. */
function flat(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
}

function isBetween(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max
}

/** The JSON of an answer, which models may wrap into a Markdown code block. Undefined when there is none. */
export function parseModelJson(answer: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(answer) ?? []
  try {
    return JSON.parse(fenced ?? answer)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
