import type { IntegrationCapability } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { serviceName } from './use-capability.ts'

/** Ends a connection; what it brought stays, or goes with it. */
export function Disconnect({ capability, may }: { capability: IntegrationCapability; may: boolean }) {
  const { providerId: provider } = capability
  const name = serviceName(capability)
  const queryClient = useQueryClient()
  const [removes, setRemoves] = useState(false)
  const [typed, setTyped] = useState('')
  const work = useMutation({
    mutationFn: async () =>
      await client.integrations.disconnect({ provider, data: removes ? 'remove' : 'keep' }),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['integrations'] }),
  })
  return (
    <Section title={`Disconnect ${name}`}>
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        <p>Its credentials are forgotten at once.</p>
        <div className={field.check}>
          <label>
            <input
              type="checkbox"
              checked={removes}
              disabled={!may}
              onChange={({ target }) => setRemoves(target.checked)}
            />
            Remove what it brought, from the log and every answer
          </label>
          <small>In the background; on a large log it takes minutes. It can’t be undone.</small>
        </div>
        {removes && (
          <label className={field.field}>
            Type {name} to remove its data
            <input value={typed} onChange={({ target }) => setTyped(target.value)} />
          </label>
        )}
        {work.error && <Failed error={work.error} />}
        <Button kind="bad" type="submit" disabled={!may || work.isPending || (removes && typed !== name)}>
          {removes ? `Disconnect ${name} and remove its data` : `Disconnect ${name}`}
        </Button>
      </form>
    </Section>
  )
}
