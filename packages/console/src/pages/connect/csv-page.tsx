import type { CsvImport, ImportCsvBody } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { counted } from '../../parts/words.ts'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Head } from '../../shell/head.tsx'
import { CsvColumns } from './csv-columns.tsx'
import { CsvOptions } from './csv-options.tsx'
import { CsvOutcome } from './csv-outcome.tsx'
import { type CsvFile, maxFileBytes, readFile } from './csv-file.ts'
import styles from './connect.module.css'

/** How the file is read, beside what it shows itself. */
export type Options = Omit<ImportCsvBody, 'csv' | 'base64' | 'dryRun'>

/** A spreadsheet: which column fills which field, what would be refused, and then the import. */
export function CsvPage() {
  const may = useMay('integrations:manage')
  const queryClient = useQueryClient()
  const [file, setFile] = useState<CsvFile | null>(null)
  const [options, setOptions] = useState<Options>({ kind: 'customer' })
  const [outcome, setOutcome] = useState<CsvImport | null>(null)
  const work = useMutation({
    mutationFn: async (asked: { file: CsvFile; options: Options; dryRun: boolean }) => {
      const { base64 } = asked.file
      const answer = await client.records.importCsv({ ...asked.options, base64, dryRun: asked.dryRun })
      return answer.import
    },
    onSuccess: async (found) => {
      setOutcome(found)
      if (!found.dryRun) await queryClient.invalidateQueries()
    },
  })
  const look = (next: { file?: CsvFile; options?: Options }) => {
    const asked = { file: next.file ?? file, options: next.options ?? options }
    setOptions(asked.options)
    if (asked.file !== null) work.mutate({ file: asked.file, options: asked.options, dryRun: true })
  }
  const choose = useMutation({
    mutationFn: readFile,
    onSuccess: (read) => {
      setFile(read)
      setOutcome(null)
      look({ file: read, options: { ...options, map: undefined } })
    },
  })
  const isReady = outcome !== null && outcome.dryRun && outcome.problems.length === 0 && outcome.processed > 0
  return (
    <>
      <Head title="Bring a CSV" crumb={<Link to="/connect">Connect</Link>} />
      <div className={styles.page}>
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
              A table as CSV, of at most {maxFileBytes / 1_000_000} MB
              <input
                type="file"
                accept=".csv,.tsv,.txt,text/csv"
                disabled={!may || work.isPending}
                onChange={({ target }) => target.files?.[0] && choose.mutate(target.files[0])}
              />
              <small>Its first row names the columns. Nothing is stored before you say so.</small>
            </label>
          </div>
          {!may && <p>Your role doesn’t include bringing data. An administrator can.</p>}
          {choose.error && <Failed error={choose.error} />}
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
                look({ options: { ...options, map: { ...mappingOf(outcome), [name]: to } } })
              }
            />
          </>
        )}
        {outcome !== null && <CsvOutcome outcome={outcome} />}
        {outcome?.dryRun === true && file !== null && (
          <div className={styles.actions}>
            <Button
              kind="primary"
              disabled={!may || !isReady || work.isPending}
              onClick={() => work.mutate({ file, options, dryRun: false })}
            >
              {work.isPending && !work.variables.dryRun
                ? `Importing ${counted(outcome.rows, 'row', 'rows')}…`
                : `Import ${counted(outcome.processed, 'row', 'rows')}`}
            </Button>
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
