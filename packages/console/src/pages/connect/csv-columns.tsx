import type { CsvImport } from '@customer-intel/node-sdk'
import field from '../../parts/field.module.css'
import { Table } from '../../parts/table.tsx'
import { Text, plain } from '../../parts/text.tsx'

interface CsvColumnsProps {
  outcome: CsvImport
  onChange: (column: string, to: string | null) => void
}

/** Which column fills which field. */
export function CsvColumns({ outcome, onChange }: CsvColumnsProps) {
  const { columns, fields = [] } = outcome
  return (
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
                  {one}
                </option>
              ))}
            </select>
          ),
        },
      ]}
    />
  )
}

/** The fields there are; one that takes any name stands under that of the column. */
function choicesOf(fields: readonly string[], name: string, to: string | null): string[] {
  const choices = fields.map((one) => one.replace('*', name))
  return to === null || choices.includes(to) ? choices : [to, ...choices]
}
