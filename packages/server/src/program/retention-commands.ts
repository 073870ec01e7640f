import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { Config } from '../app/config.ts'
import { StoreInUseError } from '../kernel/errors.ts'
import { deleteOldEvents } from '../privacy/retention.ts'
import { withChosenOrganization } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { UsageError } from './usage-error.ts'
import { withWorkspace } from './with-workspace.ts'

export const setRetention = defineProgramCommand({
  name: 'retention set',
  summary: 'Say for how many days events are kept; the server deletes older ones once a day',
  details: 'Identify events and records stay. docs/operations.md tells what goes.',
  options: { ...organizationOption, days: { value: '<days>', help: '1 to 36500, or none: for ever' } },
  run: async (config, { organization, days }) => {
    if (days === undefined) throw new UsageError('"retention set" needs --days <days>, or --days none.')
    const wanted = days === 'none' ? null : parseDays(days)
    return withChosenOrganization(config, organization, async ({ configuration }) => {
      await configuration.update((document) => void (document.retention.days = wanted))
      console.log(describe(wanted))
      return 0
    })
  },
})

export const showRetention = defineProgramCommand({
  name: 'retention show',
  summary: 'Show for how long events are kept, and when old ones were deleted',
  options: organizationOption,
  run: (config, { organization }) =>
    withChosenOrganization(config, organization, async ({ ports, configuration }) => {
      console.log(describe(configuration.document.retention.days))
      for (const run of await ports.journals.read('retention')) console.log(toSafeJson(run))
      return 0
    }),
})

export const applyRetention = defineProgramCommand({
  name: 'retention apply',
  summary: 'Delete old events now; the server must be stopped',
  options: {
    ...organizationOption,
    days: { value: '<days>', help: 'Older than that; default: as set by retention set' },
  },
  run: (config, { organization, days }) =>
    applyRetentionCommand(config, organization, days === undefined ? null : parseDays(days)),
})

function applyRetentionCommand(
  config: Config,
  organization: string | undefined,
  given: number | null,
): Promise<number> {
  return withWorkspace(config, organization, async (workspace) => {
    const days = given ?? workspace.document.retention.days
    if (days === null) throw new UsageError('Events are kept for ever: give --days <days>, or retention set.')
    const held = await workspace.lease.hold()
    if (held === null)
      throw new StoreInUseError(
        'Another process works for this organization: stop the servers, or let them delete (retention set).',
      )
    const events = await deleteOldEvents(workspace, {
      days,
      now: Date.now(),
      by: 'operator',
      signal: held.lost,
    })
    console.log(`Deleted ${events} events older than ${days} days.`)
    return 0
  })
}

function parseDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= 36_500) return days
  throw new UsageError(`--days takes a whole number from 1 to 36500; it is ${JSON.stringify(text)}.`)
}

function describe(days: number | null): string {
  return days === null ? 'Events are kept for ever.' : `Events are kept for ${days} days.`
}
