import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import page from '../../parts/grid/list-page.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Head } from '../../shell/head.tsx'
import { blankAutomation, draftOf } from './automation-draft.ts'
import { AutomationEditor } from './automation-editor.tsx'
import { AutomationRuns } from './automation-runs.tsx'
import { AutomationSkipped } from './automation-skipped.tsx'

const tabs = [
  { id: 'definition', title: 'Definition' },
  { id: 'runs', title: 'Runs' },
  { id: 'skipped', title: 'Skipped' },
]

/** One automation, or one that is being made. */
export function AutomationPage() {
  const { id } = useParams({ from: '/automations/$id' })
  const { signal } = useSearch({ from: '/automations/$id' })
  if (id !== 'new') return <SavedAutomation key={id} id={id} />
  return (
    <>
      <Head title="New automation" crumb={<Link to="/automations">Automations</Link>} />
      <AutomationEditor saved={null} stored={blankAutomation(signal)} />
    </>
  )
}

function SavedAutomation({ id }: { id: string }) {
  const { tab = 'definition' } = useSearch({ from: '/automations/$id' })
  const may = useMay('agents:write')
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['automation', id],
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => (await client.automations.get(id, { signal })).automation,
  })
  const change = useMutation({
    mutationFn: async (enable: boolean) =>
      await (enable ? client.automations.enable(id) : client.automations.disable(id)),
    onSuccess: async ({ automation }) => {
      queryClient.setQueryData(['automation', id], automation)
      await queryClient.invalidateQueries({ queryKey: ['automations'] })
    },
  })
  return (
    <div className={tab === 'definition' ? undefined : page.page}>
      <Head
        title={query.data?.name ?? 'Automation'}
        crumb={<Link to="/automations">Automations</Link>}
        dataAt={query.dataUpdatedAt}
      >
        {query.data && (
          <Button
            disabled={!may || change.isPending}
            title={may ? undefined : 'Your role doesn’t include automations. An editor can switch it.'}
            onClick={() => change.mutate(!query.data.enabled)}
          >
            {query.data.enabled ? 'Switch off' : 'Switch on'}
          </Button>
        )}
      </Head>
      <Tabs label="Automation" tabs={tabs} current={tab} />
      <SaveFailed error={change.error} />
      {tab === 'runs' ? (
        <AutomationRuns id={id} agentId={query.data?.agentId ?? null} />
      ) : tab === 'skipped' ? (
        <AutomationSkipped id={id} />
      ) : (
        <QueryView query={query}>
          {(automation) => (
            <AutomationEditor key={automation.configHash} saved={automation} stored={draftOf(automation)} />
          )}
        </QueryView>
      )}
    </div>
  )
}
