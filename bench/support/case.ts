import type { Table } from './table.ts'

/** What a benchmark is given. */
export interface CaseContext {
  /** Command line of the server program. */
  command: readonly string[]
  /** An empty folder that outlives the case, for data that several cases use; gone at the end of the run. */
  scratch: string
  /** 1 is the full size, as in docs/benchmarks.md; smaller numbers shrink data and durations, for a quick look. */
  scale: number
  /** How long `ceiling` runs. */
  minutes: number
  /** Which histories `hostile` runs; null for all. */
  only: readonly string[] | null
  /** Says what is going on. */
  log(message: string): void
}

/** A benchmark: measures, and returns the table to print. */
export type Case = (context: CaseContext) => Promise<Table>
