import type { ComponentType } from 'react'
import type { DashboardProps } from './dashboard-props.ts'
import { FunnelDashboard } from './funnel-dashboard.tsx'
import { PipelineDashboard } from './pipeline-dashboard.tsx'
import { ProductDashboard } from './product-dashboard.tsx'
import type { RangeId } from './range.ts'
import { RetentionDashboard } from './retention-dashboard.tsx'
import { RevenueDashboard } from './revenue-dashboard.tsx'
import { TrafficDashboard } from './traffic-dashboard.tsx'

interface BuiltIn {
  id: string
  title: string
  note: string
  usual: RangeId
  compares?: boolean
  /** Whether it has charts, each with its table. */
  charts?: boolean
  dashboard: ComponentType<DashboardProps>
}

/** The dashboards that are there from the start. */
export const builtIn: readonly BuiltIn[] = [
  {
    id: 'traffic',
    title: 'Traffic',
    note: 'Visitors, sessions, bounce rate, pages, referrers and campaigns.',
    usual: '30d',
    compares: true,
    charts: true,
    dashboard: TrafficDashboard,
  },
  {
    id: 'product',
    title: 'Product use',
    note: 'People who are active, by day, week, month and plan.',
    usual: '90d',
    compares: true,
    charts: true,
    dashboard: ProductDashboard,
  },
  {
    id: 'funnel',
    title: 'Funnel',
    note: 'How far people and customers come after they were first seen.',
    usual: '90d',
    dashboard: FunnelDashboard,
  },
  {
    id: 'retention',
    title: 'Retention',
    note: 'Who still uses the product, by the week or month of their sign-up.',
    usual: '90d',
    dashboard: RetentionDashboard,
  },
  {
    id: 'revenue',
    title: 'Revenue',
    note: 'Recurring revenue, and what is new, grew, shrank, left and came back.',
    usual: '12m',
    charts: true,
    dashboard: RevenueDashboard,
  },
  {
    id: 'pipeline',
    title: 'Pipeline',
    note: 'Deals by stage, and those that were won and lost.',
    usual: '90d',
    dashboard: PipelineDashboard,
  },
]
