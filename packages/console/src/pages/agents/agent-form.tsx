import type { AgentDetail, CreateAgentBody } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { NumberField, SomeField, TextField } from '../../parts/form/fields.tsx'
import { SavedForm } from '../../parts/form/saved-form.tsx'

/** What an agent is called, and what it is to write. */
export function AgentForm({ saved }: { saved: AgentDetail | null }) {
  const may = useMay('agents:write')
  const navigate = useNavigate()
  const stored: Record<string, unknown> = saved
    ? {
        displayName: saved.displayName,
        instructions: saved.settings?.custom?.instructions ?? '',
        actionKeys: saved.actionKeys ?? [],
      }
    : { type: 'custom', displayName: '', instructions: '', maxItemsToSurface: 10, actionKeys: [] }
  return (
    <SavedForm
      label="Agent"
      stored={stored}
      make={saved === null ? 'Make agent' : undefined}
      may={may}
      refusal="Your role doesn’t include agents. An editor can change them."
      save={async (draft) =>
        saved === null
          ? (await client.agents.create(draft as unknown as CreateAgentBody)).agent
          : (await client.agents.update(saved.id, draft, basedOn(saved))).agent
      }
      onSaved={({ id }) => saved ?? navigate({ to: '/agents/$id', params: { id }, replace: true })}
      changes={[['agent', saved?.id], ['agents']]}
      reload={['agent', saved?.id]}
    >
      <TextField path={['displayName']} label="Name" placeholder="Renewals" />
      <TextField
        path={['instructions']}
        label="What it is to write"
        area
        rows={8}
        placeholder="Who renews within 60 days, and what did they ask for?"
        hint="Read by the language model, where one is configured; without one the digest is by rule."
      />
      <SomeField path={['actionKeys']} label="What it may suggest to do" options={useActions()} empty={[]} />
      {saved === null && (
        <NumberField path={['maxItemsToSurface']} label="Customers in what it writes, at most" />
      )}
    </SavedForm>
  )
}

function useActions(): { value: string; title: string }[] {
  const { data } = useQuery({
    queryKey: ['agent-actions'],
    queryFn: async ({ signal }) => (await client.agents.listActions({ signal })).actions,
  })
  return data?.map(({ key, label }) => ({ value: key, title: label })) ?? []
}
