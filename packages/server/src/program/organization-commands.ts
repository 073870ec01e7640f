import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { defineOrganization } from '../platform/organizations.ts'
import {
  listOrganizationFolders,
  openWorkspaceFiles,
  writeOrganizationFolder,
} from '../store/file/organization-folders.ts'
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
export async function createOrganizationCommand(config: Config, name: string | undefined): Promise<number> {
  const organization = defineOrganization(name === undefined ? {} : { name })
  await writeOrganizationFolder(resolve(config.dataDirectory), organization.document)
  console.log(
    `Organization  ${organization.document.organization.name} (${organization.document.organization.id})`,
  )
  console.log(`Public key    ${organization.publicKey}`)
  console.log(`API key       ${organization.apiKey}`)
  console.log('Keep the API key now: it is not shown again.')
  return 0
}

/** `svc-server organization list`: one line each. Fails when an organization can't be read. */
export async function listOrganizationsCommand(config: Config): Promise<number> {
  const problems: string[] = []
  const folders = await listOrganizationFolders(resolve(config.dataDirectory))
  const opened = await openWorkspaceFiles(folders, (problem) => problems.push(problem))
  if (opened.length === 0 && problems.length === 0)
    console.log(`There is no organization in ${resolve(config.dataDirectory)} yet.`)
  for (const { file } of opened) {
    const { organization, publicKeys } = file.document
    const keys = publicKeys.map(({ key, active }) => (active ? key : `${key} (inactive)`))
    console.log([organization.id, organization.name, organization.createdAt, ...keys].join('  '))
  }
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}
