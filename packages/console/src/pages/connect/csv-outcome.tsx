import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../parts/format-number.ts'
import { Json } from '../../parts/json.tsx'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { counted } from '../../parts/words.ts'
import styles from './connect.module.css'
import { CsvRows } from './csv-rows.tsx'
import type { Outcome } from './use-csv-import.ts'

/** What a table came to, or would: counts, the first rows, and each line that is refused. */
export function CsvOutcome({ outcome }: { outcome: Outcome }) {
  const { dryRun, rows, processed, refused, errors, records, updates = 0 } = outcome
  return (
    <>
      <Section title={dryRun ? 'What would be stored' : 'Imported'}>
        <p role="status">
          {formatNumber(processed)} of {formatNumber(rows)} rows {dryRun ? 'would be stored' : 'are stored'}
          {refused > 0 &&
            `, ${formatNumber(refused)} ${dryRun ? 'would be' : refused === 1 ? 'was' : 'were'} refused`}
          .{' '}
          {dryRun &&
            processed > 0 &&
            `${counted(updates, 'row adds', 'rows add')} to who is known, ${counted(processed - updates, 'is about somebody new', 'are about somebody new')}.`}
          {!dryRun && (
            <Link className={link.link} to="/customers">
              See customers
            </Link>
          )}
        </p>
        {dryRun && records.length > 0 && (
          <details className={styles.again}>
            <summary>The first rows as records</summary>
            <Json value={records} label="The first rows as records" />
          </details>
        )}
      </Section>
      {dryRun && <CsvRows outcome={outcome} />}
      {errors.length > 0 && (
        <Table
          label="Refused lines"
          rows={errors.map((error, at) => ({ ...error, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { title: 'Line', render: ({ line }) => formatNumber(line) },
            {
              title: 'What is wrong, and what to do',
              render: ({ message }) => (
                <span className={styles.wrap}>
                  <Text value={message} />
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
