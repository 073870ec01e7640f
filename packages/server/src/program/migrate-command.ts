import type { Config } from '../app/config.ts'
import { defineProgramCommand } from './command.ts'
import { placeOr, runCopy } from './copy-command.ts'
import { damageOption, exitCodeOf } from './damage.ts'
import { describePlace, isDatabase } from './open-store.ts'
import { UsageError } from './usage-error.ts'

export const migrateCommand = defineProgramCommand({
  name: 'migrate',
  summary: 'Copy everything into another store: a data folder, or PostgreSQL',
  details: `Copies log, documents, journals and claims of every organization, and compares both afterwards. Stop the servers of
the source first; a folder that is served is refused. Broken off, run it again: it goes on from where it was. A target that
holds something else is refused. The source is left as it is. A password may be omitted from a URL (PGPASSWORD).`,
  options: {
    from: { value: '<place>', help: 'A data folder or postgres://…; default: the configured store' },
    to: { value: '<place>', help: 'Where to: an empty folder, or postgres://… of an empty database' },
    ...damageOption,
  },
  run: migrateStore,
})

/** `svc-server migrate`: exit code 0 once both stores are verified to be equal. */
async function migrateStore(
  config: Config,
  {
    from,
    to,
    'accept-damage': acceptsDamage,
  }: { from: string | undefined; to: string | undefined; 'accept-damage': boolean },
): Promise<number> {
  if (to === undefined)
    throw new UsageError('Say where to by --to: a folder, or postgres://user:password@host:5432/database.')
  const copied = await runCopy(config, { purpose: 'migrate', from: placeOr(from, config), to })
  const setting = isDatabase(to) ? 'SVC_DATABASE_URL to its URL' : `SVC_DATA_DIR to ${describePlace(to)}`
  console.log(
    `Set ${setting} and start the server. What was copied from is left as it is: start none on it any more.`,
  )
  return exitCodeOf(copied, acceptsDamage)
}
