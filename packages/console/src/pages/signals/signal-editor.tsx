import type { Signal, SignalBody } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { DraftForm, issuesOf } from '../../parts/form/form.tsx'
import { SaveActs } from '../../parts/form/save-acts.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { Toggles } from '../../parts/toggles.tsx'
import { Head } from '../../shell/head.tsx'
import { SignalFields } from './signal-fields.tsx'
import { SignalHistory, useSignalHistory } from './signal-history.tsx'
import { SignalUses } from './signal-uses.tsx'
import { isBlank, type SignalDraft, withField, withShape } from './signal-shapes.ts'
import { tryDays } from './signals-search.ts'
import styles from '../../parts/history/history.module.css'

/** How long somebody pauses before the address holds what they wrote. */
const pauseMs = 500

interface SignalEditorProps {
  /** Null: it isn’t saved yet. */
  saved: Signal | null
  /** As it is saved, or as a new one begins. */
  stored: SignalDraft
  /** As it stood when somebody left, or sent the link. */
  initial: SignalDraft
}

/** The definition as a form, beside a chart of what it would have found, before it is saved. */
export function SignalEditor({ saved, stored, initial }: SignalEditorProps) {
  const { days = 90 } = useSearch({ from: '/signals/$id' })
  const navigate = useNavigate({ from: '/signals/$id' })
  const queryClient = useQueryClient()
  const may = useMay('agents:write')
  const [draft, setDraft] = useState(initial)
  const history = useSignalHistory(draft, days)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  useDraftInAddress(isChanged ? draft : null)
  const work = useMutation({
    mutationFn: async () => {
      const body = draft as SignalBody
      const { signal } = await (saved
        ? client.signals.update(saved.id, body, basedOn(saved))
        : client.signals.create(body))
      return signal
    },
    onSuccess: async (signal) => {
      // The draft leaves the address first: what is saved is shown from then on.
      await navigate({ params: { id: signal.id }, search: { days }, replace: true })
      queryClient.setQueryData(['signal', signal.id], signal)
      await queryClient.invalidateQueries({ queryKey: ['signals'] })
    },
  })
  const archive = useMutation({
    mutationFn: async (id: string) => await client.signals.archive(id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['signals'] })
      await navigate({ to: '/signals' })
    },
  })
  return (
    <>
      <Head
        title={saved?.name ?? 'New signal'}
        crumb={<Link to="/signals">Signals</Link>}
        dataAt={history.query.dataUpdatedAt}
      />
      <div className={styles.both}>
        <form
          className={styles.form}
          aria-label="Definition"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (may && !work.isPending && (isChanged || !saved)) work.mutate()
          }}
        >
          <DraftForm
            draft={draft}
            issues={[...issuesOf(history.query.error, 'signal'), ...issuesOf(work.error)]}
            disabled={false}
            set={(path, value) => setDraft((before) => withField(before, path, value))}
          >
            <SignalFields draft={draft} onShape={(shape) => setDraft((before) => withShape(before, shape))} />
          </DraftForm>
          <SaveFailed
            error={work.error ?? archive.error}
            onReload={() => void queryClient.resetQueries({ queryKey: ['signal', saved?.id] })}
          />
          <SaveActs
            what="signal"
            may={may}
            isNew={saved === null}
            isChanged={isChanged}
            isSaving={work.isPending}
            isArchiving={archive.isPending}
            question="It notices nothing from then on, and doesn’t come back."
            onUndo={() => setDraft(stored)}
            onArchive={() => saved !== null && archive.mutate(saved.id)}
          />
          {!may && (
            <p className={styles.note}>
              You may try it on history. Your role doesn’t include saving signals: an editor can, by the link
              to this view.
            </p>
          )}
          {saved !== null && <SignalUses id={saved.id} />}
        </form>
        <section className={styles.tried} aria-label="Tried on history">
          <div className={styles.bar}>
            <h2>What it would have found</h2>
            <Toggles
              label="How far back"
              single
              options={tryDays.map((count) => ({ value: String(count), title: `${count} days` }))}
              chosen={[String(days)]}
              onChange={([next]) =>
                void navigate({
                  search: (before) => ({ ...before, days: tryDays.find((one) => String(one) === next) }),
                  replace: true,
                })
              }
            />
          </div>
          <SignalHistory history={history} isBlank={isBlank(draft)} days={days} />
        </section>
      </div>
    </>
  )
}

/** The address holds what was written: a reload keeps it, and a link shows it to somebody else. */
function useDraftInAddress(draft: SignalDraft | null): void {
  const { draft: shown } = useSearch({ from: '/signals/$id' })
  const navigate = useNavigate({ from: '/signals/$id' })
  const router = useRouter()
  const text = draft === null ? undefined : JSON.stringify(draft)
  useEffect(() => {
    if (text === shown) return
    const { pathname } = router.latestLocation
    // What was undone leaves it at once: else a reload a moment later would bring it back.
    const timer = setTimeout(
      () => {
        // Whoever is on the way to another page isn’t called back.
        if (router.latestLocation.pathname !== pathname) return
        void navigate({
          search: (before) => ({ ...before, draft: text }),
          replace: true,
          resetScroll: false,
        })
      },
      text === undefined ? 0 : pauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, shown, navigate, router])
}
