import type { Integration, IntegrationCapability } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import page from '../../parts/page.module.css'
import { Head } from '../../shell/head.tsx'
import { ConnectionChip } from './connection-chip.tsx'
import styles from './connect.module.css'
import { serviceName, useCapabilities } from './use-capability.ts'

type Service = Integration & { capability: IntegrationCapability }

/** The services that data can come from, and files. */
export function ConnectPage() {
  const capabilities = useCapabilities()
  const query = useQuery({
    queryKey: ['integrations'],
    refetchInterval: 15_000,
    queryFn: async ({ signal }) => (await client.integrations.list({}, { signal })).items,
  })
  return (
    <>
      <Head title="Connect" dataAt={query.dataUpdatedAt} />
      <div className={page.page}>
        <Section title="A file">
          <p className={styles.lead}>
            A spreadsheet of customers, people, revenue or deals.{' '}
            <Link className={link.link} to="/connect/csv">
              Bring a CSV
            </Link>
          </p>
        </Section>
        <QueryView query={capabilities}>
          {(known) => (
            <QueryView query={query}>
              {(items) => (
                <Table
                  label="Services"
                  rows={servicesOf(items, known)}
                  keyOf={({ id }) => id}
                  columns={columns}
                />
              )}
            </QueryView>
          )}
        </QueryView>
      </div>
    </>
  )
}

/** What is connected comes first. */
function servicesOf(items: readonly Integration[], known: readonly IntegrationCapability[]): Service[] {
  const services = items.flatMap((item) => {
    const capability = known.find(({ providerId }) => providerId === item.id)
    return capability === undefined ? [] : [{ ...item, capability }]
  })
  return services.toSorted(
    (left, right) =>
      Number(right.status === 'connected') - Number(left.status === 'connected') ||
      serviceName(left.capability).localeCompare(serviceName(right.capability)),
  )
}

const columns = [
  {
    title: 'Service',
    render: ({ id, capability }: Service) => (
      <Link data-row className={link.link} to="/connect/$provider" params={{ provider: id }}>
        <b>{serviceName(capability)}</b>
      </Link>
    ),
  },
  {
    title: 'Kind',
    wide: true,
    render: ({ category }: Service) => (category === 'crm' ? 'CRM' : sentence(category)),
  },
  {
    title: 'Brings',
    wide: true,
    render: ({ capability }: Service) => <span className={styles.brings}>{capability.brings}</span>,
  },
  { title: 'Is', render: (service: Service) => <ConnectionChip integration={service} /> },
  {
    title: 'Last data',
    right: true,
    render: ({ lastDataReceivedAt }: Service) => <Time at={lastDataReceivedAt} />,
  },
]
