import type { CreateDestinationBody, Destination, UpdateDestinationBody } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { CheckField, ChoiceField, TextField } from '../../parts/form/fields.tsx'
import { DraftForm, issuesOf } from '../../parts/form/form.tsx'
import { textIn, withValue } from '../../parts/form/path.ts'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'

interface DestinationFormProps {
  saved: Destination | null
  /** What was saved, with the secret that is shown once. */
  onSaved: (destination: Destination, secret?: string) => void
}

type Draft = Record<string, unknown> & { type: string }

/** An address of yours, or a channel of the chat app. */
export function DestinationForm({ saved, onSaved }: DestinationFormProps) {
  const may = useMay('agents:write')
  const queryClient = useQueryClient()
  const stored: Draft = saved
    ? { type: saved.kind, label: saved.name }
    : { type: 'WEBHOOK_ENDPOINT', label: '', url: '', isDefault: false }
  const [draft, setDraft] = useState(stored)
  const work = useMutation({
    mutationFn: async () => {
      if (saved === null) return await client.destinations.create(draft as unknown as CreateDestinationBody)
      const headers = { 'if-match': saved.configHash ?? '' }
      return await client.destinations.update(saved.id, draft as unknown as UpdateDestinationBody, {
        headers,
      })
    },
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ['destinations'] })
      onSaved(made.destination, 'secret' in made ? textIn(made.secret) : undefined)
    },
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  const isChat = draft.type === 'CHAT_CHANNEL'
  return (
    <form
      className={field.form}
      aria-label="Destination"
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
        {saved === null && (
          <ChoiceField
            path={['type']}
            label="Kind"
            options={[
              { value: 'WEBHOOK_ENDPOINT', title: 'An address of yours (webhook)' },
              { value: 'CHAT_CHANNEL', title: 'A channel of the chat app' },
            ]}
            onChoose={(type) =>
              setDraft(({ label, isDefault }) =>
                type === 'CHAT_CHANNEL'
                  ? { type, label, isDefault, channelId: '' }
                  : { type, label, isDefault, url: '' },
              )
            }
          />
        )}
        <TextField path={['label']} label="Name" placeholder="Support channel" />
        {isChat ? (
          saved === null && <Channels />
        ) : (
          <TextField
            path={['url']}
            label="Address"
            type="url"
            empty={saved === null ? '' : undefined}
            placeholder={saved === null ? 'https://ops.example.com/hooks/intel' : maskedUrlOf(saved)}
            hint={
              saved === null
                ? 'Messages are posted there as JSON, signed as Standard Webhooks describes.'
                : 'Its path is hidden. Write another address to change it.'
            }
          />
        )}
        {!saved?.isDefault && (
          <CheckField path={['isDefault']} label="The default" hint="It gets what names no destination." />
        )}
      </DraftForm>
      <SaveFailed
        error={work.error}
        onReload={() => void queryClient.resetQueries({ queryKey: ['destinations', saved?.id] })}
      />
      <Button
        kind="primary"
        type="submit"
        disabled={!may || work.isPending || (saved !== null && !isChanged)}
      >
        {saved === null ? 'Make destination' : isChanged ? 'Save changes' : 'Saved'}
      </Button>
      {!may && <p>Your role doesn’t include destinations. An editor can change them.</p>}
    </form>
  )
}

/** The channels of the chat app, where one is connected. */
function Channels() {
  const may = useMay('agents:write')
  const { data } = useQuery({
    queryKey: ['destination-options'],
    enabled: may,
    queryFn: async ({ signal }) => await client.destinations.options({}, { signal }),
  })
  if (data && data.chat.channels.length === 0)
    return (
      <Notice title="No chat app is connected">
        <p>Connect one first; then its channels can be chosen here.</p>
      </Notice>
    )
  const channels = (data?.chat.channels ?? []).map(({ id, name }) => ({ value: id, title: name }))
  return (
    <ChoiceField
      path={['channelId']}
      label="Channel"
      options={[{ value: '', title: 'Choose one' }, ...channels]}
    />
  )
}

function maskedUrlOf({ maskedConfig }: Destination): string {
  const url = maskedConfig?.url
  return typeof url === 'string' ? url : ''
}
