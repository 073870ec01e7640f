import { isJsonObject } from '@customer-intel/contract'
import type { Documents } from '../store/ports.ts'
import { isSealed, type SecretBox } from './secret-box.ts'

/** The place of a sealed text in a document, to which it is bound. */
export function sealedPlace(organizationId: string, documentName: string): string {
  return `${organizationId}/${documentName}`
}

/**
 * Encrypts every sealed text in an organization's documents with the first key, also while others change them. Resolves
 * with the number of texts. May be killed and repeated.
 */
export async function resealDocuments(
  documents: Documents,
  { organizationId, box }: { organizationId: string; box: SecretBox },
): Promise<number> {
  let total = 0
  for (const name of await documents.list()) {
    for (;;) {
      const found = await documents.read(name)
      if (found === null) break
      let resealed = 0
      const value = await mapSealed(found.value, async (sealed) => {
        const next = await box.reseal(sealed, sealedPlace(organizationId, name))
        if (next !== sealed) resealed++
        return next
      })
      if (resealed === 0) break
      if ((await documents.write(name, value, { expected: found.version })) === null) continue
      total += resealed
      break
    }
  }
  return total
}

async function mapSealed(value: unknown, map: (sealed: string) => Promise<string>): Promise<unknown> {
  if (isSealed(value)) return map(value)
  if (Array.isArray(value)) return Promise.all(value.map((item) => mapSealed(item, map)))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(async ([key, item]) => [key, await mapSealed(item, map)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
