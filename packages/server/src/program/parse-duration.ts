import { UsageError } from './usage-error.ts'

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `30m`, `24h`, `7d` or `0`, in milliseconds, of an option. Throws UsageError on anything else. */
export function parseDuration(
  option: string,
  text: string,
  { from = 0, days = 1 }: { from?: number; days?: number } = {},
): number {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const ms = text === '0' ? 0 : Number(amount) * unitMs[(unit ?? 's') as keyof typeof unitMs]
  if (ms >= from && ms <= days * unitMs.d) return ms
  throw new UsageError(
    `${option} takes a time such as 30m, 24h or 7d, ${from === 0 ? '' : `at least ${from / 1000}s and `}at most ${days}d; it is ${JSON.stringify(text)}.`,
  )
}
