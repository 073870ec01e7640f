import { views } from '../analytics/views.ts'
import { defineTool } from './tool.ts'

export const schema = defineTool(
  'svc_schema',
  async ({ table }) => {
    const view = views.find(({ name }) => name === table)
    return view ?? { views, tables: views.map(({ name }) => ({ name })) }
  },
  { reads: false },
)
