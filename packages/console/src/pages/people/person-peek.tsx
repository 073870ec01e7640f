import type { User } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { Definitions } from '../../parts/definitions.tsx'
import link from '../../parts/link.module.css'
import { Peek } from '../../parts/peek.tsx'
import styles from '../../parts/peek.module.css'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

/** A look at a person from the list. */
export function PersonPeek({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <Peek label="Peek at a person" onClose={onClose}>
      <p className={styles.name}>
        <Text value={user.name ?? user.email} fallback="Not identified" />
      </p>
      <Definitions
        items={[
          ['E-mail', <Text key="e" value={user.email} />],
          ['Customer', <Text key="c" value={user.customerName ?? user.customerDomain} />],
          ['Journey', sentence(user.journeyStage)],
          ['Used', <Time key="u" at={user.lastProductActivityAt} />],
          ['Contact', <Time key="t" at={user.lastContactAt} />],
        ]}
      />
      <Link className={link.link} to="/people/$id" params={{ id: user.id }}>
        Open
      </Link>
    </Peek>
  )
}
