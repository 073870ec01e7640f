import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { dashboardsQuery } from '../../app/saved.ts'
import { SaveForm, type Saving } from '../../parts/save-form.tsx'
import { Text } from '../../parts/text.tsx'
import { counted } from '../../parts/words.ts'
import { Head } from '../../shell/head.tsx'
import { builtIn } from './dashboard-list.ts'
import styles from './dashboards.module.css'

/** All dashboards: those that are there from the start, and those made of saved questions. */
export function DashboardsPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: own = [] } = useQuery(dashboardsQuery)
  const create = async (saving: Saving) => {
    const { dashboard } = await client.dashboards.create({ ...saving, tiles: [] })
    await queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey })
    await navigate({ to: '/dashboards/$id', params: { id: dashboard.id } })
  }
  return (
    <>
      <Head title="Dashboards">
        <SaveForm action="New dashboard" onSave={create} />
      </Head>
      <ul className={styles.list}>
        {builtIn.map(({ id, title, note }) => (
          <li key={id}>
            <Link data-row to="/dashboards/$id" params={{ id }}>
              <b>{title}</b>
              <span>{note}</span>
            </Link>
          </li>
        ))}
        {own.map(({ id, name, ownerName, tiles }) => (
          <li key={id}>
            <Link data-row to="/dashboards/$id" params={{ id }}>
              <b>
                <Text value={name} />
              </b>
              <span>
                {counted(tiles.length, 'question', 'questions')}, by <Text value={ownerName} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
