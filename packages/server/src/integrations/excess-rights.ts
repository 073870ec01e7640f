import { cutText } from '@customer-intel/contract'
import { oneLine } from '../kernel/one-line.ts'
import type { Provider, ProviderApi } from './provider.ts'
import { ProviderProblem } from './provider-problem.ts'

const maxNamed = 20

/**
 * A warning about unneeded rights of the credentials: somebody who steals them gets these, too. None without such rights.
 */
export function warnOfExcess({ name }: Pick<Provider, 'name'>, rights: readonly string[]): string[] {
  if (rights.length === 0) return []
  const named = rights.slice(0, maxNamed).map((right) => cutText(oneLine(right), 100))
  const others = rights.length > maxNamed ? ` and ${rights.length - maxNamed} more` : ''
  return [
    `${name} granted more than is needed: ${named.join(', ')}${others}. Take these away there, and connect again`,
  ]
}

/** As {@link Provider.excess}; a failure to find out is ignored. */
export async function findExcess(provider: Provider, api: ProviderApi): Promise<string[]> {
  try {
    return (await provider.excess?.(api)) ?? []
  } catch (error) {
    if (error instanceof ProviderProblem) return []
    throw error
  }
}
