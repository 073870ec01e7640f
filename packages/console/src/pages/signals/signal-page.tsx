import type { Signal } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { readDraft } from './read-draft.ts'
import { SignalEditor } from './signal-editor.tsx'
import { blankSignal, type SignalDraft } from './signal-shapes.ts'

/** One signal, or one that is being made: its definition beside what it would have found. */
export function SignalPage() {
  const { id } = useParams({ from: '/signals/$id' })
  return id === 'new' ? <NewSignal /> : <SavedSignal key={id} id={id} />
}

function SavedSignal({ id }: { id: string }) {
  const { draft } = useSearch({ from: '/signals/$id' })
  const query = useQuery({
    queryKey: ['signal', id],
    // What is being changed isn’t replaced under the hand.
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => (await client.signals.get(id, { signal })).signal,
  })
  return (
    <QueryView query={query}>
      {(signal) => (
        <SignalEditor
          key={signal.configHash}
          saved={signal}
          stored={draftOf(signal)}
          initial={readDraft(draft) ?? draftOf(signal)}
        />
      )}
    </QueryView>
  )
}

function NewSignal() {
  const { draft, from } = useSearch({ from: '/signals/$id' })
  const query = useQuery({
    queryKey: ['signal-begin', from],
    queryFn: async ({ signal }): Promise<SignalDraft> => {
      if (from === undefined) return blankSignal
      const { catalog } = await client.signals.options({ signal })
      const entry = catalog.find(({ key }) => key === from)
      if (!entry) return blankSignal
      return { kind: 'EVENT_PATTERN', name: entry.label, definition: entry.definition }
    },
  })
  return (
    <QueryView query={query}>
      {(begin) => (
        <SignalEditor key={from ?? 'blank'} saved={null} stored={begin} initial={readDraft(draft) ?? begin} />
      )}
    </QueryView>
  )
}

function draftOf({ kind, name, description, definition }: Signal): SignalDraft {
  return { kind: kind as SignalDraft['kind'], name, description, definition }
}
