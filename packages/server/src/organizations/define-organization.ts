import { randomUUID } from 'node:crypto'
import { allGrants } from '@customer-intel/contract'
import { newSettings } from '../kernel/workspace/parse-workspace-document.ts'
import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { generateApiKey, generatePublicKey, toApiKey, toPublicKey } from './api-keys.ts'

export interface NewOrganizationOptions {
  /** Display name. Default `My workspace`. */
  name?: string
  /** Default: a generated one. */
  publicKey?: string
  /** Default: a generated one, with all grants. */
  apiKey?: string
  /** Unix milliseconds. Default: now. */
  now?: number
}

/** A new organization that isn't stored yet, with its keys in plain text: the document contains only the API key's hash. */
export interface NewOrganization {
  document: WorkspaceDocument
  publicKey: string
  apiKey: string
}

/**
 * Creates an organization's document with one public key and one API key with all grants. To create the organization,
 * store the document.
 */
export function defineOrganization(options: NewOrganizationOptions = {}): NewOrganization {
  const { name = 'My workspace', now = Date.now() } = options
  const publicKey = options.publicKey ?? generatePublicKey()
  const apiKey = options.apiKey ?? generateApiKey()
  return {
    publicKey,
    apiKey,
    document: {
      organization: { id: randomUUID(), name, slug: toSlug(name), createdAt: new Date(now).toISOString() },
      publicKeys: [toPublicKey(publicKey, now)],
      apiKeys: [toApiKey(apiKey, { name: 'Default key', grants: allGrants, now })],
      users: [],
      tracking: { allowedOrigins: [] },
      settings: newSettings(),
      limits: { plan: 'self-hosted', apiCalls: null, connections: null },
      retention: { days: null },
      activation: { eventName: null },
    },
  }
}

/** `Acme & Söhne` becomes `acme-sohne`. */
export function toSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'workspace'
}
