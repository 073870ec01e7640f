import type { AuditedChange } from '@customer-intel/node-sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import field from '../../parts/field.module.css'
import { More } from '../../parts/more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import page from '../../parts/page.module.css'
import { differences } from './differences.ts'
import styles from './settings.module.css'

/** Who changed what is configured, with before and after. */
export function Audit() {
  const { actor, resource, since } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const query = useInfiniteQuery({
    queryKey: ['audit', actor, resource, since],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const from = since === undefined ? undefined : `${since}T00:00:00Z`
      const { items, pagination } = await client.settings.listAudit(
        { actor, resource, from, limit: 100, cursor },
        { signal },
      )
      return { items, pagination }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
  const narrow = (by: { actor?: string; resource?: string; since?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...by }), replace: true })
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? []
  const actors = new Map(shown.map((entry) => [entry.actor.id, entry.actor.name ?? entry.actor.id]))
  const types = new Set(shown.map((entry) => entry.resource.type))
  if (actor !== undefined && !actors.has(actor)) actors.set(actor, actor)
  if (resource !== undefined) types.add(resource)
  return (
    <div className={page.page}>
      <div className={field.beside}>
        <label className={field.field}>
          By
          <select value={actor ?? ''} onChange={({ target }) => narrow({ actor: target.value || undefined })}>
            <option value="">Everybody</option>
            {[...actors].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={field.field}>
          What
          <select
            value={resource ?? ''}
            onChange={({ target }) => narrow({ resource: target.value || undefined })}
          >
            <option value="">Everything</option>
            {[...types].toSorted().map((type) => (
              <option key={type} value={type}>
                {sentence(type)}
              </option>
            ))}
          </select>
        </label>
        <label className={field.field}>
          Since the day (UTC)
          <input
            type="date"
            value={since ?? ''}
            onChange={({ target }) => narrow({ since: target.value || undefined })}
          />
        </label>
      </div>
      <QueryView query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <Notice title="No change matches">
              <p>What people and keys change stands here, with how it was and how it is.</p>
            </Notice>
          ) : (
            <div role="region" aria-label="Changes" className={styles.changes}>
              <ul>
                {items.map((entry) => (
                  <Change key={entry.id} entry={entry} />
                ))}
              </ul>
              <More query={query} />
            </div>
          )
        }}
      </QueryView>
    </div>
  )
}

function Change({ entry }: { entry: AuditedChange }) {
  const changed = differences(entry.before, entry.after)
  return (
    <li>
      <details>
        <summary>
          <b>{sentence(entry.commandId.replaceAll(/(?<=[a-z])([A-Z])/g, ' $1').replaceAll('.', ': '))}</b>{' '}
          <span>
            by <Text value={entry.actor.name ?? entry.actor.id} />
          </span>{' '}
          <Time at={entry.at} />
        </summary>
        <p className={styles.quiet}>
          {sentence(entry.resource.type)} <code>{entry.resource.id}</code>, request{' '}
          <code>{entry.correlationId}</code>
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Text value={before} />
                </td>
                <td>
                  <Text value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </li>
  )
}
