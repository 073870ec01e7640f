import type { ViewDescription } from '@customer-intel/contract'

export const usersView: ViewDescription = {
  name: 'users',
  description: 'One row a person, at the journey stage that holds now.',
  columns: [
    { name: 'user_id', type: 'VARCHAR', description: 'Joins to activity.user_id.' },
    { name: 'customer_id', type: 'VARCHAR', description: 'Joins to customers.customer_id.' },
    { name: 'email', type: 'VARCHAR', description: 'Null when it is not known.' },
    {
      name: 'external_user_id',
      type: 'VARCHAR',
      description: "The caller's own id; null when none was sent.",
    },
    { name: 'name', type: 'VARCHAR', description: 'Null when it is not known.' },
    {
      name: 'journey_stage',
      type: 'VARCHAR',
      description: 'DISCOVERED, SIGNED_UP, ACTIVATED, ENGAGED or INACTIVE.',
    },
    { name: 'discovered_at', type: 'TIMESTAMP', description: 'First known by e-mail address; null before.' },
    {
      name: 'signed_up_at',
      type: 'TIMESTAMP',
      description:
        'Signed up: the earliest of what a provider states and the first time that e-mail address and user id were known; null before.',
    },
    { name: 'activated_at', type: 'TIMESTAMP', description: 'First activation event; null before.' },
    {
      name: 'engaged_at',
      type: 'TIMESTAMP',
      description: 'First product activity on enough days of a rolling window; null before.',
    },
    {
      name: 'inactive_at',
      type: 'TIMESTAMP',
      description: 'When the person became inactive; null while active.',
    },
    {
      name: 'last_product_activity_at',
      type: 'TIMESTAMP',
      description:
        'The person last used product or website, UTC; null when never. Decides who is active or INACTIVE.',
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
    { name: 'traits', type: 'VARCHAR', description: "A JSON object; read a text with traits ->> 'key'." },
    { name: 'first_visitor_channel', type: 'VARCHAR', description: 'How the first visit came about.' },
    {
      name: 'first_visitor_source',
      type: 'VARCHAR',
      description: "Where the first visit came from; '' when unknown.",
    },
    {
      name: 'created_at',
      type: 'TIMESTAMP',
      description: 'When this service first knew of the person, UTC.',
    },
    { name: 'first_seen_at', type: 'TIMESTAMP', description: 'The earliest event, UTC.' },
  ],
  exampleQueries: [
    `select journey_stage, count(*) as people from users group by journey_stage order by people desc`,
    `select u.email, count(*) as events
from users u join activity a on a.user_id = u.user_id
where a.activity_kind = 'PRODUCT' and a.occurred_at >= now() - interval 7 day
group by u.email order by events desc limit 20`,
  ],
}
