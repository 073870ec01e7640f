import { Activity, Building2, type LucideIcon, Merge, Users } from 'lucide-react'

/** A page that the rail leads to. */
export interface Section {
  to: '/live' | '/customers' | '/people' | '/merges'
  title: string
  icon: LucideIcon
  /** The letter after `g`. */
  key: string
}

export const sections: readonly { title: string | null; pages: readonly Section[] }[] = [
  {
    title: null,
    pages: [
      { to: '/live', title: 'Live', icon: Activity, key: 'l' },
      { to: '/customers', title: 'Customers', icon: Building2, key: 'c' },
      { to: '/people', title: 'People', icon: Users, key: 'p' },
      { to: '/merges', title: 'Merges', icon: Merge, key: 'm' },
    ],
  },
]
