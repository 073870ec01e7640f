import type { Dashboard, DashboardBody, Question, View } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export const questionsKey = ['questions'] as const
export const dashboardsKey = ['dashboards'] as const
export const viewsKey = ['views'] as const

/** Saved questions: those of the workspace and one's own. */
export const questionsQuery = {
  queryKey: questionsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Question[]> =>
    (await client.questions.list({ signal })).questions,
}

/** Saved dashboards: those of the workspace and one's own. */
export const dashboardsQuery = {
  queryKey: dashboardsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Dashboard[]> =>
    (await client.dashboards.list({ signal })).dashboards,
}

/** Saved views of a list. */
export function useViews(list: string): View[] {
  const { data } = useQuery({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await client.views.list({ signal })).views,
  })
  return data?.filter((view) => view.list === list) ?? []
}

/** What an update of something saved is based on: where somebody changed it since, it is refused. */
export const basedOn = ({ configHash }: { configHash?: string | null }) => ({
  headers: { 'if-match': configHash ?? '' },
})

/** A dashboard with other tiles, whole, as an update takes it. */
export function withTiles(dashboard: Dashboard, tiles: Dashboard['tiles']): DashboardBody {
  const { name, description, visibility, settings } = dashboard
  return {
    name,
    description,
    visibility: visibility === 'workspace' ? 'workspace' : 'private',
    settings,
    tiles,
  }
}
