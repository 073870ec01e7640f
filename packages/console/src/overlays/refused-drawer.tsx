import type { Rejection } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../app/client.ts'
import { Chip } from '../parts/chip.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Drawer } from '../parts/drawer/drawer.tsx'
import { formatNumber } from '../parts/format-number.ts'
import link from '../parts/link.module.css'
import { QueryView } from '../parts/query-view.tsx'
import { Notice } from '../parts/states/notice.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { sentence } from '../parts/words.ts'
import styles from './event-drawer.module.css'

/** Why what has no id of its own was refused, a whole request above all, and what to do about it. */
export function RefusedDrawer({ at, onClose }: { at: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['refused', at],
    queryFn: async ({ signal }) => {
      const { items } = await client.events.listRejections({ from: at, limit: 200 }, { signal })
      return items.findLast((item) => item.at === at && item.uuid === null) ?? null
    },
  })
  return (
    <Drawer title={query.data?.eventName ?? 'A refused request'} onClose={onClose}>
      <QueryView query={query}>
        {(found) =>
          found === null ? (
            <Notice title="No longer kept">
              <p>What was refused is kept for a while only.</p>
            </Notice>
          ) : (
            <Refused rejection={found} />
          )
        }
      </QueryView>
    </Drawer>
  )
}

function Refused({ rejection }: { rejection: Rejection }) {
  const { at, kind, reason, remedy, field, origin, publicKey, source, alike } = rejection
  return (
    <>
      <p className={styles.reason}>
        <Chip tone="bad">Rejected</Chip> <Text value={reason} />
      </p>
      <p>
        <Text value={remedy} />
      </p>
      {kind === 'origin_not_allowed' && (
        <Link className={link.link} to="/settings" search={{ tab: 'tracking' }}>
          Sites that may send
        </Link>
      )}
      <Definitions
        items={[
          ['Rejected', <Time key="at" at={at} />],
          ['From', origin === null ? undefined : <Text key="origin" value={origin} />],
          ['Public key', publicKey === null ? undefined : <code key="key">{publicKey}</code>],
          ['Sent by', source === null ? undefined : sentence(source)],
          ['Field', field === null ? undefined : <code key="field">{field}</code>],
          ['Its like', `${formatNumber(alike)}, as far as is kept`],
        ]}
      />
    </>
  )
}
