import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readAgentSearch } from '../pages/agents/agents-search.ts'
import { readAskSearch } from '../pages/ask/ask-search.ts'
import { readAutomationSearch } from '../pages/automations/automations-search.ts'
import { readCustomerSearch } from '../pages/customer/customer-search.ts'
import { readCustomersSearch } from '../pages/customers/customers-search.ts'
import { readDashboardSearch } from '../pages/dashboards/dashboards-search.ts'
import { readDestinationsSearch } from '../pages/destinations/destinations-search.ts'
import { readOverlaySearch } from '../overlays/overlay-search.ts'
import { readLiveSearch } from '../pages/live/live-search.ts'
import { readJoinSearch, readMergesSearch } from '../pages/merges/merges-search.ts'
import { readPeopleSearch } from '../pages/people/people-search.ts'
import { readPersonSearch } from '../pages/person/person-search.ts'
import { readSettingsSearch } from '../pages/settings/settings-search.ts'
import { readSignalSearch } from '../pages/signals/signals-search.ts'
import { NoPage } from '../shell/no-page.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { Shell } from '../shell/shell.tsx'
import { optional, parseSearch, stringifySearch } from './search-text.ts'

const root = createRootRoute({
  validateSearch: optional(readOverlaySearch),
  component: Shell,
  notFoundComponent: NoPage,
  errorComponent: PageFailed,
})

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/today/today-page.tsx'), 'TodayPage'),
})
const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: optional(readCustomersSearch),
  component: lazyRouteComponent(() => import('../pages/customers/customers-page.tsx'), 'CustomersPage'),
})
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: optional(readPeopleSearch),
  component: lazyRouteComponent(() => import('../pages/people/people-page.tsx'), 'PeoplePage'),
})

const accept = createRoute({
  getParentRoute: () => root,
  path: '/accept',
  component: lazyRouteComponent(() => import('../pages/sign-in/accept-page.tsx'), 'AcceptPage'),
})
const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  validateSearch: optional(readLiveSearch),
  component: lazyRouteComponent(() => import('../pages/live/live-page.tsx'), 'LivePage'),
})
const merges = createRoute({
  getParentRoute: () => root,
  path: '/merges',
  validateSearch: optional(readMergesSearch),
  component: lazyRouteComponent(() => import('../pages/merges/merges-page.tsx'), 'MergesPage'),
})
const join = createRoute({
  getParentRoute: () => root,
  path: '/merges/join',
  validateSearch: optional(readJoinSearch),
  component: lazyRouteComponent(() => import('../pages/merges/join-page.tsx'), 'JoinPage'),
})
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('../pages/connect/connect-page.tsx'), 'ConnectPage'),
})
const connectCsv = createRoute({
  getParentRoute: () => root,
  path: '/connect/csv',
  component: lazyRouteComponent(() => import('../pages/connect/csv-page.tsx'), 'CsvPage'),
})
const connectProvider = createRoute({
  getParentRoute: () => root,
  path: '/connect/$provider',
  component: lazyRouteComponent(() => import('../pages/connect/provider-page.tsx'), 'ProviderPage'),
})
const askPage = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: optional(readAskSearch),
  component: lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'AskPage'),
})
const question = createRoute({
  getParentRoute: () => root,
  path: '/ask/$id',
  validateSearch: optional(readAskSearch),
  component: lazyRouteComponent(() => import('../pages/ask/question-page.tsx'), 'QuestionPage'),
})
const dashboards = createRoute({
  getParentRoute: () => root,
  path: '/dashboards',
  component: lazyRouteComponent(() => import('../pages/dashboards/dashboards-page.tsx'), 'DashboardsPage'),
})
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboards/$id',
  validateSearch: optional(readDashboardSearch),
  component: lazyRouteComponent(() => import('../pages/dashboards/dashboard-page.tsx'), 'DashboardPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: optional(readSettingsSearch),
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
})
const signals = createRoute({
  getParentRoute: () => root,
  path: '/signals',
  component: lazyRouteComponent(() => import('../pages/signals/signals-page.tsx'), 'SignalsPage'),
})
const signal = createRoute({
  getParentRoute: () => root,
  path: '/signals/$id',
  validateSearch: optional(readSignalSearch),
  component: lazyRouteComponent(() => import('../pages/signals/signal-page.tsx'), 'SignalPage'),
})
const automations = createRoute({
  getParentRoute: () => root,
  path: '/automations',
  component: lazyRouteComponent(() => import('../pages/automations/automations-page.tsx'), 'AutomationsPage'),
})
const automation = createRoute({
  getParentRoute: () => root,
  path: '/automations/$id',
  validateSearch: optional(readAutomationSearch),
  component: lazyRouteComponent(() => import('../pages/automations/automation-page.tsx'), 'AutomationPage'),
})
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$id',
  validateSearch: optional(readAgentSearch),
  component: lazyRouteComponent(() => import('../pages/agents/agent-page.tsx'), 'AgentPage'),
})
const destinations = createRoute({
  getParentRoute: () => root,
  path: '/destinations',
  validateSearch: optional(readDestinationsSearch),
  component: lazyRouteComponent(
    () => import('../pages/destinations/destinations-page.tsx'),
    'DestinationsPage',
  ),
})
const destination = createRoute({
  getParentRoute: () => root,
  path: '/destinations/$id',
  component: lazyRouteComponent(
    () => import('../pages/destinations/destination-page.tsx'),
    'DestinationPage',
  ),
})
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('../pages/welcome/welcome-page.tsx'), 'WelcomePage'),
})
const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  validateSearch: optional(readCustomerSearch),
  component: lazyRouteComponent(() => import('../pages/customer/customer-page.tsx'), 'CustomerPage'),
})
const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$id',
  validateSearch: optional(readPersonSearch),
  component: lazyRouteComponent(() => import('../pages/person/person-page.tsx'), 'PersonPage'),
})
const erasure = createRoute({
  getParentRoute: () => root,
  path: '/erasures/$id',
  component: lazyRouteComponent(() => import('../pages/erasure/erasure-page.tsx'), 'ErasurePage'),
})

/** The pages, each loaded when it is first opened. What an address says of a page is its state. */
export const router = createRouter({
  routeTree: root.addChildren([
    today,
    welcome,
    askPage,
    question,
    dashboards,
    dashboard,
    settings,
    accept,
    live,
    merges,
    join,
    connect,
    connectCsv,
    connectProvider,
    customers,
    customer,
    people,
    person,
    erasure,
    signals,
    signal,
    automations,
    automation,
    agents,
    agent,
    destinations,
    destination,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageFailed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
