import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { OutwardLink } from '../../parts/outward-link.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import page from '../../parts/page.module.css'
import { Head } from '../../shell/head.tsx'
import { Connection } from './connection.tsx'
import { ConnectByKey } from './connect-by-key.tsx'
import { ConnectInBrowser } from './connect-in-browser.tsx'
import styles from './connect.module.css'
import { serviceName, useCapabilities } from './use-capability.ts'

/** One service: what it brings, how to connect it, and how its syncs go. */
export function ProviderPage() {
  const { provider } = useParams({ from: '/connect/$provider' })
  const may = useMay('integrations:manage')
  const capabilities = useCapabilities()
  const query = useQuery({
    queryKey: ['integrations'],
    queryFn: async ({ signal }) => (await client.integrations.list({}, { signal })).items,
  })
  const capability = capabilities.data?.find(({ providerId }) => providerId === provider)
  const title = capability === undefined ? 'Connect' : serviceName(capability)
  return (
    <>
      <Head title={title} crumb={<Link to="/connect">Connect</Link>} dataAt={query.dataUpdatedAt} />
      <QueryView query={capabilities}>
        {() =>
          capability === undefined ? (
            <Notice title="There is no such service">
              <p>
                <Link to="/connect">All services</Link>
              </p>
            </Notice>
          ) : (
            <QueryView query={query}>
              {(items) => {
                const integration = items.find(({ id }) => id === provider)
                const isConnected = integration?.status === 'connected'
                const Form = capability.authType === 'oauth' ? ConnectInBrowser : ConnectByKey
                const form = <Form capability={capability} isConnected={isConnected} may={may} />
                return (
                  <div className={page.page}>
                    <Section title={`What ${title} brings`}>
                      <p className={styles.lead}>
                        {capital(capability.brings ?? '')}.
                        {capability.everyMinutes !== undefined &&
                          ` Every ${capability.everyMinutes} minutes.`}{' '}
                        <OutwardLink href={capability.service?.website}>{title} on the web</OutwardLink>
                      </p>
                      {capability.notes.map((note) => (
                        <p key={note}>{note}</p>
                      ))}
                    </Section>
                    {isConnected ? (
                      <>
                        <Connection integration={integration} capability={capability} may={may} />
                        <details className={styles.again}>
                          <summary>Connect again with other credentials</summary>
                          {form}
                        </details>
                      </>
                    ) : (
                      form
                    )}
                    {!may && <p>Your role doesn’t include connecting services. An administrator can.</p>}
                  </div>
                )
              }}
            </QueryView>
          )
        }
      </QueryView>
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
