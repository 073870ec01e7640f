import type { Customer } from '@customer-intel/node-sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { client } from '../../app/client.ts'
import { ExportButton } from '../../parts/export/export-button.tsx'
import { exportList } from '../../parts/export/export-list.ts'
import { FilterBar } from '../../parts/filters/filter-bar.tsx'
import { ColumnPicker } from '../../parts/grid/column-picker.tsx'
import { ListView } from '../../parts/grid/list-view.tsx'
import page from '../../parts/grid/list-page.module.css'
import { SavedViews } from '../../parts/grid/saved-views.tsx'
import { usePages } from '../../parts/grid/use-pages.ts'
import beside from '../../parts/peek.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { counted } from '../../parts/words.ts'
import { Head } from '../../shell/head.tsx'
import { customerColumnList, customerColumnsShown } from './customer-columns.tsx'
import { customerFilters } from './customer-filters.ts'
import { CustomerPeek } from './customer-peek.tsx'
import { toCustomersInput } from './customers-input.ts'
import { type CustomersSearch, readCustomersSearch } from './customers-search.ts'
import { useOwners } from './use-owners.ts'

/** All customers: filtered, sorted, with the columns that the address says. */
export function CustomersPage() {
  const view = useSearch({ from: '/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const owners = useOwners()
  const filters = useMemo(() => customerFilters(owners), [owners])
  const input = toCustomersInput(view)
  const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
    client.tools.listCustomers({ ...input, cursor, limit: 200 }, { signal })
  const pages = usePages<Customer>(['customers', input], fetchPage)
  const change = useCallback(
    (values: CustomersSearch) => void navigate({ search: values, replace: true }),
    [navigate],
  )
  const clear = () =>
    change(readCustomersSearch({ columns: view.columns, sort: view.sort, direction: view.direction }))
  const shown: readonly string[] = view.columns ?? customerColumnsShown
  const columns = customerColumnList.filter(({ id }) => shown.includes(id))
  const on = ['search', ...filters.map(({ id }) => id)].some(
    (id) => view[id as keyof CustomersSearch] !== undefined,
  )
  const setPeek = useCallback(
    (peek: string | undefined) => void navigate({ search: (before) => ({ ...before, peek }), replace: true }),
    [navigate],
  )
  return (
    <div className={page.page}>
      <Head title="Customers" dataAt={pages.query.dataUpdatedAt} />
      <SavedViews list="customers" view={view} read={readCustomersSearch} />
      <FilterBar
        filters={filters}
        values={view}
        searchLabel="Name or domain"
        onChange={(values) => change(readCustomersSearch(values))}
      >
        {pages.total !== undefined && counted(pages.total, 'customer', 'customers')}
        <ExportButton name="customers.csv" parts={(signal) => exportList(columns, fetchPage, signal)} />
        <ColumnPicker
          columns={customerColumnList}
          shown={shown}
          onChange={(ids) => change(readCustomersSearch({ ...view, columns: ids }))}
        />
      </FilterBar>
      <div className={beside.beside}>
        <ListView
          pages={pages}
          label="Customers"
          columns={columns}
          keyOf={idOf}
          sorting={{
            by: view.sort ?? 'last_activity_at',
            direction: view.direction ?? 'desc',
            onChange: (sort, direction) => change(readCustomersSearch({ ...view, sort, direction })),
          }}
          filtered={on}
          onClear={clear}
          empty={
            <Notice title="No customers yet">
              <p>
                A customer appears with the first person who is identified by an address of their company.
              </p>
            </Notice>
          }
          onOpen={({ id }) => void navigate({ to: '/customers/$id', params: { id } })}
          onPeek={({ id }) => setPeek(id)}
          peeking={view.peek !== undefined}
        />
        {view.peek !== undefined && <CustomerPeek id={view.peek} onClose={() => setPeek(undefined)} />}
      </div>
    </div>
  )
}

const idOf = ({ id }: Customer) => id
