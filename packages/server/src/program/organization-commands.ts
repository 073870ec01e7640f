import { setTimeout } from 'node:timers/promises'
import type { Config } from '../app/config.ts'
import { defineOrganization, toSlug } from '../organizations/define-organization.ts'
import { createConfiguration } from '../kernel/workspace/configuration.ts'
import { openConfigurations, withChosen, withChosenOrganization } from './chosen-organization.ts'
import { storePlace, withStore } from './open-store.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { UsageError } from './usage-error.ts'

export const createOrganization = defineProgramCommand({
  name: 'organization create',
  summary: 'Make another organization, with keys of its own',
  options: { name: { value: '<name>', help: 'Shown to people. Default: My workspace' } },
  run: (config, { name }) => createOrganizationCommand(config, name),
})

export const listOrganizationsCommand = defineProgramCommand({
  name: 'organization list',
  summary: 'List the organizations of the data directory',
  run: printOrganizations,
})

export const renameOrganization = defineProgramCommand({
  name: 'organization rename',
  args: ['<name>'],
  summary: 'Give an organization another name, and the slug that follows from it',
  options: organizationOption,
  run: (config, { organization }, [name = '']) =>
    withChosenOrganization(config, organization, async ({ configuration }) => {
      const slug = toSlug(name)
      await configuration.update(({ organization: own }) => void Object.assign(own, { name, slug }))
      console.log(`Renamed to ${name} (${slug}).`)
      return 0
    }),
})

export const deleteOrganization = defineProgramCommand({
  name: 'organization delete',
  args: ['<id or slug>'],
  summary: 'Delete an organization with everything it has; the server must be stopped',
  details:
    'There is no way back but a backup: configuration, keys, log, read models and journals go. Nothing is deleted without --yes.',
  options: { yes: { help: 'Really delete it' } },
  run: (config, { yes }, [reference = '']) =>
    deleteOrganizationCommand(config, reference, { confirmed: yes }),
})

/** How long other servers over the same store take to notice revoked keys. */
const noticedMs = 1_000

/** `svc-server organization delete`: first revokes all its keys, so that no other server accepts data that would be lost. */
export function deleteOrganizationCommand(
  config: Config,
  reference: string,
  { confirmed }: { confirmed: boolean },
): Promise<number> {
  return withStore(config, async (store) => {
    // For a store that one process owns this fails while a server runs.
    await store.open()
    return withChosen(store, reference, async ({ ports, configuration }) => {
      const { id, name, slug } = configuration.document.organization
      if (!confirmed)
        throw new UsageError(
          `This would delete ${name} (${id}, ${slug}) in ${storePlace(config)} with all its data. Say --yes to do it.`,
        )
      await configuration.update(({ apiKeys, publicKeys }) => {
        for (const key of [...apiKeys, ...publicKeys]) key.active = false
      })
      await setTimeout(noticedMs)
      await store.removeOrganization(ports.organizationId)
      console.log(`Deleted ${name} (${id}).`)
      return 0
    })
  })
}

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
export function printOrganizations(config: Config): Promise<number> {
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
