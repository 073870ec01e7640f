import type { ViewDescription } from '@customer-intel/contract'
import { views } from './views.ts'
import type { OccurringEvents } from '../events/event-read-types.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const schemaTool = defineTool('svc_schema', async ({ table }, { workspace }) => {
  const asked = views.filter(({ name }) => table === undefined || name === table)
  const looksAtEvents = asked.some(({ name }) => name === 'activity')
  const occurring = looksAtEvents ? await workspace.readModels.listOccurring() : null
  const described = asked.map((view) => (occurring === null ? view : withValues(view, occurring)))
  return table === undefined
    ? { views: described, tables: described.map(({ name }) => ({ name })) }
    : described[0]!
})

function withValues(view: ViewDescription, { eventTypes, eventNames }: OccurringEvents): ViewDescription {
  if (view.name !== 'activity') return view
  const values = new Map([
    ['event_type', eventTypes],
    ['event_name', eventNames],
  ])
  return {
    ...view,
    columns: view.columns.map((column) =>
      values.has(column.name) ? { ...column, values: values.get(column.name) } : column,
    ),
  }
}
