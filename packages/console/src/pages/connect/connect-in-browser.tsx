import type { IntegrationCapability } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { OutwardLink } from '../../parts/outward-link.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Rights } from './rights.tsx'
import styles from './connect.module.css'
import { serviceName } from './use-capability.ts'

interface ConnectProps {
  capability: IntegrationCapability
  isConnected: boolean
  may: boolean
}

const texts: Readonly<Record<string, string>> = {
  connected: 'Connected.',
  expired: 'That took more than ten minutes: begin again.',
  failed: 'It was not connected.',
}

/** Connects a service by a page of its own, on which a person allows it. */
export function ConnectInBrowser({ capability, isConnected, may }: ConnectProps) {
  const { providerId: provider } = capability
  const name = serviceName(capability)
  const queryClient = useQueryClient()
  const begin = useMutation({
    mutationFn: async () => {
      const answer = await client.integrations.connect({ provider, force: isConnected })
      if (!('connectUrl' in answer)) throw new Error(`The server did not say where ${name} is connected`)
      return answer
    },
    onSuccess: ({ connectUrl }) => void window.open(connectUrl, '_blank', 'noopener'),
  })
  const sessionId = begin.data?.sessionId ?? null
  const { data: state } = useQuery({
    queryKey: ['connecting', sessionId],
    enabled: sessionId !== null,
    queryFn: async ({ signal }) =>
      await client.integrations.connectionStatus({ sessionId: sessionId! }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'pending' ? 1_500 : false,
  })
  const status = state?.status ?? null
  useEffect(() => {
    if (status !== 'connected') return
    void queryClient.invalidateQueries({ queryKey: ['integrations'] })
    void queryClient.invalidateQueries({ queryKey: ['syncs', provider] })
  }, [status, queryClient, provider])
  return (
    <Section title={`Connect ${name}`}>
      <div className={styles.stack}>
        <Rights capability={capability} />
        <div className={styles.actions}>
          <Button kind="primary" disabled={!may || begin.isPending} onClick={() => begin.mutate()}>
            Allow it at {name}
          </Button>
        </div>
        {begin.error && <Failed error={begin.error} />}
        {begin.data !== undefined && (
          <p role="status">
            {status === null || status === 'pending' ? (
              <>
                Waiting for {name}, whose page opened in another tab.{' '}
                <OutwardLink href={begin.data.connectUrl}>Open it again</OutwardLink>
              </>
            ) : (
              <>
                {texts[status]} {state?.error}
              </>
            )}
          </p>
        )}
      </div>
    </Section>
  )
}
