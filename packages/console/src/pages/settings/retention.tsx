import type { RetentionSettings } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import field from '../../parts/field.module.css'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Time } from '../../parts/time.tsx'
import { counted } from '../../parts/words.ts'
import styles from './settings.module.css'

/** How long events are kept, and what goes. */
export function Retention() {
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: async ({ signal }) => (await client.settings.getRetention({}, { signal })).retention,
  })
  return (
    <Section title="How long events are kept">
      <QueryView query={query} rows={2}>
        {(retention) => <Change key={retention.configHash} retention={retention} />}
      </QueryView>
    </Section>
  )
}

function Change({ retention }: { retention: RetentionSettings }) {
  const { days: current } = retention
  const may = useMay('workspace_settings:manage')
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(current === null ? '' : String(current))
  const days = typed === '' ? null : Number(typed)
  const isValid = days === null || (Number.isInteger(days) && days >= 1 && days <= 36_500)
  const loss = useQuery({
    queryKey: ['retention', 'loss', days],
    enabled: isValid && days !== null,
    queryFn: async ({ signal }) => (await client.settings.getRetention({ days: days! }, { signal })).loss,
  })
  const work = useMutation({
    mutationFn: async () => await client.settings.updateRetention({ days }, basedOn(retention)),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['retention'] }),
  })
  const isChanged = isValid && days !== current
  const gone = loss.data?.events ?? 0
  const save = days === null ? 'Keep them for ever' : `Keep them for ${counted(days, 'day', 'days')}`
  return (
    <>
      <label className={field.field}>
        Days, empty for ever
        <input
          type="number"
          min={1}
          max={36_500}
          value={typed}
          disabled={!may}
          onChange={({ target }) => setTyped(target.value)}
        />
        <small>Identify events and what was brought (mails, deals, revenue) stay.</small>
      </label>
      {days !== null && loss.data && (
        <p role="status">
          {gone === 0 ? 'No event is' : counted(gone, 'event is', 'events are')} from before{' '}
          <Time at={loss.data.before} />
          {gone > 0 && ': deleted for good within a day'}.
        </p>
      )}
      {loss.error && <Failed error={loss.error} />}
      <p className={styles.actions}>
        {gone > 0 && days !== null ? (
          <ConfirmButton
            disabled={!may || !isChanged || work.isPending}
            question={`Delete ${counted(gone, 'event', 'events')}? It can’t be taken back.`}
            onConfirm={() => work.mutate()}
          >
            {save}
          </ConfirmButton>
        ) : (
          <Button
            disabled={!may || !isChanged || work.isPending || (days !== null && !loss.data)}
            onClick={() => work.mutate()}
          >
            {save}
          </Button>
        )}
      </p>
      <SaveFailed
        error={work.error}
        onReload={() => void queryClient.resetQueries({ queryKey: ['retention'] })}
      />
    </>
  )
}
