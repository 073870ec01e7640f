import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Head } from '../../shell/head.tsx'

const tabs = [
  { id: 'people', title: 'People and roles' },
  { id: 'keys', title: 'API keys' },
  { id: 'tracking', title: 'Tracking' },
  { id: 'workspace', title: 'Workspace' },
  { id: 'usage', title: 'Health and usage' },
  { id: 'quarantine', title: 'Quarantine' },
  { id: 'audit', title: 'Audit' },
]
const views = {
  people: lazy(() => import('./access.tsx').then((file) => ({ default: file.Access }))),
  keys: lazy(() => import('./api-keys.tsx').then((file) => ({ default: file.ApiKeys }))),
  tracking: lazy(() => import('./tracking.tsx').then((file) => ({ default: file.Tracking }))),
  usage: lazy(() => import('./usage.tsx').then((file) => ({ default: file.Usage }))),
  quarantine: lazy(() => import('./quarantine.tsx').then((file) => ({ default: file.Quarantine }))),
  audit: lazy(() => import('./audit.tsx').then((file) => ({ default: file.Audit }))),
  workspace: lazy(() => import('./workspace.tsx').then((file) => ({ default: file.Workspace }))),
}

/** What one operates the workspace with. */
export function SettingsPage() {
  const { tab = 'people' } = useSearch({ from: '/settings' })
  const View = views[tab]
  return (
    <>
      <Head title="Settings" />
      <Tabs label="Settings" tabs={tabs} current={tab} />
      <Suspense fallback={<Skeleton />}>
        <View />
      </Suspense>
    </>
  )
}
