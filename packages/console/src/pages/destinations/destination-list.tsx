import { Link } from '@tanstack/react-router'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text, plain } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { DestinationState } from './destination-state.tsx'
import { useDestinations } from './use-destinations.ts'

/** Every destination, and how it does. */
export function DestinationList() {
  const query = useDestinations()
  return (
    <QueryView query={query}>
      {(destinations) =>
        destinations.length === 0 ? (
          <Notice title="No destinations yet">
            <p>
              Messages go to an address of yours, signed, or to a channel of a connected chat app. Make one,
              and it is the default for whatever names none.
            </p>
          </Notice>
        ) : (
          <Table
            label="Destinations"
            rows={destinations}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Destination',
                render: ({ id, name, isDefault }) => (
                  <>
                    <Link data-row to="/destinations/$id" params={{ id }}>
                      <b>
                        <Text value={name} />
                      </b>
                    </Link>{' '}
                    {isDefault && <Chip>Default</Chip>}
                  </>
                ),
              },
              { title: 'State', render: (destination) => <DestinationState destination={destination} /> },
              {
                title: 'Problem',
                wide: true,
                render: ({ providerErrorMessage }) => <Text value={providerErrorMessage} />,
              },
              {
                title: 'Last accepted',
                right: true,
                wide: true,
                render: ({ lastSyncedAt }) => <Time at={lastSyncedAt} />,
              },
              {
                title: 'Deliveries',
                right: true,
                render: ({ id, name }) => (
                  <Link
                    className={link.link}
                    to="/destinations"
                    search={{ tab: 'deliveries', destination: id }}
                    aria-label={`Deliveries to ${plain(name)}`}
                  >
                    Show
                  </Link>
                ),
              },
            ]}
          />
        )
      }
    </QueryView>
  )
}
