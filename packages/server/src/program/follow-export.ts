import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../app/config.ts'
import { StoreAwayError, StoreError } from '../kernel/errors.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import type { ConfiguredOrganization } from './chosen-organization.ts'
import { type ExportCommit, ExportConflictError } from './exporting/export-commit.ts'
import { exportTarget } from './exporting/export-target.ts'
import { type Exporter, openExporter } from './exporting/exporter.ts'
import { UsageError } from './usage-error.ts'

/** How long it waits before it tries again what failed: twice as long each time, up to a minute. */
const firstRetryMs = 1_000
const lastRetryMs = 60_000

export interface FollowExportOptions {
  to: string
  /** False: ends once everything is exported. */
  follow: boolean
  everyMs: number
  keepMs: number
  fromPlace: string
  signal: AbortSignal
}

/**
 * Keeps an export of all organizations that `list` gives, until `signal` aborts. What fails is tried again; what can't
 * succeed rejects.
 */
export async function followExport(
  list: () => Promise<ConfiguredOrganization[]>,
  config: Config,
  { to, follow, everyMs, keepMs, fromPlace, signal }: FollowExportOptions,
): Promise<void> {
  const exporters = new Map<string, Exporter>()
  let retryMs = firstRetryMs
  let reported: string | null = null
  try {
    while (!signal.aborted) {
      const startedAt = performance.now()
      try {
        for (const { ports } of await list()) {
          const exporter = exporters.get(ports.organizationId) ?? (await open(ports))
          exporters.set(ports.organizationId, exporter)
          const commit = await exporter.run()
          if (commit !== null) console.log(describe(commit))
        }
        if (!follow) return
        if (reported !== null) console.log('The export goes on.')
        retryMs = firstRetryMs
        reported = null
        await wait(startedAt + everyMs - performance.now())
      } catch (error) {
        if (signal.aborted) return
        const isFinal =
          [ExportConflictError, StoreError, UsageError].some((kind) => error instanceof kind) &&
          !(error instanceof StoreAwayError)
        if (!follow || isFinal) throw error
        const reason = reasonOf(error)
        if (reason !== reported) console.error(`The export waits, and tries again: ${reason}`)
        reported = reason
        await wait(retryMs)
        retryMs = Math.min(2 * retryMs, lastRetryMs)
      }
    }
  } finally {
    for (const exporter of exporters.values()) await exporter.close()
  }

  async function open(ports: ConfiguredOrganization['ports']): Promise<Exporter> {
    const target = await exportTarget(to, ports.organizationId, config)
    return openExporter({
      ports,
      target,
      fromPlace,
      keepMs,
      signal,
      onProblem: (problem) => console.error(problem),
    })
  }

  async function wait(ms: number): Promise<void> {
    await sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined)
  }
}

function describe({ organization, number, at, position, tables }: ExportCommit): string {
  const changed = Object.entries(tables).flatMap(([name, { changedAt, added }]) =>
    changedAt === Date.parse(at) ? [`${name} ${added.length}`] : [],
  )
  return `${organization}: commit ${number}, the log up to ${position}; files written: ${changed.join(', ')}`
}
