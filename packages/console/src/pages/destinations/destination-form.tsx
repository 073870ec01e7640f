import type { CreateDestinationBody, Destination, UpdateDestinationBody } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { CheckField, ChoiceField, TextField } from '../../parts/form/fields.tsx'
import { textIn } from '../../parts/form/path.ts'
import { SavedForm } from '../../parts/form/saved-form.tsx'
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
  const stored: Draft = saved
    ? { type: saved.kind, label: saved.name }
    : { type: 'WEBHOOK_ENDPOINT', label: '', url: '', isDefault: false }
  return (
    <SavedForm
      label="Destination"
      stored={stored}
      make={saved === null ? 'Make destination' : undefined}
      may={may}
      refusal="Your role doesn’t include destinations. An editor can change them."
      save={async (draft) =>
        saved === null
          ? await client.destinations.create(draft as unknown as CreateDestinationBody)
          : await client.destinations.update(
              saved.id,
              draft as unknown as UpdateDestinationBody,
              basedOn(saved),
            )
      }
      onSaved={(made) => onSaved(made.destination, 'secret' in made ? textIn(made.secret) : undefined)}
      changes={[['destinations']]}
      reload={['destinations', saved?.id]}
    >
      {({ type }, set) => (
        <>
          {saved === null && (
            <ChoiceField
              path={['type']}
              label="Kind"
              options={[
                { value: 'WEBHOOK_ENDPOINT', title: 'An address of yours (webhook)' },
                { value: 'CHAT_CHANNEL', title: 'A channel of the chat app' },
              ]}
              onChoose={(next) =>
                set(({ label, isDefault }) => ({
                  type: next,
                  label,
                  isDefault,
                  ...(next === 'CHAT_CHANNEL' ? { channelId: '' } : { url: '' }),
                }))
              }
            />
          )}
          <TextField path={['label']} label="Name" placeholder="Support channel" />
          {type === 'CHAT_CHANNEL' ? (
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
        </>
      )}
    </SavedForm>
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
