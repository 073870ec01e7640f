import type { PersonExport } from '@customer-intel/contract'
import type { Config } from '../app/config.ts'
import { StoreInUseError } from '../kernel/errors.ts'
import { encodeRecord, type LogRecord } from '../kernel/log/record.ts'
import type { Reads } from '../kernel/read-models/read-models.ts'
import { isCustomerId, toPersonKey } from '../customers/identity/person-key.ts'
import { defineProgramCommand, organizationOption, serverOptions } from './command.ts'
import { type Ask, type PersonCommandOptions, serverOf } from './person-command.ts'
import { withWorkspace } from './with-workspace.ts'

export const listLinksCommand = defineProgramCommand({
  name: 'identity links',
  args: ['<person>'],
  summary:
    'Show what was joined with an e-mail address, a userId or a customer’s id, and why; or why a visitor:… links nobody',
  details: 'Looks into the data directory while no server runs, or asks the running one with --url.',
  options: { ...organizationOption, ...serverOptions },
  run: (config, { organization, url, 'api-key': apiKey }, [person = '']) =>
    printIdentityLinks(config, { organization, url, apiKey }, person),
})

export const unlinkIdentity = defineProgramCommand({
  name: 'identity unlink',
  args: ['<key>', '<key>'],
  summary: 'Decide that two keys are not one person, or two ids not one customer; the server must be stopped',
  options: organizationOption,
  run: (config, { organization }, [left = '', right = '']) =>
    decideCommand(config, organization, 'cut', [left, right]),
})

export const reapplyIdentity = defineProgramCommand({
  name: 'identity reapply',
  args: ['<key>', '<key>'],
  summary: 'Take that decision back, or make two ids one customer; the server must be stopped',
  options: organizationOption,
  run: (config, { organization }, [left = '', right = '']) =>
    decideCommand(config, organization, 'mend', [left, right]),
})

/** How long the read models may take to catch up with the log. */
const catchUpMs = 10 * 60_000

/** `svc-server identity links <person>`: which keys are one person, by which event, and the status of each link. */
export function printIdentityLinks(
  config: Config,
  options: PersonCommandOptions,
  person: string,
): Promise<number> {
  const server = serverOf(config, options)
  if (server !== null) return askForLinks(server, person)
  return withWorkspace(config, options.organization, async (workspace) => {
    const reads = await workspace.readModels.exact({ withinMs: catchUpMs })
    if (isCustomerId(person)) {
      const merges = await reads.listCustomerMerges(person)
      if (merges.length === 0) console.log(`${person} was never merged with another customer.`)
      for (const { duplicate, survivor, decidedAt, cause } of merges)
        console.log(['merged'.padEnd(12), duplicate, '→', survivor, decidedAt, cause].join('  '))
      return 0
    }
    const links = await reads.listIdentityLinks(person)
    const key = toPersonKey(person)
    const keys = new Set([key, ...links.flatMap(({ left, right }) => [left, right])])
    const overused = await reads.listOverusedKeys([...keys])
    if (links.length === 0 && overused.length === 0) console.log(`Nothing was ever joined with ${key}.`)
    for (const { key: name, trusted, limit } of overused)
      console.log(
        `${name} links nobody: what ${trusted ? 'servers' : 'browsers'} state of it crossed the limit ${limit} (docs/decisions/014-merge-protection.md).`,
      )
    printLinks(links)
    return 0
  }).catch((error: unknown) => {
    if (!(error instanceof StoreInUseError)) throw error
    throw new StoreInUseError(
      `${error.message} Or ask it: --url <its address> --api-key <a key with the grant people:export>.`,
    )
  })
}

/** A running server's export of a person starts with their keys and links: they are all on the first page. */
async function askForLinks(server: Ask, person: string): Promise<number> {
  const answer = await server<PersonExport>('export', { person })
  if (typeof answer === 'number') return answer
  const links = answer.items.flatMap(({ kind, data }) => (kind === 'link' ? [data as unknown as Link] : []))
  if (links.length === 0) console.log(`Nothing was ever joined with ${toPersonKey(person)}.`)
  printLinks(links)
  return 0
}

type Link = Awaited<ReturnType<Reads['listIdentityLinks']>>[number]

function printLinks(links: readonly Link[]): void {
  for (const { left, right, status, trusted, firstAt, cause } of links) {
    console.log(
      [status.padEnd(12), left, '=', right, trusted ? 'server' : 'browser', firstAt, cause].join('  '),
    )
  }
}

/**
 * `svc-server identity unlink|reapply <left> <right>`: a decision that two keys are not one person, or two ids not one
 * customer, or that they are after all. It is appended to the log, so that a rebuild includes it.
 */
export function decideCommand(
  config: Config,
  organizationId: string | undefined,
  decision: 'cut' | 'mend',
  [left, right]: [string, string],
): Promise<number> {
  return withWorkspace(config, organizationId, async (workspace) => {
    const [one, other] =
      isCustomerId(left) && isCustomerId(right) ? [left, right] : [left, right].map(toPersonKey)
    await workspace.log.append(encodeRecord(decisionOf(decision, one!, other!)))
    await workspace.readModels.fresh({ withinMs: catchUpMs })
    console.log(`${decision === 'cut' ? 'Unlinked' : 'Reapplied'}: ${one} = ${other}`)
    return 0
  })
}

function decisionOf(decision: 'cut' | 'mend', left: string, right: string): LogRecord {
  const decided = { receivedAt: Date.now(), cause: 'operator' }
  if (!isCustomerId(left)) return { kind: 'identity', ...decided, decision, left, right }
  const merge = decision === 'cut' ? 'part' : 'merge'
  return { kind: 'customer-merge', ...decided, decision: merge, duplicate: left, survivor: right }
}
