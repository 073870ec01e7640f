import type { ViewDescription } from '@customer-intel/node-sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryView } from '../../parts/query-view.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './ask.module.css'

/** What can be asked for: each view with its columns. */
export function Views(props: { query: UseQueryResult<ViewDescription[]>; onInsert: (view: string) => void }) {
  return (
    <aside className={styles.views} aria-label="Views">
      <h2>Views</h2>
      <QueryView query={props.query}>
        {(views) =>
          views.map(({ name, description, columns }) => (
            <details key={name}>
              <summary title={description}>
                <code>{name}</code>
              </summary>
              <button type="button" onClick={() => props.onInsert(name)}>
                Show its rows
              </button>
              <ul>
                {columns.map((column) => (
                  <li key={column.name} title={column.description}>
                    <code>{column.name}</code>
                    <span>{sentence(column.type)}</span>
                  </li>
                ))}
              </ul>
            </details>
          ))
        }
      </QueryView>
    </aside>
  )
}
