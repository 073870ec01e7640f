import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readCustomerSearch } from '../pages/customer/customer-search.ts'
import { readCustomersSearch } from '../pages/customers/customers-search.ts'
import { readOverlaySearch } from '../overlays/overlay-search.ts'
import { readLiveSearch } from '../pages/live/live-search.ts'
import { readMergesSearch } from '../pages/merges/merges-search.ts'
import { readPeopleSearch } from '../pages/people/people-search.ts'
import { readPersonSearch } from '../pages/person/person-search.ts'
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
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router redirects
    throw redirect({ to: '/customers' })
  },
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
  routeTree: root.addChildren([today, accept, live, merges, customers, customer, people, person, erasure]),
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
