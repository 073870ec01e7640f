import type { AgentDetail, CreateAgentBody } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { NumberField, TextField } from '../../parts/form/fields.tsx'
import { DraftForm, issuesOf } from '../../parts/form/form.tsx'
import { withValue } from '../../parts/form/path.ts'
import { SaveFailed } from '../../parts/form/save-failed.tsx'

/** What an agent is called, and what it is to write. */
export function AgentForm({ saved }: { saved: AgentDetail | null }) {
  const may = useMay('agents:write')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const stored: Record<string, unknown> = saved
    ? { displayName: saved.displayName, instructions: saved.settings?.custom?.instructions ?? '' }
    : { type: 'custom', displayName: '', instructions: '', maxItemsToSurface: 10 }
  const [draft, setDraft] = useState(stored)
  const work = useMutation({
    mutationFn: async () => {
      if (saved === null) return (await client.agents.create(draft as unknown as CreateAgentBody)).agent
      const headers = { 'if-match': saved.configHash ?? '' }
      return (await client.agents.update(saved.id, draft, { headers })).agent
    },
    onSuccess: async ({ id }) => {
      if (saved === null) await navigate({ to: '/agents/$id', params: { id }, replace: true })
      await queryClient.invalidateQueries({ queryKey: ['agent', id] })
      await queryClient.invalidateQueries({ queryKey: ['agents'] })
    },
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  return (
    <form
      className={field.form}
      aria-label="Agent"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (may && !work.isPending) work.mutate()
      }}
    >
      <DraftForm
        draft={draft}
        issues={issuesOf(work.error)}
        disabled={!may}
        set={(path, value) => setDraft((before) => withValue(before, path, value))}
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
        {saved === null && (
          <NumberField path={['maxItemsToSurface']} label="Customers in what it writes, at most" />
        )}
      </DraftForm>
      <SaveFailed
        error={work.error}
        onReload={() => void queryClient.resetQueries({ queryKey: ['agent', saved?.id] })}
      />
      <Button
        kind={saved === null ? 'primary' : undefined}
        type="submit"
        disabled={!may || work.isPending || (saved !== null && !isChanged)}
      >
        {saved === null ? 'Make agent' : isChanged ? 'Save changes' : 'Saved'}
      </Button>
      {!may && <p>Your role doesn’t include agents. An editor can change them.</p>}
    </form>
  )
}
