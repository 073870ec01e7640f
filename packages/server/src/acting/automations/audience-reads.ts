import type { AudienceFilter } from '@customer-intel/contract'
import type { AudienceQuery } from './run-read-types.ts'
import { all, equalsIgnoringCase, isOneOf } from '../../kernel/sql/conditions.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { memberEmails } from '../../customers/reads/member-reads.ts'
import { createParameters, type Parameters } from '../../kernel/sql/parameters.ts'

/** See `RunReads.listAudience`. */
export async function listAudience(database: SqlDatabase, query: AudienceQuery): Promise<string[]> {
  const { filter, customerIds, rotation, limit } = query
  if (customerIds?.length === 0) return []
  const parameters = createParameters()
  const { bind } = parameters
  const conditions = matchesAudience(filter, parameters)
  if (customerIds !== undefined) conditions.push(isOneOf('a.customer_id', customerIds, parameters))
  const last =
    rotation === undefined
      ? ''
      : `left join (
          select coalesce(l.id, r.customer_id) as customer_id, max(r.occurred_at) as occurred_at
          from run_customers r left join aliases l on l.alias = r.customer_id
          where r.automation_id = ${bind(rotation.automationId, 'varchar')} and r.acted group by 1
        ) last on last.customer_id = a.customer_id`
  if (rotation != null && rotation.notSince !== null)
    conditions.push(
      `(last.occurred_at is null or last.occurred_at <= ${bind(new Date(rotation.notSince), 'timestamp')})`,
    )
  const rows = await database.all<{ customer_id: string }>(
    `select a.customer_id from accounts a ${last} where ${all(conditions)}
     order by ${rotation === undefined ? '' : 'last.occurred_at nulls first, '}a.customer_id
     limit ${bind(limit, 'integer')}`,
    parameters.values,
  )
  return rows.map((row) => row.customer_id)
}

/** All given parts must match. Revenue in several currencies, or in another one than given, doesn't. */
function matchesAudience({ customer = {} }: AudienceFilter, parameters: Parameters): string[] {
  const { billingStatuses, customerIds, ownerUserIds, revenue } = customer
  const { bind } = parameters
  const conditions: string[] = []
  if (billingStatuses !== undefined && billingStatuses.length > 0)
    conditions.push(isOneOf('a.billing_status', billingStatuses, parameters))
  if (customerIds !== undefined && customerIds.length > 0)
    conditions.push(`(${isOneOf('a.customer_id', customerIds, parameters)}
      or ${isOneOf('a.external_customer_id', customerIds, parameters)}
      or a.customer_id in (select id from aliases where ${isOneOf('alias', customerIds, parameters)}))`)
  if (ownerUserIds !== undefined && ownerUserIds.length > 0)
    conditions.push(
      `(${ownerUserIds
        .map(
          (
            id,
          ) => `a.owner_id = ${bind(id, 'varchar')} or ${equalsIgnoringCase('a.owner_email', id, parameters)}
            or lower(a.owner_email) in (${memberEmails(id, parameters)})`,
        )
        .join(' or ')})`,
    )
  if (revenue !== undefined) {
    const { metric, operator, value, currency } = revenue
    const monthlyCents = (value * 100) / (metric === 'ARR' ? 12 : 1)
    conditions.push(`a.mrr_cents ${operator} ${bind(monthlyCents, 'double precision')}`)
    if (currency !== undefined) conditions.push(`a.mrr_currency = ${bind(currency, 'varchar')}`)
  }
  return conditions
}
