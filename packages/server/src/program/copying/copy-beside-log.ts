import { isDeepStrictEqual } from 'node:util'
import type { Claims, Documents, Journals } from '../../kernel/store/ports.ts'
import { copyNoteName } from '../../kernel/workspace/copy-note.ts'
import { CopyDiffersError } from './copy-log.ts'

/** Copies and compares an organization's data outside its log. Each function resolves with counts. */

const entriesAtOnce = 1_000
/** Documents about the store itself and the nodes that use it: not copied. */
const ofTheStore = new RegExp(`^(?:${copyNoteName}$|node-)`)

/** Whether a document with that name is copied. */
export const isCopied = (name: string): boolean => !ofTheStore.test(name)

/** Names of the documents to copy, the configuration last: without it an organization isn't served. */
export async function listDocuments(documents: Documents): Promise<string[]> {
  const names = (await documents.list()).filter(isCopied)
  return names.sort((left, right) => Number(left === 'workspace') - Number(right === 'workspace'))
}

export async function copyDocuments(from: Documents, to: Documents): Promise<void> {
  const names = await listDocuments(from)
  for (const name of await listDocuments(to)) {
    const found = names.includes(name) ? null : await to.read(name)
    if (found !== null) await to.remove(name, { expected: found.version })
  }
  for (const name of names) {
    const [wanted, found] = await Promise.all([from.read(name), to.read(name)])
    if (wanted === null || isDeepStrictEqual(wanted.value, found?.value)) continue
    const written = await to.write(name, wanted.value, { expected: found?.version ?? null })
    if (written === null) throw new CopyDiffersError(`its document ${name} is changed by somebody else`)
  }
}

/** Rejects with {@link CopyDiffersError} unless both are equal. */
export async function compareDocuments(from: Documents, to: Documents): Promise<number> {
  const names = await listDocuments(from)
  const others = await listDocuments(to)
  const odd = [...names, ...others].find((name) => !names.includes(name) || !others.includes(name))
  if (odd !== undefined) throw new CopyDiffersError(`its document ${odd} is in one of them alone`)
  for (const name of names) {
    const [wanted, found] = await Promise.all([from.read(name), to.read(name)])
    if (!isDeepStrictEqual(wanted?.value, found?.value))
      throw new CopyDiffersError(`its document ${name} is another one`)
  }
  return names.length
}

export async function copyJournals(from: Journals, to: Journals): Promise<void> {
  for (const name of await journalNames(from, to)) {
    const wanted = await from.read(name)
    const found = await to.read(name)
    const goesOn = isDeepStrictEqual(wanted.slice(0, found.length), found)
    if (!goesOn) await to.rewrite(name, () => null)
    const missing = goesOn ? wanted.slice(found.length) : wanted
    for (let at = 0; at < missing.length; at += entriesAtOnce)
      await to.append(name, missing.slice(at, at + entriesAtOnce))
  }
}

/** Rejects with {@link CopyDiffersError} unless both are equal. With `mayHaveMore` the source may have further entries. */
export async function compareJournals(
  from: Journals,
  to: Journals,
  { mayHaveMore = false } = {},
): Promise<number> {
  let entries = 0
  for (const name of await journalNames(from, to)) {
    const found = await to.read(name)
    const all = await from.read(name)
    const wanted = mayHaveMore ? all.slice(0, found.length) : all
    if (!isDeepStrictEqual(wanted, found)) throw new CopyDiffersError(`its journal ${name} is another one`)
    entries += found.length
  }
  return entries
}

async function journalNames(from: Journals, to: Journals): Promise<string[]> {
  return [...new Set([...(await from.list()), ...(await to.list())])]
}

/** Copies settled claims with their remaining time. */
export async function copyClaims(from: Claims, to: Claims): Promise<number> {
  const claims = await from.list()
  for (const { key, value, ttlMs } of claims) {
    if ((await to.find(key)) !== value) await to.settle(key, value, { ttlMs })
  }
  return claims.length
}
