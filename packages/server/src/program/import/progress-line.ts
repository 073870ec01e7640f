import { drawLine } from '@customer-intel/contract/terminal-text'
import type { ImportProgress } from './import-state.ts'

/** Shows the progress of an import. */
export interface ProgressLine {
  show(progress: ImportProgress): void
  /** Prints a line above the bar. */
  say(text: string): void
  end(): void
}

const width = 28

/**
 * A bar in a terminal, updated at most ten times per second; elsewhere a line every ten seconds. `totalBytes`: null when
 * unknown.
 */
export function createProgressLine(
  stream: NodeJS.WriteStream,
  { totalBytes, clock = () => performance.now() }: { totalBytes: number | null; clock?: () => number },
): ProgressLine {
  const { isTTY } = stream
  const everyMs = isTTY ? 100 : 10_000
  const started = clock()
  let shown = isTTY ? Number.NEGATIVE_INFINITY : started
  let first: ImportProgress | null = null
  const clear = (): void => {
    if (isTTY) drawLine(stream)
  }
  return {
    show(progress) {
      first ??= progress
      const now = clock()
      if (now - shown < everyMs) return
      shown = now
      const seconds = Math.max(now - started, 1) / 1_000
      const perSecond = Math.round((progress.imported - first.imported) / seconds)
      const counts = `${progress.imported} imported, ${progress.refused} refused, ${perSecond}/s`
      const done = totalBytes === null || totalBytes === 0 ? null : progress.offset / totalBytes
      const percent = done === null ? '' : `${Math.floor(done * 100)} %  `
      clear()
      if (!isTTY) stream.write(`${percent}${counts}\n`)
      else stream.write(`${done === null ? '' : `${bar(done)} `}${percent}${counts}`)
    },
    say(text) {
      clear()
      stream.write(`${text}\n`)
    },
    end: clear,
  }
}

function bar(done: number): string {
  const full = Math.round(done * width)
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`
}
