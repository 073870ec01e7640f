import type { RecordInput } from '@customer-intel/contract'

type Fields = Record<string, unknown>
type Post = (path: string, body: unknown) => Promise<Fields>
type Kind = RecordInput['kind']
type Readers = { [K in Kind]: (record: Extract<RecordInput, { kind: K }>) => Promise<boolean> }

/** Reads a record that was accepted back by its own id, through the API; one kind more, and this doesn't compile. */
export function recordReader(post: Post): (record: RecordInput) => Promise<boolean> {
  const tool = (name: string, input: object) => post('/api/tools/call', { tool: name, input })
  const rows = async (sql: string, ...params: string[]) =>
    ((await tool('svc_query', { sql, params }))['data'] ?? []) as Fields[]
  /** Several where they share a domain or a name. */
  const customerIds = async (reference: string) => {
    const answer = await tool('svc_get_customer', { customer: reference })
    const several = answer['code'] === 'AMBIGUOUS_REFERENCE' ? String(answer['message']) : ''
    const one = answer['customer'] as { id: string } | undefined
    return one === undefined ? (several.match(/\bc[0-9A-Za-z]{11}\b/g) ?? []) : [one.id]
  }

  const readers: Readers = {
    async source({ sourceType, sourceId }) {
      const found = await tool('svc_get_source', { sourceType, sourceId })
      if (found['sourceType'] === 'OPPORTUNITY') {
        const sql = 'select opportunity_id from opportunities where opportunity_id = $1'
        if ((await rows(sql, sourceId.trim())).length !== 1) return false
      }
      return found['sourceId'] === sourceId.trim()
    },
    async fact({ factId }) {
      return (await tool('svc_get_fact', { factId }))['id'] === factId.trim()
    },
    async customer({ customerId: own, domain }) {
      const [id] = await customerIds((own ?? domain)!)
      if (id === undefined) return false
      return (await rows('select 1 from customers where customer_id = $1', id)).length === 1
    },
    async user({ email, userId }) {
      for (const person of [email, userId]) {
        if (person === undefined) continue
        const { items } = await post('/api/people/export', { person })
        if (!Array.isArray(items) || items.length === 0) return false
      }
      return true
    },
    async member({ email }) {
      const own = email.trim().toLowerCase()
      const found = await tool('svc_list_workspace_users', { search: own, limit: 1_000 })
      return ((found['items'] ?? []) as Fields[]).some((member) => member['email'] === own)
    },
    async revenue({ customer, date }) {
      const [id] = await customerIds(Object.values(customer)[0] as string)
      if (id === undefined) return false
      // A day to come is told when it comes.
      if (date > new Date().toISOString().slice(0, 10)) return true
      // Of customers that share a domain it is one's.
      const sql = `select 1 from revenue where snapshot_date = $2::date and is_recorded and customer_id in (
        select c.customer_id from customers c join customers named on named.customer_id = $1
        where c.customer_id = $1 or c.domain = named.domain)`
      return (await rows(sql, id, date)).length > 0
    },
  }
  return (record) => (readers[record.kind] as (of: RecordInput) => Promise<boolean>)(record)
}
