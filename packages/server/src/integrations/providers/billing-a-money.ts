import { textOf } from '../fields.ts'

/** Currencies without hundredths, as listed by the service (docs.stripe.com/currencies). */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '))

/** An amount in the service's unit, in hundredths of the currency. */
export function minorToCents(amount: number, currency: string): number {
  if (zeroDecimal.has(currency)) return amount * 100
  return threeDecimal.has(currency) ? amount / 10 : amount
}

/** ISO 4217, upper case. */
export function currencyOf(value: unknown): string {
  return (textOf(value, 3) ?? 'usd').toUpperCase()
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
