import type { Config } from '../app/config.ts'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { withWorkspace } from './with-workspace.ts'

/** How long the read models may take to catch up with the log. */
const catchUpMs = 10 * 60_000
/** Maximal number of printed items. */
const listed = 10_000

export const listQuarantine = defineProgramCommand({
  name: 'quarantine list',
  summary: "Show accepted events and records that can't be applied, and why; the server must be stopped",
  options: organizationOption,
  run: listQuarantineCommand,
})

export const retryQuarantine = defineProgramCommand({
  name: 'quarantine retry',
  summary: 'Try them again, as after an upgrade; the server must be stopped',
  details:
    'Each is tried at its place in the log, for which the read models are rebuilt. Exit code 1 while some are left.',
  options: organizationOption,
  run: retryQuarantineCommand,
})

interface Chosen {
  organization: string | undefined
}

function listQuarantineCommand(config: Config, { organization }: Chosen): Promise<number> {
  return withWorkspace(config, organization, async ({ readModels }) => {
    await print(await readModels.exact({ withinMs: catchUpMs }))
    return 0
  })
}

function retryQuarantineCommand(config: Config, { organization }: Chosen): Promise<number> {
  return withWorkspace(config, organization, async ({ readModels }) => {
    const before = (await (await readModels.exact({ withinMs: catchUpMs })).listQuarantined(listed)).length
    if (before > 0) await readModels.rebuild()
    const left = await print(readModels)
    if (before > 0) console.log(`${before} were tried again, ${left} are left.`)
    return left === 0 ? 0 : 1
  })
}

/** Returns how many there are. */
async function print(reads: Pick<ReadModels, 'listQuarantined'>): Promise<number> {
  const items = await reads.listQuarantined(listed)
  if (items.length === 0) console.log('Nothing is quarantined: all that was accepted is in the answers.')
  for (const { position, index, name, reason, at } of items)
    console.log([at, index === null ? position : `${position}#${index}`, name ?? '-', reason].join('  '))
  return items.length
}
