import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import link from '../../parts/link.module.css'
import { Text } from '../../parts/text.tsx'
import styles from './customer.module.css'

/** Open suggestions of merges: shared by every page that shows them. */
const openMergesQuery = {
  queryKey: ['merges', { status: 'suggested' }],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    await client.identity.listMergeSuggestions({ status: 'suggested', limit: 100 }, { signal }),
}

/** Says that a customer may be the same as another. */
export function MergeNotice({ customerId }: { customerId: string }) {
  const may = useMay('identity:read')
  const { data } = useQuery({ ...openMergesQuery, enabled: may })
  const found = data?.suggestions.find(({ survivor, duplicate }) =>
    [survivor.id, duplicate.id].includes(customerId),
  )
  if (!found) return null
  const other = found.survivor.id === customerId ? found.duplicate : found.survivor
  return (
    <p className={styles.merge}>
      It may be the same as&nbsp;
      <b>
        <Text value={other.name ?? other.domain} fallback="another one" />
      </b>
      {'. '}
      <Link className={link.link} to="/merges" search={{ of: found.id }}>
        Look at both
      </Link>
    </p>
  )
}
