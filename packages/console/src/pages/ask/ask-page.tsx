import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ask } from './ask.tsx'

/** Any question in SQL. The address holds it. */
export function AskPage() {
  const view = useSearch({ from: '/ask' })
  const navigate = useNavigate({ from: '/ask' })
  return <Ask view={view} onChange={(search, replace) => void navigate({ search, replace })} />
}
