import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { encodeRecord } from '../log/record.ts'
import { fileStore } from '../store/file/file-store.ts'
import { toPersonKey } from '../store/sql/identity-reads.ts'
import type { Workspace } from '../store/store.ts'

/** How long the read models may take to catch up with a log that was written while they were closed. */
const catchUpMs = 10 * 60_000

/** `svc-server identity links <person>`: which keys are one person, by which event, and what became of it. */
export function listLinksCommand(
  config: Config,
  organizationId: string | undefined,
  person: string,
): Promise<number> {
  return withWorkspace(config, organizationId, async (workspace) => {
    const links = await workspace.readModels.listIdentityLinks(person)
    if (links.length === 0) console.log(`Nothing was ever joined with ${toPersonKey(person)}.`)
    for (const { left, right, status, trusted, firstAt, cause } of links) {
      console.log(
        [status.padEnd(12), left, '=', right, trusted ? 'server' : 'browser', firstAt, cause].join('  '),
      )
    }
  })
}

/**
 * `svc-server identity cut|mend <left> <right>`: a person's decision that two keys are not one person, or that they
 * are after all. It goes into the log like everything else, so that a rebuild knows it too.
 */
export function decideCommand(
  config: Config,
  organizationId: string | undefined,
  decision: 'cut' | 'mend',
  [left, right]: [string, string],
): Promise<number> {
  return withWorkspace(config, organizationId, async (workspace) => {
    const position = await workspace.log.append(
      encodeRecord({
        kind: 'identity',
        receivedAt: Date.now(),
        decision,
        left: toPersonKey(left),
        right: toPersonKey(right),
        cause: 'operator',
      }),
    )
    await workspace.readModels.waitFor(position, catchUpMs)
    console.log(`${decision === 'cut' ? 'Cut' : 'Mended'}: ${toPersonKey(left)} = ${toPersonKey(right)}`)
  })
}

/** Opens the organization's workspace; refuses while a server runs, as the data directory's lock does. */
async function withWorkspace(
  config: Config,
  organizationId: string | undefined,
  work: (workspace: Workspace) => Promise<void>,
): Promise<number> {
  const store = fileStore({ directory: resolve(config.dataDirectory) })
  try {
    const organizations = await store.listOrganizations()
    const chosen =
      organizationId === undefined && organizations.length === 1
        ? organizations[0]
        : organizations.find(({ id, slug }) => id === organizationId || slug === organizationId)
    const workspace = chosen === undefined ? null : await store.openWorkspace(chosen.id)
    if (workspace === null) {
      const known = organizations.map(({ id, slug }) => `${id} (${slug})`).join(', ')
      console.error(`Say which organization by --organization <id or slug>. There are: ${known || 'none'}.`)
      return 1
    }
    await workspace.readModels.waitFor(workspace.log.durable, catchUpMs)
    await work(workspace)
    return 0
  } finally {
    await store.close()
  }
}
