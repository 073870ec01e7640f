import { client } from '../../app/client.ts'
import { byteOrderMark } from '../../parts/export/csv.ts'
import type { ParameterValue } from './parameters.ts'
import type { ExportPart } from '../../parts/export/export-button.tsx'

/** Every row of an answer, also those that aren't shown. */
export async function* exportAnswer(
  sql: string,
  params: readonly ParameterValue[],
  signal: AbortSignal,
): AsyncGenerator<ExportPart> {
  let chars = 0
  yield { text: byteOrderMark, progress: 'Worked out' }
  for await (const text of client.sql.csv({ sql, params: [...params] }, { signal })) {
    chars += text.length
    yield { text, progress: `${(chars / 1_000_000).toFixed(1)} MB` }
  }
}
