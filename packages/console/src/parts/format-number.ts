const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const currencies = new Map<string, Intl.NumberFormat>()

/** `12,408`, `−3.5`; missing is `–`. */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : withMinus(whole.format(value))
}

/** Cents with their currency: `€2,900`, `€0.50`; `–` when unknown. Without a currency the number alone. */
export function formatMoney(cents: number | null | undefined, currency: string | null | undefined): string {
  if (cents === null || cents === undefined) return '–'
  const amount = cents / 100
  if (!currency) return formatNumber(amount)
  return withMinus(moneyFormat(currency, Number.isInteger(amount) ? 0 : 2).format(amount))
}

function moneyFormat(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`
  const known = currencies.get(key)
  if (known) return known
  const made = makeFormat(currency, digits)
  currencies.set(key, made)
  return made
}

function makeFormat(currency: string, digits: number): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  } catch {
    // A word that is no currency stands as it is, beside nothing that is summed.
    return new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits })
  }
}

function withMinus(text: string): string {
  return text.replace('-', '−')
}
