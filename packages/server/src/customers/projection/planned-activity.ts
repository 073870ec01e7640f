import type { SqlWriter } from '../../kernel/sql/database.ts'
import { recount } from './recount.ts'
import type { SubjectTable } from './subject-table.ts'
import type { Subject } from './subject.ts'

/** The time of the earliest activity that is planned, Unix milliseconds; Infinity without any. */
export async function findNextPlanned(writer: SqlWriter): Promise<number> {
  const [row] = await writer.all<{ at: number | null }>(
    'select epoch_ms(min(planned_at)) as at from subjects',
  )
  return row?.at ?? Infinity
}

/** Counts activity that was planned and has taken place by now; returns whose it is. */
export async function takeDue(writer: SqlWriter, subjects: SubjectTable): Promise<Subject[]> {
  if (subjects.nextPlannedAt > subjects.now) return []
  const rows = await writer.all<{ subject: number }>(
    `select subject from subjects where planned_at <= epoch_ms(${subjects.now}::bigint)`,
  )
  const due = await subjects.loadById(rows.map(({ subject }) => subject))
  await recount(writer, subjects, due)
  await subjects.flush()
  subjects.nextPlannedAt = await findNextPlanned(writer)
  return due
}
