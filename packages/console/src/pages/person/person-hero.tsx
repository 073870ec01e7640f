import { Link } from '@tanstack/react-router'
import { Avatar } from '../../parts/avatar.tsx'
import link from '../../parts/link.module.css'
import { OutwardLink } from '../../parts/outward-link.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import type { UserProfile } from '@customer-intel/node-sdk'
import styles from './person.module.css'

/** Who it is, and how far they have come. */
export function PersonHero({ person }: { person: UserProfile }) {
  const { firstVisitorChannel: channel, firstVisitorSource: source } = person
  const stages = [
    ['Discovered', person.discoveredAt],
    ['Signed up', person.signedUpAt],
    ['Activated', person.activatedAt],
    ['Engaged', person.engagedAt],
    ...(person.inactiveAt === null ? [] : ([['Inactive', person.inactiveAt]] as const)),
  ] as const
  return (
    <div className={styles.hero}>
      <Avatar name={person.name ?? person.email ?? '?'} big />
      <div className={styles.who}>
        <p className={styles.name}>
          <Text value={person.name ?? person.email} fallback="Not identified" />
        </p>
        <p className={styles.line}>
          <span>
            <OutwardLink href={person.email && `mailto:${encodeURIComponent(person.email)}`}>
              <Text value={person.email} fallback="No address" />
            </OutwardLink>
          </span>
          <Link className={link.link} to="/customers/$id" params={{ id: person.customerId }}>
            <Text value={person.customerName ?? person.customerDomain} fallback="Customer" />
          </Link>
          {channel !== null && (
            <span>
              Came by <Text value={source === null ? channel : `${channel}, ${source}`} />
            </span>
          )}
        </p>
      </div>
      <ol className={styles.journey} aria-label="Journey">
        {stages.map(([title, at]) => (
          <li key={title} data-reached={at !== null}>
            <span>{title}</span>
            <Time at={at} />
          </li>
        ))}
      </ol>
    </div>
  )
}
