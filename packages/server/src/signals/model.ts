import { defineModel } from '../kernel/read-models/define-model.ts'
import type { Evaluation, EvaluationRequest } from './evaluate-signal.ts'
import { createSqlOccurrenceReads } from './occurrence-reads.ts'
import type { OccurrenceReads } from './occurrence-read-types.ts'
import { signalTables } from './signal-tables.ts'

declare module '../kernel/read-models/read-models.ts' {
  interface Reads extends OccurrenceReads {
    /** The occurrences of a signal in the stored events, within a range of time. */
    evaluateSignal(request: EvaluationRequest): Promise<Evaluation>
  }
}

/** Signals and their occurrences. */
export const signalsModel = defineModel({
  tables: signalTables,
  reads: createSqlOccurrenceReads,
})
