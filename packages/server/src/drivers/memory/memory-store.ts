import { AppError } from '../../kernel/errors.ts'
import type { OrganizationStore, Store } from '../../kernel/store/ports.ts'
import { memoryOrganization } from './memory-organization.ts'

export interface MemoryStoreOptions {
  /** Unix milliseconds. Default `Date.now`. */
  clock?: () => number
}

/** An in-memory store for tests, previews and embedding. Its data is gone when it is closed. */
export function memoryStore({ clock = Date.now }: MemoryStoreOptions = {}): Store {
  const organizations = new Map<string, OrganizationStore>()
  let closed = false
  const assertOpen = (): void => {
    if (closed) throw new AppError('UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 5 })
  }
  return {
    name: 'memory',
    localDirectory: null,
    open: async () => assertOpen(),
    async listOrganizations() {
      assertOpen()
      const listed: string[] = []
      for (const [organizationId, { documents }] of organizations)
        if ((await documents.list()).length > 0) listed.push(organizationId)
      return listed
    },
    organization(organizationId) {
      const known =
        organizations.get(organizationId) ?? memoryOrganization(organizationId, { assertOpen, clock })
      organizations.set(organizationId, known)
      return known
    },
    async removeOrganization(organizationId) {
      assertOpen()
      organizations.delete(organizationId)
    },
    async close() {
      closed = true
    },
  }
}
