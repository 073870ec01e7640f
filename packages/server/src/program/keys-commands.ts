import { toSafeJson } from '@customer-intel/contract/terminal-text'
import {
  allGrants,
  type Grant,
  grants,
  isGrant,
  type KeyType,
  keyTypes,
  readOnlyGrants,
} from '@customer-intel/contract'
import type { Config } from '../app/config.ts'
import { generateApiKey, isInForce, toApiKey } from '../organizations/api-keys.ts'
import { readUsage } from '../kernel/workspace/usage.ts'
import type { ApiKey, WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { withChosenOrganization } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { parseDuration } from './parse-duration.ts'
import { UsageError } from './usage-error.ts'

export const issueKeyCommand = defineProgramCommand({
  name: 'keys issue',
  summary: 'Make another API key and show it, once',
  options: {
    ...organizationOption,
    name: { value: '<name>', help: 'What people call it; required' },
    grants: { value: '<grants>', help: 'read-only (default), full, or grants separated by commas' },
    type: { value: '<type>', help: 'api (default), cli, mcp or ci' },
  },
  run: async (config, { organization, name, grants = 'read-only', type = 'api' }) => {
    if (!name?.trim()) throw new UsageError('"keys issue" needs a name: --name <name>.')
    return issueAndPrintKey(config, {
      organization,
      name: name.trim(),
      grants: parseGrants(grants),
      keyType: parseKeyType(type),
    })
  },
})

export const listKeys = defineProgramCommand({
  name: 'keys list',
  summary: 'List the API keys, with when and how often each was used',
  options: { ...organizationOption, json: { help: 'One JSON object a line' } },
  run: listKeysCommand,
})

export const rotateKey = defineProgramCommand({
  name: 'keys rotate',
  args: ['<key>'],
  summary: "Put a new API key in a key's place",
  details: '<key> is its id, prefix or name.',
  options: {
    ...organizationOption,
    grace: { value: '<time>', help: 'How long the old one still holds: 30m, 24h, 7d. Default 0' },
  },
  run: async (config, { organization, grace = '0' }, [key = '']) =>
    rotateKeyCommand(config, { organization, key, graceMs: parseDuration('--grace', grace, { days: 90 }) }),
})

export const revokeKey = defineProgramCommand({
  name: 'keys revoke',
  args: ['<key>'],
  summary: 'Refuse an API key from now on',
  details: '<key> is its id, prefix or name.',
  options: organizationOption,
  run: (config, { organization }, [key = '']) => revokeKeyCommand(config, { organization, key }),
})

export interface IssueKeyOptions {
  organization: string | undefined
  /** Display name. */
  name: string
  grants: readonly Grant[]
  keyType: KeyType
}

/** `svc-server keys issue`: creates an API key. It works at once, also in a running server. */
export function issueAndPrintKey(config: Config, options: IssueKeyOptions): Promise<number> {
  return withChosenOrganization(config, options.organization, async ({ configuration }) => {
    const key = generateApiKey()
    const line = toApiKey(key, { ...options, now: Date.now() })
    await configuration.update((document) => void document.apiKeys.push(line))
    tellNewKey(key, line)
    return 0
  })
}

/** `svc-server keys list`: one line per key, oldest first. */
export function listKeysCommand(
  config: Config,
  options: { organization: string | undefined; json: boolean },
): Promise<number> {
  return withChosenOrganization(config, options.organization, async ({ ports, configuration }) => {
    const { keys: used } = await readUsage(ports.documents)
    for (const apiKey of configuration.document.apiKeys) {
      const { id, name, prefix, keyType, grants, createdAt, expiresAt = null } = apiKey
      const { lastUsedAt, totalRequests } = used[id] ?? { lastUsedAt: null, totalRequests: 0 }
      const state = stateOf(apiKey, Date.now())
      if (options.json) {
        const entry = {
          id,
          name,
          prefix,
          keyType,
          grants,
          state,
          createdAt,
          expiresAt,
          lastUsedAt,
          totalRequests,
        }
        console.log(toSafeJson(entry))
        continue
      }
      const requests = `${totalRequests} requests, ${lastUsedAt === null ? 'never used' : `last ${lastUsedAt}`}`
      console.log(
        [id, prefix, state, describeGrants(grants), `"${name}"`, `since ${createdAt}`, requests].join('  '),
      )
    }
    return 0
  })
}

/**
 * `svc-server keys rotate`: creates a key with the same name and grants. The old one is invalid at once, or after a grace
 * period in milliseconds.
 */
export function rotateKeyCommand(
  config: Config,
  options: { organization: string | undefined; key: string; graceMs: number },
): Promise<number> {
  return withChosenOrganization(config, options.organization, async ({ configuration }) => {
    const now = Date.now()
    const key = generateApiKey()
    const expiresAt = new Date(now + options.graceMs).toISOString()
    const made: ApiKey[] = []
    await configuration.update((document) => {
      const old = findKey(document, options.key, now)
      if (old.session)
        throw new UsageError(
          `${JSON.stringify(old.name)} signed in by OAuth and renews its key itself: keys revoke ends it.`,
        )
      const line = toApiKey(key, { ...old, now })
      document.apiKeys.push(line)
      if (options.graceMs === 0) old.active = false
      else old.expiresAt = expiresAt
      for (const issued of issuedBy(document, old)) issued.issuedBy = line.id
      made.splice(0, 1, line)
    })
    const [line] = made
    if (line === undefined) throw new Error('The new key was not stored')
    tellNewKey(key, line)
    console.log(
      options.graceMs === 0
        ? 'The old key is refused from now on.'
        : `The old key is refused from ${expiresAt} on.`,
    )
    return 0
  })
}

/**
 * `svc-server keys revoke`: the key, and all keys that sign-ins issued by it, are invalid from now on. Their entries
 * stay, for the audit.
 */
export function revokeKeyCommand(
  config: Config,
  options: { organization: string | undefined; key: string },
): Promise<number> {
  return withChosenOrganization(config, options.organization, async ({ configuration }) => {
    let alsoRevoked: string[] = []
    await configuration.update((document) => {
      const now = Date.now()
      const key = findKey(document, options.key, now)
      const issued = issuedBy(document, key).filter((one) => isInForce(one, now))
      for (const one of [key, ...issued]) one.active = false
      alsoRevoked = issued.map(({ name, prefix }) => `${prefix} "${name}"`)
    })
    console.log('Revoked: the key is refused from now on.')
    if (alsoRevoked.length > 0)
      console.log(`Revoked with it, since sign-ins made them by it: ${alsoRevoked.join(', ')}.`)
    return 0
  })
}

/** `read-only`, `full`, or grants separated by commas. Throws UsageError on anything else. */
export function parseGrants(text: string): readonly Grant[] {
  if (text === 'read-only') return readOnlyGrants
  if (text === 'full') return allGrants
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !isGrant(name))
  if (unknown.length === 0) return [...new Set(names.filter(isGrant))]
  throw new UsageError(
    `--grants takes read-only, full, or a list of: ${grants.join(', ')}. Unknown: ${unknown.map((name) => JSON.stringify(name)).join(', ')}.`,
  )
}

/** Throws UsageError on anything but a key type. */
export function parseKeyType(text: string): KeyType {
  const found = keyTypes.find((type) => type === text)
  if (found === undefined)
    throw new UsageError(`--type takes ${keyTypes.join(', ')}; it is ${JSON.stringify(text)}.`)
  return found
}

/** The valid key with an id, a prefix, or a name. */
function findKey(document: WorkspaceDocument, reference: string, now: number): ApiKey {
  const matches = document.apiKeys.filter(({ id, prefix, name }) => [id, prefix, name].includes(reference))
  const inForce = matches.filter((apiKey) => isInForce(apiKey, now))
  const [only] = inForce
  if (only !== undefined && inForce.length === 1) return only
  if (inForce.length > 1) {
    const ids = inForce.map(({ id, prefix }) => `${id} (${prefix})`).join(', ')
    throw new UsageError(`${JSON.stringify(reference)} names several keys: give the id of one of ${ids}.`)
  }
  throw new UsageError(
    matches.length > 0
      ? `The key ${JSON.stringify(reference)} is not in force any more: issue another with keys issue.`
      : `There is no key ${JSON.stringify(reference)}: give an id, a prefix or a name, as keys list shows them.`,
  )
}

/** The keys that sign-ins issued by this one. */
function issuedBy({ apiKeys }: WorkspaceDocument, { id }: ApiKey): ApiKey[] {
  return apiKeys.filter((apiKey) => apiKey.issuedBy === id)
}

function stateOf(apiKey: ApiKey, now: number): string {
  if (!isInForce(apiKey, now)) return apiKey.active ? 'expired' : 'revoked'
  return apiKey.expiresAt ? `until ${apiKey.expiresAt}` : 'active'
}

function describeGrants(held: readonly Grant[]): string {
  const isExactly = (preset: readonly Grant[]) =>
    held.length === preset.length && preset.every((grant) => held.includes(grant))
  if (isExactly(allGrants)) return 'full'
  if (isExactly(readOnlyGrants)) return 'read-only'
  return held.join(',') || 'no grants'
}

function tellNewKey(key: string, { id, name, grants }: ApiKey): void {
  console.log(`API key  ${key}`)
  console.log(`Id       ${id}`)
  console.log(`Name     ${name}`)
  console.log(`Grants   ${describeGrants(grants)}`)
  console.log('Keep the API key now: it is not shown again.')
}
