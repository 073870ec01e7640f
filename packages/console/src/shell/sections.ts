import { Building2, type LucideIcon, Users } from 'lucide-react'

/** A page that the rail leads to. */
export interface Section {
  to: '/customers' | '/people'
  title: string
  icon: LucideIcon
  /** The letter after `g`. */
  key: string
}

export const sections: readonly { title: string | null; pages: readonly Section[] }[] = [
  {
    title: null,
    pages: [
      { to: '/customers', title: 'Customers', icon: Building2, key: 'c' },
      { to: '/people', title: 'People', icon: Users, key: 'p' },
    ],
  },
]
