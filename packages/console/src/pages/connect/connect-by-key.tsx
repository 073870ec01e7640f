import type { IntegrationCapability } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Rights } from './rights.tsx'
import { serviceName } from './use-capability.ts'

interface ConnectProps {
  capability: IntegrationCapability
  isConnected: boolean
  may: boolean
}

/** Connects a service by what a person copies from it. The service is asked before anything is stored. */
export function ConnectByKey({ capability, isConnected, may }: ConnectProps) {
  const { providerId: provider, requiredFields } = capability
  const name = serviceName(capability)
  const queryClient = useQueryClient()
  const [config, setConfig] = useState<Record<string, string>>({})
  const work = useMutation({
    mutationFn: async () => {
      const answer = await client.integrations.connect({ provider, config, force: isConnected })
      return 'warnings' in answer ? (answer.warnings ?? []) : []
    },
    onSuccess: async () => {
      setConfig({})
      await queryClient.invalidateQueries({ queryKey: ['integrations'] })
      await queryClient.invalidateQueries({ queryKey: ['syncs', provider] })
    },
  })
  return (
    <Section title={`Connect ${name}`}>
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        <Rights capability={capability} />
        {requiredFields.map(({ key, label, secret, help }) => (
          <label key={key} className={field.field}>
            {label}
            <input
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              required
              disabled={!may}
              value={config[key] ?? ''}
              onChange={({ target }) => setConfig((before) => ({ ...before, [key]: target.value }))}
            />
            {help !== undefined && <small>{help}</small>}
          </label>
        ))}
        {work.error && <Failed error={work.error} />}
        {work.data?.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <Button kind="primary" type="submit" disabled={!may || work.isPending}>
          {work.isPending ? `Asking ${name}…` : `Connect ${name}`}
        </Button>
      </form>
    </Section>
  )
}
