import { join } from 'node:path'
import { drawLine } from '@customer-intel/contract/terminal-text'
import type { Config } from '../app/config.ts'
import { copyStore } from './copying/copy-store.ts'
import type { CopiedOrganization, CopyOptions, CopyProgress } from './copying/copy-organization.ts'
import { nullWhereMissing } from '../kernel/durable-files.ts'
import { AppError, StoreError } from '../kernel/errors.ts'
import { removeReadModels } from '../projector/process/open-read-models.ts'
import type { Store } from '../kernel/store/ports.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import { configuredPlace, describePlace, readerAt, storeAt } from './open-store.ts'
import { UsageError } from './usage-error.ts'

export interface CopyCommandOptions {
  purpose: CopyOptions['purpose']
  /** Folders, or database URLs. */
  from: string
  to: string
  isWanted?: CopyOptions['isWanted']
}

/**
 * The common part of `migrate`, `backup` and `restore`: copies one store into another, shows progress, and prints a line
 * per organization. The source's folder is read while a server writes to it, except for `migrate`, which takes its lock.
 * Resolves with what was copied.
 */
export async function runCopy(
  config: Config,
  { purpose, from, to, isWanted }: CopyCommandOptions,
): Promise<CopiedOrganization[]> {
  const [fromPlace, toPlace] = [describePlace(from), describePlace(to)]
  if (fromPlace === toPlace)
    throw new UsageError(`Both are ${toPlace}: name another place by --to or --from.`)
  const reader = await readerAt(from, config)
  await reader.open()
  if ((await reader.listOrganizations()).length === 0)
    throw new StoreError(`There is no organization in ${fromPlace}: nothing to ${purpose}.`)
  const source = purpose === 'migrate' ? await storeAt(from, config) : reader
  const target = await storeAt(to, config)
  const progress = createProgress(process.stderr)
  try {
    await source.open()
    await target.open()
    const copied = await copyStore(source, target, {
      purpose,
      fromPlace,
      toPlace,
      ...(isWanted === undefined ? {} : { isWanted }),
      onProgress: progress.show,
    })
    for (const { organizationId, wasThere } of copied) {
      if (!wasThere && target.localDirectory !== null)
        await removeReadModels(join(target.localDirectory, organizationId)).catch(nullWhereMissing)
    }
    progress.end()
    for (const one of copied) report(one)
    return copied
  } catch (error) {
    progress.end()
    throw error instanceof AppError
      ? new StoreError(
          `The ${purpose} was broken off: ${reasonOf(error)}. Run it again: it goes on from where it was.`,
          { cause: error },
        )
      : error
  } finally {
    await closeAll(reader, source, target)
  }
}

/** The place given by an option, else the configured store. */
export function placeOr(given: string | undefined, config: Config): string {
  return given ?? configuredPlace(config)
}

async function closeAll(...stores: Store[]): Promise<void> {
  for (const store of new Set(stores)) await store.close()
}

function report(copied: CopiedOrganization): void {
  const { organizationId, records, bytes, documents, journalEntries, claims, sha256, damaged, wasThere } =
    copied
  const counts = [
    `${records} records of the log (${bytes} bytes, SHA-256 ${sha256})`,
    `${documents} documents`,
    `${journalEntries} journal entries`,
    ...(wasThere ? [] : [`${claims} claims`]),
  ]
  console.log(
    `${organizationId}: ${counts.join(', ')}. ${wasThere ? 'Was there already' : 'Copied'}; compared, and the same.`,
  )
  for (const { position, bytes: range, reason } of damaged)
    console.error(
      `${organizationId}: nothing could be read from position ${position} to ${position + range} of the source's log: ${reason}.`,
    )
}

/** A line that is updated in a terminal; elsewhere one line every ten seconds. */
function createProgress(stream: NodeJS.WriteStream): {
  show: (progress: CopyProgress) => void
  end: () => void
} {
  const everyMs = stream.isTTY ? 100 : 10_000
  let shown = performance.now()
  let drawn = false
  return {
    show({ organizationId, step, position, end }) {
      if (performance.now() - shown < everyMs) return
      shown = performance.now()
      const text = `${organizationId}: ${step}, ${Math.floor((position / Math.max(end, 1)) * 100)} %`
      if (stream.isTTY) drawLine(stream, text)
      else stream.write(`${text}\n`)
      drawn = true
    },
    end() {
      if (drawn && stream.isTTY) drawLine(stream)
    },
  }
}
