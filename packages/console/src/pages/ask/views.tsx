import type { ViewDescription } from '@customer-intel/node-sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { questionsQuery } from '../../app/saved.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './ask.module.css'

/** What can be asked for: each view with its columns. */
export function Views(props: { query: UseQueryResult<ViewDescription[]>; onInsert: (view: string) => void }) {
  return (
    <aside className={styles.views} aria-label="Views">
      <SavedQuestions />
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

function SavedQuestions() {
  const { data = [] } = useQuery(questionsQuery)
  if (data.length === 0) return null
  return (
    <nav className={styles.saved} aria-label="Saved questions">
      <h2>Questions</h2>
      {data.map(({ id, name, description }) => (
        <Link key={id} to="/ask/$id" params={{ id }} title={description ?? undefined}>
          <Text value={name} />
        </Link>
      ))}
    </nav>
  )
}
