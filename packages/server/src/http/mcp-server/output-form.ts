import { isJsonObject } from '@customer-intel/contract'

/** In a cut answer: what is missing, and how to get it. */
export const notice = { type: 'string' }

/** Types only: the texts and patterns of all outputs would take 15,000 tokens of an assistant's context. */
export function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([key, part]) => !texts.has(key) || isJsonObject(part))
  return Object.fromEntries(kept.map(([key, part]) => [key, formOf(part)]))
}

const texts = new Set(['description', 'examples', 'pattern'])
