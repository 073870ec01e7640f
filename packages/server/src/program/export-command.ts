import { join, resolve } from 'node:path'
import { type Config, parseBucketPlace } from '../app/config.ts'
import { makeFolder } from '../kernel/durable-files.ts'
import { StoreError } from '../kernel/errors.ts'
import { exportOrganization } from './copying/export-organization.ts'
import { type ExportFormat, exportFormats } from '../projector/process/export-views.ts'
import { isNamed, openConfigurations } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { configuredPlace, describePlace, readerAt } from './open-store.ts'
import { followExport } from './follow-export.ts'
import { parseDuration } from './parse-duration.ts'
import { UsageError } from './usage-error.ts'

export const exportFiles = defineProgramCommand({
  name: 'export',
  summary: 'Write events, customers, users, revenue and facts as Parquet, CSV or NDJSON',
  details: `One folder for each organization, and in it one for each view of svc_query; events and revenue by day. Works while servers run.
Named again, the folder gets only the files whose rows have changed; after an erasure all are rewritten.
With --follow, or to a bucket (s3://bucket/prefix, by SVC_S3_…), it writes Parquet with the raw log for DuckDB, ClickHouse, Trino and Spark, one whole state after another: docs/export.md.`,
  options: {
    to: { value: '<place>', help: 'Where to: a folder, or s3://bucket/prefix' },
    follow: { help: 'Go on until it is stopped' },
    every: { value: '<time>', help: 'With --follow: how often, 1s to 1d. Default 5m' },
    keep: { value: '<time>', help: 'How long replaced files stay for who reads them. Default 15m' },
    format: { value: '<format>', help: 'parquet (default), csv or ndjson' },
    raw: { help: 'CSV with texts as they are, also where a spreadsheet would run them as formulas' },
    ...organizationOption,
  },
  run: exportCommand,
})

/** `svc-server export`: exit code 0 once every file is written. */
async function exportCommand(
  config: Config,
  options: {
    to: string | undefined
    follow: boolean
    every: string | undefined
    keep: string | undefined
    format: string | undefined
    raw: boolean
    organization: string | undefined
  },
): Promise<number> {
  if (options.to === undefined) throw new UsageError('Say where to by --to: a folder.')
  const format = parseFormat(options.format ?? 'parquet')
  const isBucket = parseBucketPlace(options.to) !== null
  if ((options.follow || isBucket) && format !== 'parquet')
    throw new UsageError(`--format ${format} is for a folder without --follow: leave it out.`)
  const everyMs = parseDuration('--every', options.every ?? '5m', { from: 1_000 })
  const keepMs = parseDuration('--keep', options.keep ?? '15m', { from: 0 })
  const place = configuredPlace(config)
  const store = await readerAt(place, config)
  try {
    await store.open()
    const list = async () => {
      const all = await openConfigurations(store, (problem) => console.error(problem))
      return all.filter((one) => options.organization === undefined || isNamed(one, options.organization))
    }
    const chosen = await list()
    if (chosen.length === 0)
      throw new StoreError(
        options.organization === undefined
          ? `There is no organization in ${describePlace(place)}.`
          : `There is no organization ${options.organization}; svc-server organization list shows them.`,
      )
    if (options.follow || isBucket) {
      const stopping = new AbortController()
      const stop = () => stopping.abort()
      process.once('SIGTERM', stop).once('SIGINT', stop)
      await followExport(list, config, {
        to: options.to,
        follow: options.follow,
        everyMs,
        keepMs,
        fromPlace: describePlace(place),
        signal: stopping.signal,
      }).finally(() => process.off('SIGTERM', stop).off('SIGINT', stop))
      return 0
    }
    for (const { ports } of chosen) {
      const directory = join(resolve(options.to), ports.organizationId)
      await makeFolder(directory, { sync: false })
      const exported = await exportOrganization(ports, {
        directory,
        format,
        raw: options.raw,
        fromPlace: describePlace(place),
      })
      for (const { folder, rows, files, written, removed } of exported)
        console.log(
          `${ports.organizationId}/${folder}: ${rows} rows in ${files} files, ${written} written${removed === 0 ? '' : `, ${removed} removed`}`,
        )
    }
    return 0
  } finally {
    await store.close()
  }
}

function parseFormat(text: string): ExportFormat {
  const known = Object.keys(exportFormats) as ExportFormat[]
  const format = known.find((name) => name === text)
  if (format !== undefined) return format
  throw new UsageError(`--format ${JSON.stringify(text)} is none: take ${known.join(', ')}.`)
}
