import type { CsvImport } from '@customer-intel/node-sdk'
import field from '../../parts/field.module.css'
import { Table } from '../../parts/table.tsx'
import { Text, plain } from '../../parts/text.tsx'
import { counted, sentence } from '../../parts/words.ts'

interface CsvColumnsProps {
  /** What the rows are. */
  kind: string
  outcome: CsvImport
  onChange: (column: string, to: string | null) => void
}

/** Which column fills which field. */
export function CsvColumns({ kind, outcome, onChange }: CsvColumnsProps) {
  const { columns, fields = [] } = outcome
  const skipped = columns.flatMap(({ name, field: to }) => (to === null && name !== '' ? [name] : []))
  const amounts = skipped.filter((name) =>
    /\b(?:mrr|arr|amount|price|revenue)\b/i.test(name.replaceAll('_', ' ')),
  )
  return (
    <>
      {skipped.length > 0 && (
        <p role="status">
          {counted(skipped.length, 'column is', 'columns are')} skipped: <Text value={skipped.join(', ')} />.{' '}
          {amounts.length > 0 &&
            kind === 'customer' &&
            'What a customer pays is no field of the customer: bring the same file once more as Revenue.'}
        </p>
      )}
      <Table
        label="Columns"
        rows={columns.map((column, at) => ({ ...column, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          {
            title: 'Column',
            render: ({ name }) => (
              <b>
                <Text value={name} fallback="Without a name" />
              </b>
            ),
          },
          {
            title: 'Fills',
            render: ({ name, field: to }) => (
              <select
                className={field.control}
                aria-label={`Field of ${plain(name)}`}
                value={to ?? ''}
                disabled={name === ''}
                onChange={({ target }) => onChange(name, target.value || null)}
              >
                <option value="">Nothing: it is skipped</option>
                {choicesOf(fields, name, to).map((one) => (
                  <option key={one} value={one}>
                    {titleOf(one)}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
    </>
  )
}

/** `ownerEmail`: `Owner email (ownerEmail)`, as `svc` and the API call it. */
function titleOf(name: string): string {
  return /^[a-z]+[A-Z]/.test(name)
    ? `${sentence(name.replaceAll(/([A-Z])/g, '_$1'))} (${name})`
    : sentence(name)
}

/** The fields there are; one that takes any name stands under that of the column. */
function choicesOf(fields: readonly string[], name: string, to: string | null): string[] {
  const choices = fields.map((one) => one.replace('*', name))
  return to === null || choices.includes(to) ? choices : [to, ...choices]
}
