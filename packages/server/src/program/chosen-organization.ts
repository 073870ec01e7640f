import type { Config } from '../app/config.ts'
import type { OrganizationStore, Store } from '../kernel/store/ports.ts'
import { type Configuration, openConfiguration } from '../kernel/workspace/configuration.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import { withStore } from './open-store.ts'

/** An organization's configuration, read and changed by a command while a server runs. */
export interface ConfiguredOrganization {
  ports: OrganizationStore
  configuration: Configuration
}

/** The configurations of all organizations that can be read; others are reported to `onProblem`. */
export async function openConfigurations(
  store: Store,
  onProblem: (problem: string) => void,
): Promise<ConfiguredOrganization[]> {
  const opened: ConfiguredOrganization[] = []
  for (const organizationId of (await store.listOrganizations()).sort()) {
    const ports = store.organization(organizationId)
    const configuration = await openConfiguration(ports.documents).catch((error: unknown) => {
      onProblem(reasonOf(error))
      return null
    })
    if (configuration !== null) opened.push({ ports, configuration })
  }
  return opened
}

/**
 * Calls `work` for the organization with this id or slug, or for the only one. Resolves with the command's exit code; 1
 * with a message when it is unclear which one is meant.
 */
export function withChosenOrganization(
  config: Config,
  reference: string | undefined,
  work: (chosen: ConfiguredOrganization) => Promise<number>,
): Promise<number> {
  return withStore(config, (store) => withChosen(store, reference, work))
}

/** The same over an open store. */
export async function withChosen(
  store: Store,
  reference: string | undefined,
  work: (chosen: ConfiguredOrganization) => Promise<number>,
): Promise<number> {
  const opened = await openConfigurations(store, (problem) => console.error(problem))
  const chosen = opened.filter((one) => reference === undefined || isNamed(one, reference))
  const [only] = chosen
  if (only !== undefined && chosen.length === 1) return work(only)
  console.error(
    `Say which organization by --organization <id or slug>. There are: ${namesOf(opened) || 'none'}.`,
  )
  return 1
}

/** Whether it has this id or slug. */
export function isNamed({ configuration }: ConfiguredOrganization, reference: string): boolean {
  const { id, slug } = configuration.document.organization
  return reference === id || reference === slug
}

/** `a-1 (acme), a-2 (globex)`. */
export function namesOf(opened: readonly ConfiguredOrganization[]): string {
  return opened
    .map(({ configuration: { document } }) => `${document.organization.id} (${document.organization.slug})`)
    .join(', ')
}
