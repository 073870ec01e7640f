import type { Integration, IntegrationCapability } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { ConnectionChip } from './connection-chip.tsx'
import { Disconnect } from './disconnect.tsx'
import { Models } from './models.tsx'
import { RunningSync } from './running-sync.tsx'
import { SetupStep } from './setup-step.tsx'
import { SyncList } from './sync-list.tsx'
import styles from './connect.module.css'
import { serviceName } from './use-capability.ts'

interface ConnectionProps {
  integration: Integration
  capability: IntegrationCapability
  may: boolean
}

/** A connected service: how its syncs go, what is wrong and what to do, and what can be done. */
export function Connection({ integration, capability, may }: ConnectionProps) {
  const { id: provider } = integration
  const queryClient = useQueryClient()
  /** The last sync when one was asked for: the one asked for is another. */
  const [askedAfter, setAskedAfter] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['syncs', provider],
    queryFn: async ({ signal }) => {
      const { items } = await client.integrations.listSyncs({ provider, limit: 20 }, { signal })
      return { items }
    },
    refetchInterval: ({ state }) => {
      const newest = state.data?.items[0]
      const isMoving = integration.syncStatus === 'IDLE' || newest?.status === 'RUNNING'
      return isMoving || newest === undefined || newest.id === askedAfter ? 1_000 : 15_000
    },
  })
  const newest = query.data?.items[0]
  const seen = newest === undefined ? null : `${newest.id} ${newest.status}`
  useEffect(() => {
    if (seen === null) return
    void queryClient.invalidateQueries({ queryKey: ['integrations'] })
    void queryClient.invalidateQueries({ queryKey: ['models', provider] })
  }, [seen, queryClient, provider])
  const sync = useMutation({
    mutationFn: async (body: { acceptDeletions?: boolean }) =>
      await client.integrations.sync({ provider, ...body }),
    onSuccess: async () => {
      setAskedAfter(newest?.id ?? '')
      await queryClient.invalidateQueries({ queryKey: ['syncs', provider] })
    },
  })
  // Messages call the service by its stand-in.
  const say = (message: string) => message.replaceAll(capability.displayName, serviceName(capability))
  const isRunning = newest?.status === 'RUNNING'
  const isAwaited = newest !== undefined && newest.id === askedAfter
  const last = query.data?.items.find(({ status }) => status !== 'RUNNING')
  return (
    <>
      <Section title="Connection" aside={<ConnectionChip integration={integration} />}>
        <div className={styles.stack}>
          {integration.errorMessage !== null && (
            <div className={styles.problem} role="alert">
              <b>{say(integration.errorMessage)}</b>
              {last?.remedy != null && <p>{last.remedy}</p>}
            </div>
          )}
          {isRunning ? <RunningSync run={newest} /> : isAwaited ? <p role="status">A sync begins…</p> : null}
          <div className={styles.actions}>
            <Button
              kind="primary"
              disabled={!may || sync.isPending || isRunning || isAwaited}
              onClick={() => sync.mutate({})}
            >
              Sync now
            </Button>
            {last?.remedy?.includes('acceptDeletions') === true && (
              <Button
                disabled={!may || sync.isPending || isRunning}
                onClick={() => sync.mutate({ acceptDeletions: true })}
              >
                Take away what is gone there
              </Button>
            )}
          </div>
          {sync.error && <Failed error={sync.error} />}
        </div>
      </Section>
      <Models provider={provider} say={say} />
      {capability.postConnectSteps.length > 0 && (
        <Section title="Further steps">
          <ul className={styles.stack}>
            {capability.postConnectSteps.map((step) => (
              <SetupStep key={step.id} provider={provider} step={step} may={may} />
            ))}
          </ul>
        </Section>
      )}
      <QueryView query={query}>{({ items }) => <SyncList runs={items} say={say} />}</QueryView>
      <Disconnect capability={capability} may={may} />
    </>
  )
}
