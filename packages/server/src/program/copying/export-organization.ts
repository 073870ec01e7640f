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
import { openReadModels } from '../../projector/process/open-read-models.ts'
import { createSlots } from '../../projector/process/slots.ts'
import type { OrganizationStore } from '../../kernel/store/ports.ts'
import { readErasedEpoch } from '../../kernel/workspace/replicas.ts'

/** How long the read models may take to catch up with the log. */
const catchUpMs = 24 * 60 * 60_000

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
  const path = join(directory, '.export.json')
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
  const followed = await openReadModels({ directory: readModels, log, slots: createSlots(1) })
  try {
    await followed.exact({ withinMs: catchUpMs })
    // Behavioural facts, which a server refreshes in the background.
    while ((await followed.refreshFacts(null, Date.now())) > 0);
  } finally {
    await followed.close()
  }
  return exportViews(readModels, { directory, format, raw })
}
