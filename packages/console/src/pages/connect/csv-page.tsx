import type { CsvImport } from '@customer-intel/node-sdk'
import type { CsvOptions as Options } from '@customer-intel/node-sdk/csv'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { formatNumber } from '../../parts/format-number.ts'
import { counted } from '../../parts/words.ts'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import page from '../../parts/page.module.css'
import { Head } from '../../shell/head.tsx'
import { CsvColumns } from './csv-columns.tsx'
import { CsvOptions } from './csv-options.tsx'
import { CsvOutcome } from './csv-outcome.tsx'
import styles from './connect.module.css'
import { useCsvImport } from './use-csv-import.ts'

/** A spreadsheet: which column fills which field, what would be refused, and then the import. */
export function CsvPage() {
  const may = useMay('integrations:manage')
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<Options>({ kind: 'customer' })
  const { outcome, setOutcome, stop, ...work } = useCsvImport()
  const look = (next: { file?: File; options?: Options }) => {
    const asked = { file: next.file ?? file, options: next.options ?? options }
    setOptions(asked.options)
    if (asked.file !== null) work.mutate({ file: asked.file, options: asked.options, dryRun: true })
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    setOutcome(null)
    look({ file: chosen, options: { ...options, map: undefined } })
  }
  const isImporting = work.isPending && !work.variables.dryRun
  const isReady = outcome !== null && outcome.problems.length === 0 && outcome.processed > 0
  const isStopped = outcome !== null && !outcome.dryRun && !outcome.isWhole && !work.isPending
  return (
    <>
      <Head title="Bring a CSV" crumb={<Link to="/connect">Connect</Link>} />
      <div className={page.page}>
        <Section title="The file">
          <div className={field.form}>
            <label className={field.field}>
              What its rows are
              <select
                value={options.kind}
                disabled={!may}
                onChange={({ target }) =>
                  look({ options: { ...options, kind: target.value as Options['kind'], map: undefined } })
                }
              >
                <option value="customer">Customers</option>
                <option value="user">People at customers</option>
                <option value="revenue">Revenue</option>
                <option value="opportunity">Deals</option>
                <option value="member">Your own people</option>
              </select>
            </label>
            <label className={field.field}>
              A table as CSV, of any size
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                disabled={!may || isImporting}
                onChange={({ target }) => target.files?.[0] && choose(target.files[0])}
              />
              <small>Its first row names the columns. Nothing is stored before you say so.</small>
            </label>
          </div>
          {!may && <p>Your role doesn’t include bringing data. An administrator can.</p>}
        </Section>
        {work.error && <Failed error={work.error} />}
        {outcome?.dryRun === true && (
          <>
            <CsvOptions
              options={options}
              problems={outcome.problems}
              onChange={(next) => look({ options: next })}
            />
            <CsvColumns
              kind={options.kind}
              outcome={outcome}
              onChange={(name, to) =>
                look({ options: { ...options, map: { ...mappingOf(outcome), ...options.map, [name]: to } } })
              }
            />
          </>
        )}
        {outcome !== null && <CsvOutcome outcome={outcome} />}
        {outcome !== null && file !== null && (
          <div className={styles.actions}>
            {work.isPending && (
              <>
                <progress
                  aria-label={isImporting ? 'Imported so far' : 'Tried so far'}
                  value={outcome.processed + outcome.refused}
                  max={Math.max(1, outcome.rows)}
                />
                <Button onClick={stop}>Stop</Button>
              </>
            )}
            {outcome.dryRun && (
              <Button
                kind="primary"
                disabled={!may || !isReady}
                onClick={() => work.mutate({ file, options, dryRun: false })}
              >
                Import {counted(outcome.isWhole ? outcome.processed : outcome.rows, 'row', 'rows')}
              </Button>
            )}
            {isStopped && (
              <Button
                kind="primary"
                onClick={() => work.mutate({ file, options, dryRun: false, before: outcome })}
              >
                Go on after line {formatNumber(outcome.line)}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** What the columns fill now, so that one change leaves the others as they are. */
function mappingOf({ columns }: CsvImport): Record<string, string | null> {
  const isOne = (name: string) => name !== '' && columns.filter((column) => column.name === name).length === 1
  return Object.fromEntries(
    columns.filter(({ name }) => isOne(name)).map(({ name, field: to }) => [name, to]),
  )
}
