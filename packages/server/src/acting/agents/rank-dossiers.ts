import type { Dossier } from './read-dossiers.ts'

const weights: Record<string, number> = { HIGH: 3, MEDIUM: 2, LOW: 1 }

/** Most urgent first: by the most severe fact, then by revenue, then by last activity, then by id. Pure. */
export function rankDossiers(dossiers: readonly Dossier[]): Dossier[] {
  const ranked = dossiers.map((dossier) => ({ dossier, gravity: gravityOf(dossier) }))
  ranked.sort((left, right) => {
    const [a, b] = [left.dossier.customer, right.dossier.customer]
    return (
      right.gravity - left.gravity ||
      (b.currentMrr ?? 0) - (a.currentMrr ?? 0) ||
      compare(b.lastActivityAt ?? '', a.lastActivityAt ?? '') ||
      compare(a.id, b.id)
    )
  })
  return ranked.map(({ dossier }) => dossier)
}

function gravityOf({ facts }: Dossier): number {
  return Math.max(0, ...facts.map(({ severity }) => weights[severity?.toUpperCase() ?? ''] ?? 0))
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
