import type { Automation, CreateAutomationBody, UpdateAutomationBody } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { DraftForm, issuesOf } from '../../parts/form/form.tsx'
import { withValue } from '../../parts/form/path.ts'
import { SaveActs } from '../../parts/form/save-acts.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import styles from '../../parts/history/history.module.css'
import { Toggles } from '../../parts/toggles.tsx'
import { type AutomationDraft, withTrigger } from './automation-draft.ts'
import { AutomationFields } from './automation-fields.tsx'
import { AutomationHistory, useAutomationHistory } from './automation-history.tsx'
import { previewDays } from './automations-search.ts'

interface AutomationEditorProps {
  /** Null: it isn’t saved yet. */
  saved: Automation | null
  /** As it is saved, or as a new one begins. */
  stored: AutomationDraft
}

/** The definition as a form, beside what it would have done. */
export function AutomationEditor({ saved, stored }: AutomationEditorProps) {
  const { days = 30 } = useSearch({ from: '/automations/$id' })
  const navigate = useNavigate({ from: '/automations/$id' })
  const queryClient = useQueryClient()
  const may = useMay('agents:write')
  const [draft, setDraft] = useState(stored)
  const history = useAutomationHistory(draft, days)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const work = useMutation({
    mutationFn: async () => {
      if (saved === null)
        return (await client.automations.create(draft as unknown as CreateAutomationBody)).automation
      const body = draft as unknown as UpdateAutomationBody
      return (await client.automations.update(saved.id, body, basedOn(saved))).automation
    },
    onSuccess: async (automation) => {
      queryClient.setQueryData(['automation', automation.id], automation)
      await navigate({ params: { id: automation.id }, search: { days }, replace: true })
      await queryClient.invalidateQueries({ queryKey: ['automations'] })
    },
  })
  const archive = useMutation({
    mutationFn: async (id: string) => await client.automations.archive(id),
    onSuccess: async () => {
      await navigate({ to: '/automations' })
      await queryClient.invalidateQueries({ queryKey: ['automations'] })
    },
  })
  return (
    <div className={styles.both} data-tabs={saved !== null || undefined}>
      <form
        className={styles.form}
        aria-label="Definition"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (may && !work.isPending && (isChanged || saved === null)) work.mutate()
        }}
      >
        <DraftForm
          draft={draft}
          issues={[...issuesOf(history.query.error, 'automation'), ...issuesOf(work.error)]}
          disabled={false}
          set={(path, value) => setDraft((before) => withValue(before, path, value))}
        >
          <AutomationFields
            draft={draft}
            isNew={saved === null}
            onTrigger={(next) => setDraft((before) => withTrigger(before, next))}
          />
        </DraftForm>
        <SaveFailed
          error={work.error ?? archive.error}
          onReload={() => void queryClient.resetQueries({ queryKey: ['automation', saved?.id] })}
        />
        <SaveActs
          what="automation"
          may={may}
          isNew={saved === null}
          isChanged={isChanged}
          isSaving={work.isPending}
          isArchiving={archive.isPending}
          question="It acts no more, and doesn’t come back."
          onUndo={() => setDraft(stored)}
          onArchive={() => saved !== null && archive.mutate(saved.id)}
        />
        {!may && (
          <p className={styles.note}>
            You may look what it would have done. Your role doesn’t include saving: an editor can.
          </p>
        )}
      </form>
      <section className={styles.tried} aria-label="Tried on history">
        <div className={styles.bar}>
          <h2>What it would have done</h2>
          <Toggles
            label="How far back"
            single
            options={previewDays.map((count) => ({ value: String(count), title: `${count} days` }))}
            chosen={[String(days)]}
            onChange={([next]) =>
              void navigate({
                search: (before) => ({ ...before, days: previewDays.find((one) => String(one) === next) }),
                replace: true,
              })
            }
          />
        </div>
        <AutomationHistory history={history} days={days} />
      </section>
    </div>
  )
}
