import { oneLine } from '../one-line.ts'
import type { Provider, ProviderApi } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

const maxNamed = 20

/** What to tell of rights that nothing needs: whoever gets at the credentials has them, too. Nothing for none. */
export function warnOfExcess({ name }: Pick<Provider, 'name'>, rights: readonly string[]): string[] {
  if (rights.length === 0) return []
  const named = rights.slice(0, maxNamed).map((right) => oneLine(right).slice(0, 100))
  const others = rights.length > maxNamed ? ` and ${rights.length - maxNamed} more` : ''
  return [
    `${name} granted more than is needed: ${named.join(', ')}${others}. Take these away there, and connect again`,
  ]
}

/** As {@link Provider.excess}; that it can't be asked harms nothing. */
export async function findExcess(provider: Provider, api: ProviderApi): Promise<string[]> {
  try {
    return (await provider.excess?.(api)) ?? []
  } catch (error) {
    if (error instanceof ProviderProblem) return []
    throw error
  }
}
