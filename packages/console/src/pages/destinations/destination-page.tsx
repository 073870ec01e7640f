import type { Destination } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { Secret } from '../settings/secret.tsx'
import { DestinationActs } from './destination-acts.tsx'
import { DestinationForm } from './destination-form.tsx'
import { DestinationState } from './destination-state.tsx'
import styles from './destinations.module.css'

/** One destination: what it is, how it does, a message to try it. */
export function DestinationPage() {
  const { id } = useParams({ from: '/destinations/$id' })
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {id === 'new' ? (
        <>
          <Head title="New destination" crumb={<Link to="/destinations">Destinations</Link>} />
          <div className={styles.page}>
            <DestinationForm
              saved={null}
              onSaved={(made, shown) => {
                setSecret(shown ?? null)
                void navigate({ to: '/destinations/$id', params: { id: made.id }, replace: true })
              }}
            />
          </div>
        </>
      ) : (
        <SavedDestination key={id} id={id} secret={secret} />
      )}
    </>
  )
}

function SavedDestination({ id, secret }: { id: string; secret: string | null }) {
  const query = useQuery({
    queryKey: ['destinations', id],
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => (await client.destinations.get(id, { signal })).destination,
  })
  return (
    <>
      <Head
        title={query.data?.name ?? 'Destination'}
        crumb={<Link to="/destinations">Destinations</Link>}
        dataAt={query.dataUpdatedAt}
      />
      <QueryView query={query}>
        {(destination) => (
          <div className={styles.page}>
            {secret !== null && (
              <Secret
                label="Secret"
                value={secret}
                note="Messages are signed with it. It is shown this once: keep it where the receiver reads it."
              />
            )}
            <How destination={destination} />
            <DestinationForm key={destination.configHash} saved={destination} onSaved={() => undefined} />
            <DestinationActs destination={destination} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function How({ destination }: { destination: Destination }) {
  const { id, providerErrorMessage } = destination
  return (
    <div className={styles.how}>
      <p>
        <DestinationState destination={destination} />{' '}
        <Link className={link.link} to="/destinations" search={{ tab: 'deliveries', destination: id }}>
          Its deliveries
        </Link>
      </p>
      {providerErrorMessage !== null && (
        <p className={styles.answer}>
          <Text value={providerErrorMessage} />
        </p>
      )}
    </div>
  )
}
