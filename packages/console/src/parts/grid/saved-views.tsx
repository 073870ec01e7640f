import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { client } from '../../app/client.ts'
import { type SearchValues, stringifySearch } from '../../app/search-text.ts'
import { useViews, viewsKey } from '../../app/saved.ts'
import { SaveForm, type Saving } from '../save-form.tsx'
import styles from '../tabs.module.css'
import { Text } from '../text.tsx'

/** The saved views of a list as tabs: each is a link with a name. `s` saves what is seen as another one. */
export function SavedViews<Search extends SearchValues>({
  list,
  view,
  read,
}: {
  list: 'customers' | 'people'
  /** What is seen: filters, order and columns. */
  view: Search
  /** Reads what was saved as the list's own address. */
  read: (raw: Record<string, unknown>) => Search
}) {
  const queryClient = useQueryClient()
  const views = useViews(list)
  const here = stringifySearch({ ...view, peek: undefined })
  const refresh = () => queryClient.invalidateQueries({ queryKey: viewsKey })
  const save = async (saving: Saving) => {
    const state = Object.fromEntries(
      Object.entries({ ...view, peek: undefined }).filter(([, value]) => value !== undefined),
    )
    await client.views.create({ ...saving, list, state })
    await refresh()
  }
  const archive = async (id: string) => {
    await client.views.archive(id)
    await refresh()
  }
  if (views.length === 0 && here === '') return null
  return (
    <nav className={styles.tabs} aria-label="Saved views">
      <Link to={`/${list}`} search={{}} data-current={here === ''}>
        All
      </Link>
      {views.map(({ id, name, state }) => {
        const isHere = stringifySearch({ ...read(state) }) === here
        return (
          <span key={id} className={styles.saved}>
            <Link to={`/${list}`} search={read(state) as never} data-current={isHere}>
              <Text value={name} />
            </Link>
            {isHere && (
              <button type="button" aria-label="Archive this view" onClick={() => void archive(id)}>
                <X size={12} aria-hidden="true" />
              </button>
            )}
          </span>
        )
      })}
      <div className={styles.save}>
        {!views.some(({ state }) => stringifySearch({ ...read(state) }) === here) && here !== '' && (
          <SaveForm action="Save view" onSave={save} />
        )}
      </div>
    </nav>
  )
}
