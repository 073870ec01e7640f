import type { Config } from '../app/config.ts'
import { verifyStore } from './copying/verify-store.ts'
import { StoreError } from '../kernel/errors.ts'
import { parseRecord } from '../kernel/log/record.ts'
import { type BackupRun, backupsJournal } from '../kernel/workspace/backup-run.ts'
import { readCopyNote } from '../kernel/workspace/copy-note.ts'
import { defineProgramCommand } from './command.ts'
import { damageOption, exitCodeOf } from './damage.ts'
import { placeOr, runCopy } from './copy-command.ts'
import { configuredPlace, describePlace, isDatabase, readerAt, withStore } from './open-store.ts'
import { assertPlainFiles } from './plain-files.ts'
import { UsageError } from './usage-error.ts'

export const backup = defineProgramCommand({
  name: 'backup',
  summary: 'Copy everything into a folder, also while servers run',
  details: `A backup is a data folder: log, documents, journals and claims of every organization, compared with the store once they are
copied. Named again, the folder gets what is new since; one that still holds what was erased since is refused.`,
  options: {
    to: { value: '<folder>', help: 'Where to: a new folder, or that of an earlier backup' },
    ...damageOption,
  },
  run: backupCommand,
})

export const restore = defineProgramCommand({
  name: 'restore',
  summary: 'Make the configured store, which must be empty, from a backup',
  details: `With --until the log is taken up to that moment, by the times at which events were received; keys, settings and journals are as in
the backup. Who was erased after the backup was made is in it: erase them again before you serve (docs/operations.md).`,
  options: {
    from: { value: '<folder>', help: 'The backup' },
    until: { value: '<time>', help: 'A moment, such as 2026-11-22T09:30:00Z' },
    ...damageOption,
  },
  run: restoreCommand,
})

export const verify = defineProgramCommand({
  name: 'verify',
  summary: 'Read everything that a store or backup holds, and say what is broken',
  details:
    'Checksums of all records of the log, records that are missing, whether each can be decoded; documents, journals and claims. Changes nothing, also while servers run. Exit code 1: something is broken.',
  options: { store: { value: '<place>', help: 'A folder or postgres://…; default: the configured store' } },
  run: verifyCommand,
})

/** `svc-server backup`: exit code 0 once the backup is verified to equal the store, 3 when parts of that are damaged. */
async function backupCommand(
  config: Config,
  { to, 'accept-damage': acceptsDamage }: { to: string | undefined; 'accept-damage': boolean },
): Promise<number> {
  if (to === undefined || isDatabase(to)) throw new UsageError('Say where to by --to: a folder.')
  const asOf = new Date().toISOString()
  const copied = await runCopy(config, { purpose: 'backup', from: configuredPlace(config), to })
  await withStore(config, async (store) => {
    for (const { organizationId, records, bytes } of copied) {
      const run: BackupRun = { asOf, records, bytes }
      const { journals } = store.organization(organizationId)
      await journals.append(backupsJournal.name, [run], { keepBytes: backupsJournal.keepBytes })
    }
  })
  console.log(`${describePlace(to)} holds what was acknowledged before ${asOf}.`)
  return exitCodeOf(copied, acceptsDamage)
}

/** `svc-server restore`: exit code 0 once the store is verified to equal the backup, up to the given time. */
async function restoreCommand(
  config: Config,
  {
    from,
    until,
    'accept-damage': acceptsDamage,
  }: { from: string | undefined; until: string | undefined; 'accept-damage': boolean },
): Promise<number> {
  if (from === undefined || isDatabase(from)) throw new UsageError('Name the backup by --from: a folder.')
  await assertPlainFiles(from)
  const madeAt = await assertBackup(from, config)
  const isWanted = until === undefined ? {} : { isWanted: receivedUntil(parseTime(until)) }
  const copied = await runCopy(config, {
    purpose: 'restore',
    from,
    to: configuredPlace(config),
    ...isWanted,
  })
  console.log(
    `Restored what was ${until === undefined ? 'backed up' : `received until ${until}`}. Who was erased after ${madeAt} is in it again: erase them before you serve.`,
  )
  return exitCodeOf(copied, acceptsDamage)
}

/** `svc-server verify`: exit code 1 when something is broken. */
async function verifyCommand(config: Config, options: { store: string | undefined }): Promise<number> {
  const place = placeOr(options.store, config)
  if (!isDatabase(place)) await assertPlainFiles(place)
  const store = await readerAt(place, config)
  try {
    await store.open()
    const verified = await verifyStore(store)
    if (verified.length === 0) throw new StoreError(`There is no organization in ${describePlace(place)}.`)
    for (const { organizationId, records, bytes, documents, journalEntries, problems } of verified) {
      console.log(
        `${organizationId}: ${records} records of the log (${bytes} bytes), ${documents} documents, ${journalEntries} journal entries. ${problems.length === 0 ? 'All well' : `${problems.length} broken`}.`,
      )
      for (const problem of problems) console.error(`${organizationId}: ${problem}.`)
    }
    return verified.some(({ problems }) => problems.length > 0) ? 1 : 0
  } finally {
    await store.close()
  }
}

/** Resolves with the time of its oldest part. */
async function assertBackup(place: string, config: Config): Promise<string> {
  const store = await readerAt(place, config)
  await store.open()
  const times: string[] = []
  for (const organizationId of await store.listOrganizations()) {
    const note = await readCopyNote(store.organization(organizationId).documents)
    if (note?.purpose !== 'backup')
      throw new StoreError(
        `${describePlace(place)} is no backup of svc-server backup: a data folder is moved by svc-server migrate.`,
      )
    times.push(note.startedAt)
  }
  return times.sort()[0] ?? 'it was made'
}

/** Whether a record was received by then. Undecodable records have no time, and are included. */
function receivedUntil(until: number): (payload: Uint8Array) => boolean {
  return (payload) => {
    try {
      return parseRecord(payload).receivedAt <= until
    } catch {
      return true
    }
  }
}

function parseTime(text: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new UsageError(
    `--until ${JSON.stringify(text)} is no time: give one with its zone, such as 2026-11-22T09:30:00Z.`,
  )
}
