import {
  Activity,
  Bot,
  Building2,
  Cable,
  ChartLine,
  House,
  type LucideIcon,
  Merge,
  MessageSquareText,
  Radar,
  Rocket,
  Send,
  Settings,
  Users,
  Workflow,
} from 'lucide-react'

/** A page that the rail leads to. */
export interface Section {
  to:
    | '/'
    | '/ask'
    | '/dashboards'
    | '/settings'
    | '/welcome'
    | '/live'
    | '/customers'
    | '/people'
    | '/merges'
    | '/signals'
    | '/connect'
    | '/automations'
    | '/agents'
    | '/destinations'
  title: string
  icon: LucideIcon
  /** The letter after `g`. */
  key: string
}

export const sections: readonly { title: string | null; pages: readonly Section[] }[] = [
  {
    title: null,
    pages: [
      { to: '/', title: 'Today', icon: House, key: 't' },
      { to: '/live', title: 'Live', icon: Activity, key: 'l' },
      { to: '/customers', title: 'Customers', icon: Building2, key: 'c' },
      { to: '/people', title: 'People', icon: Users, key: 'p' },
      { to: '/merges', title: 'Merges', icon: Merge, key: 'm' },
      { to: '/dashboards', title: 'Dashboards', icon: ChartLine, key: 'd' },
      { to: '/ask', title: 'Ask', icon: MessageSquareText, key: 'a' },
    ],
  },
  {
    title: 'Act',
    pages: [
      { to: '/signals', title: 'Signals', icon: Radar, key: 's' },
      { to: '/automations', title: 'Automations', icon: Workflow, key: 'u' },
      { to: '/agents', title: 'Agents', icon: Bot, key: 'e' },
      { to: '/destinations', title: 'Destinations', icon: Send, key: 'o' },
    ],
  },
  {
    title: 'Set up',
    pages: [
      { to: '/connect', title: 'Connect', icon: Cable, key: 'i' },
      { to: '/welcome', title: 'Welcome', icon: Rocket, key: 'w' },
      { to: '/settings', title: 'Settings', icon: Settings, key: ',' },
    ],
  },
]
