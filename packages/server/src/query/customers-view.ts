import type { ViewDescription } from '@customer-intel/contract'

export const customersView: ViewDescription = {
  name: 'customers',
  description: 'One row a customer: a company, or a person who belongs to none. Money is in cents.',
  columns: [
    { name: 'customer_id', type: 'VARCHAR', description: 'Joins to activity, users and revenue.' },
    {
      name: 'external_customer_id',
      type: 'VARCHAR',
      description: "The caller's own id; null when none was sent.",
    },
    { name: 'domain', type: 'VARCHAR', description: "The company's domain; null when there is none." },
    { name: 'name', type: 'VARCHAR', description: 'Null when it is not known.' },
    { name: 'type', type: 'VARCHAR', description: 'COMPANY or INDIVIDUAL.' },
    { name: 'billing_status', type: 'VARCHAR', description: 'NONE, TRIALING, PAYING, PAST_DUE or CHURNED.' },
    { name: 'plan', type: 'VARCHAR', description: "The plan's name; '' when there is none." },
    {
      name: 'mrr_cents',
      type: 'BIGINT',
      description: 'Revenue a month, in cents; 0 when it is not known, or paid in several currencies.',
    },
    {
      name: 'currency',
      type: 'VARCHAR',
      description: "Of mrr_cents, ISO 4217; '' when it wasn't said, or when there are several (see revenue).",
    },
    {
      name: 'mrr_calculation_status',
      type: 'VARCHAR',
      description: 'Whether mrr_cents could be worked out: calculated, mixed_currency or unavailable.',
    },
    {
      name: 'activated_at',
      type: 'TIMESTAMP',
      description: 'First activation event of the company; null before.',
    },
    { name: 'traits', type: 'VARCHAR', description: "A JSON object; read a text with traits ->> 'key'." },
    {
      name: 'lifetime_revenue_cents',
      type: 'BIGINT',
      description: 'All that was paid so far in that currency, in cents.',
    },
    { name: 'active_subscription_count', type: 'INTEGER', description: 'Subscriptions that run now.' },
    {
      name: 'owner_id',
      type: 'VARCHAR',
      description: "The member who looks after it, as svc_list_workspace_users tells; '' when nobody does.",
    },
    { name: 'owner_email', type: 'VARCHAR', description: "Their e-mail address; '' when nobody does." },
    {
      name: 'created_at',
      type: 'TIMESTAMP',
      description: 'When this service first knew of the customer, UTC.',
    },
    { name: 'first_seen_at', type: 'TIMESTAMP', description: 'The earliest event, UTC.' },
    {
      name: 'last_product_activity_at',
      type: 'TIMESTAMP',
      description:
        'Somebody there last used product or website, UTC; null when never. Decides who is active.',
    },
    {
      name: 'last_contact_at',
      type: 'TIMESTAMP',
      description: 'The last mail, call, meeting, ticket or chat, UTC; null when there was none.',
    },
    {
      name: 'last_activity_at',
      type: 'TIMESTAMP',
      description: 'The later of last_product_activity_at and last_contact_at, UTC; null without either.',
    },
    { name: 'churned_at', type: 'TIMESTAMP', description: 'Null unless churned.' },
    { name: 'attribution_channel', type: 'VARCHAR', description: 'How the first visit came about.' },
    { name: 'industry', type: 'VARCHAR', description: "The trait industry; '' when there is none." },
    {
      name: 'company_size',
      type: 'VARCHAR',
      description: "The trait companySize, such as 11-50; '' when none.",
    },
    { name: 'contact_count', type: 'INTEGER', description: 'How many people are known.' },
  ],
  exampleQueries: [
    `select name, domain, mrr_cents / 100.0 as mrr, currency
from customers
where billing_status = 'PAYING'
order by mrr_cents desc limit 20`,
    `select name, domain, last_product_activity_at, last_contact_at
from customers
where billing_status = 'PAYING'
  and (last_product_activity_at is null or last_product_activity_at < now() - interval 30 day)
order by mrr_cents desc`,
  ],
}
