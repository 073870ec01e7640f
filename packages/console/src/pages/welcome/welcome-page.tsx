import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ask } from '../../app/ask.ts'
import { Dot } from '../../parts/dot.tsx'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { LiveStore } from '../live/live-store.ts'
import { FromBackend, Tag } from './tag.tsx'
import styles from './welcome.module.css'

/** From nothing to the first event. */
export function WelcomePage() {
  const [store] = useState(() => new LiveStore())
  useEffect(() => store.start(), [store])
  const { lines } = useSyncExternalStore(store.subscribe, store.state)
  const before = useQuery({
    queryKey: ['any-event'],
    queryFn: async ({ signal }) =>
      (await ask<{ events: number }>('select count(*) as events from activity', [], { signal })).rows[0]
        ?.events ?? 0,
  })
  const accepted = lines.find(({ status }) => status === 'accepted')
  const rejected = lines.find(({ status }) => status === 'rejected')
  return (
    <>
      <Head title="Welcome" />
      <div className={styles.page}>
        <Section title="1. Put the tag into your pages">
          <p>Into the head of each page. It records page views, forms and what you track yourself.</p>
          <Tag />
        </Section>
        <Section title="2. Open one of your pages">
          <p className={styles.light} role="status">
            {accepted ? (
              <>
                <Dot kind="good" /> The first event is here: <Text value={accepted.name} />
                {accepted.path !== null && (
                  <>
                    {' '}
                    on <Text value={accepted.path} />
                  </>
                )}
              </>
            ) : rejected ? (
              <>
                <Dot kind="bad" /> It was rejected: <Text value={rejected.reason} />
              </>
            ) : before.data ? (
              <>
                <Dot kind="good" /> Events have arrived before. The next one shows here.
              </>
            ) : (
              <>
                <Dot kind="none" /> Waiting for the first event
              </>
            )}
          </p>
          <p>
            <Link className={link.link} to="/live">
              See events as they arrive
            </Link>
          </p>
        </Section>
        <Section title="3. From your backend">
          <FromBackend />
        </Section>
        <Section title="4. Notice something">
          <p>
            Try a{' '}
            <Link className={link.link} to="/signals">
              signal
            </Link>{' '}
            on what has arrived, then let an{' '}
            <Link className={link.link} to="/automations">
              automation
            </Link>{' '}
            tell you of it.
          </p>
        </Section>
      </div>
    </>
  )
}
