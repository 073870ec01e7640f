import {
  type Claims,
  type Documents,
  type Journals,
  type Lease,
  type Leases,
  type OrganizationStore,
  type VersionedDocument,
  assertName,
  claimBounds,
  claimsBeyondBounds,
} from '../../kernel/store/ports.ts'
import { memoryLog } from './memory-log.ts'

export interface MemoryOrganizationOptions {
  /** Throws once the store is closed. */
  assertOpen: () => void
  /** Unix milliseconds. */
  clock: () => number
}

/** One organization's ports in memory. Inputs and outputs are copied, as if the store were in another process. */
export function memoryOrganization(
  organizationId: string,
  options: MemoryOrganizationOptions,
): OrganizationStore {
  const { leases, isCurrent } = memoryLeases(options)
  return {
    organizationId,
    log: memoryLog({ isCurrent, assertOpen: options.assertOpen }),
    documents: memoryDocuments(organizationId, options),
    journals: memoryJournals(options),
    claims: memoryClaims(options),
    leases,
  }
}

function memoryDocuments(organizationId: string, { assertOpen }: MemoryOrganizationOptions): Documents {
  const documents = new Map<string, { json: string; version: string }>()
  let versions = 0

  async function read(name: string): Promise<VersionedDocument | null>
  async function read(name: string, asked: { known: string }): Promise<VersionedDocument | 'unchanged' | null>
  async function read(name: string, { known }: { known?: string } = {}) {
    assertOpen()
    const document = documents.get(assertName(name))
    if (document === undefined) return null
    if (document.version === known) return 'unchanged'
    return { value: JSON.parse(document.json) as unknown, version: document.version }
  }

  return {
    read,
    async write(name, value, { expected }) {
      assertOpen()
      if ((documents.get(assertName(name))?.version ?? null) !== expected) return null
      const version = String(++versions)
      documents.set(name, { json: JSON.stringify(value), version })
      return version
    },
    async remove(name, { expected }) {
      assertOpen()
      return documents.get(name)?.version === expected && documents.delete(name)
    },
    async list(prefix = '') {
      assertOpen()
      return [...documents.keys()].filter((name) => name.startsWith(prefix)).sort()
    },
    place: (name) => `${organizationId}/${name} in memory`,
  }
}

function memoryJournals({ assertOpen }: MemoryOrganizationOptions): Journals {
  const journals = new Map<string, string[]>()
  return {
    async append(name, entries, { keepBytes = Infinity } = {}) {
      assertOpen()
      const lines = [
        ...(journals.get(assertName(name)) ?? []),
        ...entries.map((entry) => JSON.stringify(entry)),
      ]
      let bytes = lines.reduce((sum, line) => sum + line.length, 0)
      while (bytes > keepBytes) bytes -= lines.shift()!.length
      journals.set(name, lines)
    },
    async list() {
      assertOpen()
      return [...journals.keys()].sort()
    },
    async read<Entry extends object>(name: string) {
      assertOpen()
      return (journals.get(name) ?? []).map((line) => JSON.parse(line) as Entry)
    },
    async rewrite<Entry extends object>(name: string, change: (entry: Entry) => Entry | null) {
      assertOpen()
      const changed = (journals.get(name) ?? []).map((line) => change(JSON.parse(line) as Entry))
      journals.set(
        name,
        changed.flatMap((entry) => (entry === null ? [] : [JSON.stringify(entry)])),
      )
    },
  }
}

function memoryClaims({ assertOpen, clock }: MemoryOrganizationOptions): Claims {
  /** Oldest first. */
  const claims = new Map<string, { value: string; expires: number; isSettled: boolean }>()

  const find = (key: string): string | null => {
    assertOpen()
    const claim = claims.get(key)
    if (claim === undefined || claim.expires > clock()) return claim?.value ?? null
    claims.delete(key)
    return null
  }
  const put = (key: string, value: string, ttlMs: number, isSettled: boolean): void => {
    claims.delete(key)
    claims.set(key, { value, expires: clock() + ttlMs, isSettled })
  }
  const dropOldest = (): void => {
    for (const key of claims.keys()) find(key)
    const settled = [...claims].flatMap(([key, { value, isSettled }]) => (isSettled ? [{ key, value }] : []))
    for (const key of claimsBeyondBounds(settled)) claims.delete(key)
  }

  return {
    async claim(key, value, { ttlMs }) {
      const standing = find(key)
      if (standing === null) put(key, value, ttlMs, false)
      return standing
    },
    find: async (key) => find(key),
    async list() {
      assertOpen()
      const now = clock()
      return [...claims].flatMap(([key, { value, expires, isSettled }]) =>
        isSettled && expires > now ? [{ key, value, ttlMs: expires - now }] : [],
      )
    },
    async settle(key, value, { ttlMs }) {
      assertOpen()
      if (Buffer.byteLength(value) > claimBounds.maxValueBytes)
        throw new RangeError(`a claim holds at most ${claimBounds.maxValueBytes} bytes`)
      put(key, value, ttlMs, true)
      dropOldest()
    },
    async release(key) {
      assertOpen()
      claims.delete(key)
    },
    async rewrite(change) {
      assertOpen()
      for (const claim of claims.values()) claim.value = change(claim.value)
    },
  }
}

function memoryLeases({ assertOpen, clock }: MemoryOrganizationOptions): {
  leases: Leases
  isCurrent: (lease: Lease) => boolean
} {
  const held = new Map<string, { fence: number; until: number }>()
  const isCurrent = ({ name, fence }: Pick<Lease, 'name' | 'fence'>): boolean =>
    held.get(name)?.fence === fence
  let fences = 0
  return {
    isCurrent,
    leases: {
      async acquire(name, { ttlMs }) {
        assertOpen()
        assertName(name)
        if (clock() < (held.get(name)?.until ?? 0)) return null
        const fence = ++fences
        const hold = () => held.set(name, { fence, until: clock() + ttlMs })
        hold()
        return {
          name,
          fence,
          async renew() {
            if (!isCurrent({ name, fence })) return false
            hold()
            return true
          },
          async release() {
            if (isCurrent({ name, fence })) held.delete(name)
          },
        }
      },
    },
  }
}
