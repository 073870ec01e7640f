import { join, resolve } from 'node:path'
import type { Config } from '../app/config.ts'
import { makeFolder } from '../kernel/durable-files.ts'
import { StoreError } from '../kernel/errors.ts'
import { exportOrganization } from './copying/export-organization.ts'
import { type ExportFormat, exportFormats } from '../projector/process/export-views.ts'
import { openConfigurations } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { configuredPlace, describePlace, readerAt } from './open-store.ts'
import { UsageError } from './usage-error.ts'

export const exportFiles = defineProgramCommand({
  name: 'export',
  summary: 'Write events, customers, users, revenue and facts as Parquet, CSV or NDJSON',
  details: `One folder for each organization, and in it one for each view of svc_query; events and revenue by day. Works while servers run.
Named again, the folder gets only the files whose rows have changed; after an erasure all are rewritten.`,
  options: {
    to: { value: '<folder>', help: 'Where to' },
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
    format: string | undefined
    raw: boolean
    organization: string | undefined
  },
): Promise<number> {
  if (options.to === undefined) throw new UsageError('Say where to by --to: a folder.')
  const format = parseFormat(options.format ?? 'parquet')
  const place = configuredPlace(config)
  const store = await readerAt(place, config)
  try {
    await store.open()
    const all = await openConfigurations(store, (problem) => console.error(problem))
    const chosen = all.filter(({ configuration }) => {
      const { id, slug } = configuration.document.organization
      return options.organization === undefined || [id, slug].includes(options.organization)
    })
    if (chosen.length === 0)
      throw new StoreError(
        options.organization === undefined
          ? `There is no organization in ${describePlace(place)}.`
          : `There is no organization ${options.organization}; svc-server organization list shows them.`,
      )
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
