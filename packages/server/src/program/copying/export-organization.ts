import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { StoreError } from '../../kernel/errors.ts'
import {
  type ExportFormat,
  type ExportOptions,
  type ExportedView,
  exportViews,
} from '../../projector/process/export-views.ts'
import type { OrganizationStore } from '../../kernel/store/ports.ts'
import { readErasedEpoch } from '../../kernel/workspace/replicas.ts'
import { catchUpReadModels } from './catch-up-read-models.ts'

/** Files that say what a folder of exports is: without `--follow`, and with it. */
export const exportMark = '.export.json'
export const followedMark = '_export.json'

/** What a folder of exports was made from, so that the next run knows whether it can continue. */
interface ExportMark {
  /** The store's place, for people. */
  from: string
  format: ExportFormat
  raw?: boolean
  /** The last erasure or deletion that it includes. */
  epoch: number
}

/**
 * Exports one organization into `directory`. The export has read models of its own, beside the files (`.read-models`): so
 * it takes nothing from a running server, and the next run reads only what was appended to the log since. After an
 * erasure everything is made again.
 */
export async function exportOrganization(
  { documents, log }: OrganizationStore,
  options: ExportOptions & { fromPlace: string },
): Promise<ExportedView[]> {
  const { directory, format, raw = false, fromPlace } = options
  const readModels = join(directory, '.read-models')
  const path = join(directory, exportMark)
  if ((await readIfThere(join(directory, followedMark))) !== null)
    throw new StoreError(`${directory} is exported to with --follow: export into another folder.`)
  const mark: ExportMark = { from: fromPlace, format, raw, epoch: await readErasedEpoch(documents) }
  const text = await readIfThere(path)
  const former = text === null ? null : (JSON.parse(String(text)) as ExportMark)
  if (
    former !== null &&
    (former.format !== format || (former.raw ?? false) !== raw || former.from !== fromPlace)
  )
    throw new StoreError(
      `${directory} holds ${former.raw ? 'raw ' : ''}${former.format} of ${former.from}: export ${format} of ${fromPlace} into another folder.`,
    )
  if (former !== null && former.epoch !== mark.epoch) await rm(directory, { recursive: true })
  await mkdir(readModels, { recursive: true, mode: 0o700 })
  await replaceFile(path, JSON.stringify(mark))
  await catchUpReadModels(readModels, log)
  return exportViews(readModels, { directory, format, raw })
}
