import type { MergeConfidence } from '@customer-intel/contract'
import type { MergeCandidate, MergePartyEntry } from '../reads/merge-read-types.ts'

/** The confidence that two are one, and the reasons in sentences: supporting ones first. Pure. */
export function weighEvidence(
  { domains, sameName, sharedPeople, contradiction }: MergeCandidate,
  survivor: Pick<MergePartyEntry, 'name' | 'domain' | 'externalId'>,
  duplicate: Pick<MergePartyEntry, 'name' | 'domain' | 'externalId'>,
): { confidence: MergeConfidence; explanation: string[] } {
  const explanation: string[] = []
  let weight = 0
  if (contradiction !== null) {
    const { left, right, firstAt } = contradiction
    weight += 1
    explanation.push(
      `A browser stated on ${firstAt.slice(0, 10)} that ${left} and ${right} are one person; what servers state speaks against it, so they were not joined.`,
    )
    if (survivor.name !== null && survivor.name === duplicate.name) {
      weight += 1
      explanation.push(`Both are called ${survivor.name}.`)
    }
  }
  if (domains.length > 0) {
    weight += 2
    explanation.push(`Both have the company domain ${domains.join(', ')}.`)
  }
  if (sameName) {
    weight += 2
    explanation.push(`Their names say the same: “${survivor.name}” and “${duplicate.name}”.`)
  }
  if (sharedPeople > 0) {
    weight += Math.min(sharedPeople, 2)
    explanation.push(
      sharedPeople === 1
        ? 'One person was stated to belong to both.'
        : `${sharedPeople} people were stated to belong to both.`,
    )
  }
  if (
    domains.length === 0 &&
    survivor.domain !== null &&
    duplicate.domain !== null &&
    contradiction === null
  ) {
    weight -= 1
    explanation.push(`Against it: their domains differ, ${survivor.domain} and ${duplicate.domain}.`)
  }
  if (survivor.externalId !== null && duplicate.externalId !== null && contradiction === null)
    explanation.push(
      `Against it: each is known under an id of its own, ${survivor.externalId} and ${duplicate.externalId}.`,
    )
  return { confidence: weight >= 4 ? 'HIGH' : weight >= 2 ? 'MEDIUM' : 'LOW', explanation }
}
