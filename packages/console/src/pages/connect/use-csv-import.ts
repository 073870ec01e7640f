import type { CsvImport, JsonObject } from '@customer-intel/node-sdk'
import {
  type CsvOptions,
  importLines,
  type ImportLinesProgress,
  type Line,
} from '@customer-intel/node-sdk/csv'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../app/client.ts'
import { openTable } from './csv-table.ts'

interface Asked {
  file: File
  options: CsvOptions
  dryRun: boolean
  /** What came of it before it was stopped: it goes on from there. */
  before?: Outcome | undefined
}

/** What came of a table so far, and the last line that is through. */
export interface Outcome extends CsvImport {
  line: number
  isWhole: boolean
  /** The first rows, by their lines. */
  lines: readonly { line: number; record: JsonObject }[]
}

const maxShown = 10
const maxLines = 100

/** A table that is tried or imported, piece by piece. What is asked next ends what runs. */
export function useCsvImport() {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef<AbortController | null>(null)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])
  const work = useMutation({
    mutationFn: async (asked: Asked) => {
      stop()
      const controller = (running.current = new AbortController())
      const { signal } = controller
      try {
        await bring(asked, signal, (so) => !signal.aborted && setOutcome(so))
        if (!asked.dryRun) await queryClient.invalidateQueries()
      } catch (error) {
        // What was stopped didn't fail.
        if (!signal.aborted) throw error
      } finally {
        controller.abort()
      }
    },
  })
  return { ...work, outcome, setOutcome, stop }
}

async function bring(
  { file, options, dryRun, before }: Asked,
  signal: AbortSignal,
  show: (so: Outcome) => void,
): Promise<void> {
  const { table, lines } = await openTable(file, options, signal)
  const { processed, refused, line } = before ?? { processed: 0, refused: 0, line: 0 }
  const errors = [...(before?.errors ?? [])]
  const seenLines = [...(before?.lines ?? [])]
  const known = [...(before?.known ?? [])]
  const showFar = (far: ImportLinesProgress, isWhole = false) =>
    show({
      ...table,
      dryRun,
      isWhole,
      errors: errors.toSorted((left, right) => left.line - right.line),
      records: seenLines.slice(0, maxShown).map(({ record }) => record),
      lines: [...seenLines],
      known: [...known],
      updates: far.known,
      processed: processed + far.processed,
      refused: refused + far.refused,
      line: far.line,
    })
  async function* seen(): AsyncGenerator<Line> {
    for await (const one of lines) {
      if ('record' in one && seenLines.length < maxLines)
        seenLines.push({ line: one.line, record: one.record as JsonObject })
      yield one
    }
  }
  const nothing = { processed: 0, refused: 0, known: 0, line }
  showFar(nothing, table.problems.length > 0)
  if (table.problems.length > 0) return
  const far = await importLines(client, seen(), {
    dryRun,
    afterLine: line,
    signal,
    onRefused: (refusal) => errors.length < maxLines && errors.push(refusal),
    onKnown: (one) => known.length < maxLines && known.push(one),
    onProgress: (so) => showFar(so),
  })
  showFar(far, true)
}
