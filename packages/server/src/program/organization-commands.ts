import type { Config } from '../config.ts'
import { defineOrganization } from '../platform/organizations.ts'
import { createConfiguration } from '../workspaces/configuration.ts'
import { openConfigurations } from './chosen-organization.ts'
import { storePlace, withStore } from './open-store.ts'
import { defineCommand } from './command.ts'

export const createOrganization = defineCommand({
  name: 'organization create',
  summary: 'Make another organization, with keys of its own',
  options: { name: { value: '<name>', help: 'Shown to people. Default: My workspace' } },
  run: (config, { name }) => createOrganizationCommand(config, name),
})

export const listOrganizations = defineCommand({
  name: 'organization list',
  summary: 'List the organizations of the data directory',
  run: listOrganizationsCommand,
})

/** `svc-server organization create`: also while a server runs, which finds the new organization by itself. */
export function createOrganizationCommand(config: Config, name: string | undefined): Promise<number> {
  return withStore(config, async (store) => {
    const { document, publicKey, apiKey } = defineOrganization(name === undefined ? {} : { name })
    const { organization } = document
    await createConfiguration(store.organization(organization.id).documents, document)
    console.log(`Organization  ${organization.name} (${organization.id})`)
    console.log(`Public key    ${publicKey}`)
    console.log(`API key       ${apiKey}`)
    console.log('Keep the API key now: it is not shown again.')
    return 0
  })
}

/** `svc-server organization list`: one line each. Fails when an organization can't be read. */
export function listOrganizationsCommand(config: Config): Promise<number> {
  return withStore(config, async (store) => {
    const problems: string[] = []
    const opened = await openConfigurations(store, (problem) => problems.push(problem))
    if (opened.length === 0 && problems.length === 0)
      console.log(`There is no organization in ${storePlace(config)} yet.`)
    for (const { configuration } of opened) {
      const { organization, publicKeys } = configuration.document
      const keys = publicKeys.map(({ key, active }) => (active ? key : `${key} (inactive)`))
      console.log([organization.id, organization.name, organization.createdAt, ...keys].join('  '))
    }
    for (const problem of problems) console.error(problem)
    return problems.length === 0 ? 0 : 1
  })
}
