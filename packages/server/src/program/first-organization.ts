import type { Config } from '../app/config.ts'
import { hashApiKey, isInForce } from '../organizations/api-keys.ts'
import { defineOrganization } from '../organizations/define-organization.ts'
import type { Workspace, Workspaces } from '../kernel/workspace/workspace.ts'

export interface FirstOrganization {
  workspace: Workspace
  /** Whether it was just created. */
  isNew: boolean
  /** Its first active public key; null when none is active. */
  publicKey: string | null
  /** The API key in plain text if it was just created: it can't be shown again. */
  newApiKey: string | null
  /** Whether SVC_INITIAL_API_KEY is a valid key of it. */
  apiKeyIsPreset: boolean
  /** Problems with the preset keys, for people. */
  problems: string[]
}

type Presets = Pick<Config, 'initialApiKey' | 'initialPublicKey' | 'apiKey'>

/**
 * The oldest organization; created if there is none, with the preset keys if they are set. Of several servers that start
 * at once over an empty store one creates it.
 */
export async function openFirstOrganization(
  workspaces: Workspaces,
  presets: Presets,
): Promise<FirstOrganization> {
  const [known] = await workspaces.listOrganizations()
  if (known !== undefined) return openOrganization(workspaces, known.id, presets)
  return workspaces.exclusively('first-organization', async () => {
    const [first] = await workspaces.listOrganizations({ withinMs: 0 })
    return first === undefined
      ? makeFirstOrganization(workspaces, presets)
      : openOrganization(workspaces, first.id, presets)
  })
}

async function openOrganization(
  workspaces: Workspaces,
  organizationId: string,
  presets: Presets,
): Promise<FirstOrganization> {
  const workspace = await workspaces.openWorkspace(organizationId)
  if (workspace === null) throw new Error(`Organization ${organizationId} can't be opened`)
  const { apiKey, publicKey } = await findProblems(workspaces, workspace, presets)
  return {
    workspace,
    isNew: false,
    publicKey: publicKeyOf(workspace),
    newApiKey: null,
    apiKeyIsPreset: presets.initialApiKey !== null && apiKey === null,
    problems: [apiKey, publicKey].filter((problem) => problem !== null),
  }
}

async function makeFirstOrganization(
  workspaces: Workspaces,
  { initialApiKey, initialPublicKey, apiKey }: Presets,
): Promise<FirstOrganization> {
  const created = defineOrganization({
    ...(initialApiKey === null ? {} : { apiKey: initialApiKey }),
    ...(initialPublicKey === null ? {} : { publicKey: initialPublicKey }),
  })
  const newApiKey = initialApiKey === null ? created.apiKey : null
  try {
    const workspace = await workspaces.createOrganization(created.document.organization, created.document)
    const problems =
      apiKey !== null && newApiKey !== null
        ? ['SVC_API_KEY is a setting of clients and gave this workspace no key: SVC_INITIAL_API_KEY would.']
        : []
    const { publicKey } = created
    return { workspace, isNew: true, publicKey, newApiKey, apiKeyIsPreset: newApiKey === null, problems }
  } catch (error) {
    // It may exist all the same, and this is the only time when its key can be shown.
    const isThere = await workspaces.listOrganizations().then(
      (all) => all.some(({ id }) => id === created.document.organization.id),
      () => true,
    )
    if (isThere && newApiKey !== null)
      console.log(`API key     ${newApiKey}\n            Keep it now: it is not shown again.`)
    throw error
  }
}

/**
 * Preset keys are for a new organization. They are never added to an existing one: a restart would bring back a key that
 * was removed, and one workspace's key could open another's data.
 */
async function findProblems(
  workspaces: Workspaces,
  workspace: Workspace,
  { initialApiKey, initialPublicKey }: Presets,
): Promise<{ apiKey: string | null; publicKey: string | null }> {
  const problems: { apiKey: string | null; publicKey: string | null } = { apiKey: null, publicKey: null }
  if (initialApiKey !== null) {
    const hash = hashApiKey(initialApiKey)
    const holder = await workspaces.findByApiKeyHash(hash)
    const key = holder?.document.apiKeys.find((candidate) => candidate.hash === hash)
    const problem = problemOf(holder, workspace, key !== undefined && isInForce(key, Date.now()))
    if (problem !== null)
      problems.apiKey = `SVC_INITIAL_API_KEY ${problem} Unset it, or make a key that works: svc-server keys issue --name <name> --grants full`
  }
  if (initialPublicKey !== null) {
    const holder = await workspaces.findByPublicKey(initialPublicKey)
    const key = holder?.document.publicKeys.find((candidate) => candidate.key === initialPublicKey)
    const problem = problemOf(holder, workspace, key?.active === true)
    if (problem !== null)
      problems.publicKey = `SVC_INITIAL_PUBLIC_KEY ${problem} Unset it, or make one that works: svc-server public-keys issue`
  }
  return problems
}

function problemOf(holder: Workspace | null, workspace: Workspace, isActive: boolean): string | null {
  if (holder === null)
    return 'is no key of this data directory, which was made with others, and does not work. Is SVC_DATA_DIR the right one?'
  if (holder.organization.id !== workspace.organization.id)
    return `is a key of the organization ${holder.organization.id} (${holder.organization.slug}), not of the first one.`
  return isActive ? null : 'was revoked or has expired, and stays refused.'
}

function publicKeyOf({ document }: Workspace): string | null {
  return document.publicKeys.find(({ active }) => active)?.key ?? null
}
