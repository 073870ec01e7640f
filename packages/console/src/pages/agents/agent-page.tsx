import type { AgentDetail } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import beside from '../../parts/peek.module.css'
import { Head } from '../../shell/head.tsx'
import { AgentForm } from './agent-form.tsx'
import { AgentRunPeek } from './agent-run-peek.tsx'
import { AgentRuns } from './agent-runs.tsx'
import styles from './agents.module.css'

/** One agent, or one that is being made: its instructions, a run to try it, and what it wrote. */
export function AgentPage() {
  const { id } = useParams({ from: '/agents/$id' })
  if (id !== 'new') return <SavedAgent key={id} id={id} />
  return (
    <>
      <Head title="New agent" crumb={<Link to="/agents">Agents</Link>} />
      <div className={styles.page}>
        <AgentForm saved={null} />
      </div>
    </>
  )
}

function SavedAgent({ id }: { id: string }) {
  const { run } = useSearch({ from: '/agents/$id' })
  const navigate = useNavigate({ from: '/agents/$id' })
  const query = useQuery({
    queryKey: ['agent', id],
    queryFn: async ({ signal }): Promise<AgentDetail> => (await client.agents.get(id, { signal })).agent,
    refetchInterval: ({ state }) =>
      state.data?.recentRuns.some(({ status }) => status === 'RUNNING') ? 1_000 : false,
  })
  const open = (next: string | undefined) => void navigate({ search: { run: next }, replace: true })
  return (
    <>
      <Head
        title={query.data?.displayName ?? 'Agent'}
        crumb={<Link to="/agents">Agents</Link>}
        dataAt={query.dataUpdatedAt}
      >
        {query.data && <AgentActs agent={query.data} onStarted={open} />}
      </Head>
      <div className={beside.beside}>
        <div className={styles.page}>
          <QueryView query={query}>
            {(agent) => (
              <>
                <AgentForm key={agent.configHash} saved={agent} />
                <AgentRuns agent={agent} onOpen={open} />
              </>
            )}
          </QueryView>
        </div>
        {run !== undefined && (
          <AgentRunPeek key={run} agentId={id} runId={run} onClose={() => open(undefined)} />
        )}
      </div>
    </>
  )
}

function AgentActs({ agent, onStarted }: { agent: AgentDetail; onStarted: (run: string) => void }) {
  const { id, status } = agent
  const may = useMay('agents:write')
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: ['agent', id] })
  const start = useMutation({
    mutationFn: async () => await client.agents.startRun(id, {}),
    onSuccess: async ({ runId }) => {
      onStarted(runId)
      await again()
    },
  })
  const change = useMutation({
    mutationFn: async () =>
      await (status === 'ENABLED' ? client.agents.disable(id) : client.agents.enable(id)),
    onSuccess: async () => {
      await again()
      await queryClient.invalidateQueries({ queryKey: ['agents'] })
    },
  })
  const who = may ? undefined : 'Your role doesn’t include agents. An editor can do it.'
  return (
    <>
      <SaveFailed error={start.error ?? change.error} />
      <Button title={who} disabled={!may || change.isPending} onClick={() => change.mutate()}>
        {status === 'ENABLED' ? 'Switch off' : 'Switch on'}
      </Button>
      <Button
        kind="primary"
        data-key="r"
        title={who ?? 'It writes, and nothing is sent'}
        disabled={!may || start.isPending}
        onClick={() => start.mutate()}
      >
        Run it now
      </Button>
    </>
  )
}
