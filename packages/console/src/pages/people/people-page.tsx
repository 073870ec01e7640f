import type { User } from '@customer-intel/node-sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { client } from '../../app/client.ts'
import { ExportButton } from '../../parts/export/export-button.tsx'
import { exportList } from '../../parts/export/export-list.ts'
import { FilterBar } from '../../parts/filters/filter-bar.tsx'
import { ColumnPicker } from '../../parts/grid/column-picker.tsx'
import page from '../../parts/grid/list-page.module.css'
import { ListView } from '../../parts/grid/list-view.tsx'
import { SavedViews } from '../../parts/grid/saved-views.tsx'
import { usePages } from '../../parts/grid/use-pages.ts'
import beside from '../../parts/peek.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { counted } from '../../parts/words.ts'
import { Head } from '../../shell/head.tsx'
import { peopleColumnList, peopleColumnsShown } from './people-columns.tsx'
import { peopleFilters } from './people-filters.ts'
import { toPeopleInput } from './people-input.ts'
import { PersonPeek } from './person-peek.tsx'
import { type PeopleSearch, readPeopleSearch } from './people-search.ts'

/** All people who are known. */
export function PeoplePage() {
  const view = useSearch({ from: '/people' })
  const navigate = useNavigate({ from: '/people' })
  const input = toPeopleInput(view)
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    client.tools.listUsers({ ...input, cursor, limit: 200 }, { signal })
  const pages = usePages<User>(['people', input], fetchPage)
  const change = useCallback(
    (values: PeopleSearch) => void navigate({ search: values, replace: true }),
    [navigate],
  )
  const shown: readonly string[] = view.columns ?? peopleColumnsShown
  const columns = peopleColumnList.filter(({ id }) => shown.includes(id))
  const filtered = ['search', ...peopleFilters.map(({ id }) => id)].some(
    (id) => view[id as keyof PeopleSearch] !== undefined,
  )
  const setPeek = useCallback(
    (peek: string | undefined) => void navigate({ search: (before) => ({ ...before, peek }), replace: true }),
    [navigate],
  )
  const peeked = view.peek === undefined ? undefined : pages.rows.find(({ id }) => id === view.peek)
  return (
    <div className={page.page}>
      <Head title="People" dataAt={pages.query.dataUpdatedAt} />
      <SavedViews list="people" view={view} read={readPeopleSearch} />
      <FilterBar
        filters={peopleFilters}
        values={view}
        searchLabel="Name or e-mail address"
        onChange={(values) => change(readPeopleSearch(values))}
      >
        {pages.total !== undefined && counted(pages.total, 'person', 'people')}
        <ExportButton name="people.csv" parts={(signal) => exportList(columns, fetchPage, signal)} />
        <ColumnPicker
          columns={peopleColumnList}
          shown={shown}
          onChange={(ids) => change(readPeopleSearch({ ...view, columns: ids }))}
        />
      </FilterBar>
      <div className={beside.beside}>
        <ListView
          pages={pages}
          label="People"
          columns={columns}
          keyOf={idOf}
          sorting={{
            by: view.sort ?? 'last_activity_at',
            direction: view.direction ?? 'desc',
            onChange: (sort, direction) => change(readPeopleSearch({ ...view, sort, direction })),
          }}
          filtered={filtered}
          onClear={() =>
            change(readPeopleSearch({ columns: view.columns, sort: view.sort, direction: view.direction }))
          }
          empty={
            <Notice title="Nobody is known yet">
              <p>
                A person appears when your page or your backend says who they are: by identify, a form, or an
                import.
              </p>
            </Notice>
          }
          onOpen={({ id }) => void navigate({ to: '/people/$id', params: { id } })}
          onPeek={({ id }) => setPeek(id)}
          peeking={view.peek !== undefined}
        />
        {peeked && <PersonPeek user={peeked} onClose={() => setPeek(undefined)} />}
      </div>
    </div>
  )
}

const idOf = ({ id }: User) => id
