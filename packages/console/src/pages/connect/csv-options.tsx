import type { CsvImport } from '@customer-intel/node-sdk'
import type { CsvOptions as Options } from '@customer-intel/node-sdk/csv'
import field from '../../parts/field.module.css'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import styles from './connect.module.css'

interface CsvOptionsProps {
  options: Options
  /** What the file doesn't decide. */
  problems: CsvImport['problems']
  onChange: (options: Options) => void
}

/** What the file can't say by itself: what its dates and amounts mean. */
export function CsvOptions({ options, problems, onChange }: CsvOptionsProps) {
  return (
    <Section title="How it is read">
      <div className={styles.stack}>
        {problems.map(({ option, message }) => (
          <p key={`${option} ${message}`} role="alert" className={styles.problem}>
            <Text value={message} />
          </p>
        ))}
        <div className={field.beside}>
          <label className={field.field}>
            Dates such as 03/04/2026
            <select
              value={options.dateFormat ?? ''}
              onChange={({ target }) =>
                onChange({ ...options, dateFormat: (target.value || undefined) as Options['dateFormat'] })
              }
            >
              <option value="">As the column shows</option>
              <option value="DMY">The day first</option>
              <option value="MDY">The month first</option>
            </select>
          </label>
          <label className={field.field}>
            Before the cents
            <select
              value={options.decimal ?? ''}
              onChange={({ target }) =>
                onChange({ ...options, decimal: (target.value || undefined) as Options['decimal'] })
              }
            >
              <option value="">As the column shows</option>
              <option value=".">A point</option>
              <option value=",">A comma</option>
            </select>
          </label>
          <label className={field.field}>
            Other columns
            <select
              value={options.others ?? 'skip'}
              onChange={({ target }) =>
                onChange({ ...options, others: target.value as Options['others'], map: undefined })
              }
            >
              <option value="skip">Are skipped</option>
              <option value="keep">Are kept as traits</option>
            </select>
          </label>
        </div>
      </div>
    </Section>
  )
}
