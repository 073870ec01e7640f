import { activityEventTypes, eventTypesOf, type ViewDescription } from '@customer-intel/contract'

export const activityView: ViewDescription = {
  name: 'activity',
  description:
    "One row an event, one a mail, call, meeting, ticket, chat or deal that was brought, and one a day on which a billing account changed. Times are UTC; local_day(occurred_at) is the day in the workspace's zone.",
  columns: [
    { name: 'event_id', type: 'VARCHAR', description: "The event's uuid." },
    { name: 'event_name', type: 'VARCHAR', description: 'The tracked name, such as Invited Teammate.' },
    {
      name: 'event_type',
      type: 'VARCHAR',
      description: `One of ${activityEventTypes.join(', ')}.`,
    },
    {
      name: 'event_channel',
      type: 'VARCHAR',
      description: 'PRODUCT, COMMUNICATION, MEETING, CRM, BILLING, SUPPORT, IDENTITY, DOCUMENT or SYSTEM.',
    },
    {
      name: 'activity_kind',
      type: 'VARCHAR',
      description: `PRODUCT (use of product or website: ${eventTypesOf('PRODUCT').join(', ')}), CONTACT (with us: ${eventTypesOf('CONTACT').join(', ')}), else ''.`,
    },
    { name: 'customer_id', type: 'VARCHAR', description: "customers.customer_id; '' when nobody is known." },
    {
      name: 'customer_domain',
      type: 'VARCHAR',
      description: "The customer's domain; '' when there is none.",
    },
    { name: 'user_id', type: 'VARCHAR', description: "users.user_id; '' while nobody is identified." },
    {
      name: 'user_email',
      type: 'VARCHAR',
      description: "The person's e-mail address; '' when there is none.",
    },
    {
      name: 'occurred_at',
      type: 'TIMESTAMP',
      description:
        "When it happened, UTC; of a planned meeting in the future. local_day(occurred_at): its day in the workspace's zone.",
    },
    {
      name: 'properties',
      type: 'VARCHAR',
      description: "A JSON object; read a text with properties ->> 'key'.",
    },
    {
      name: 'visitor_id',
      type: 'VARCHAR',
      description: "The browser, also while nobody is identified; '' when there is none.",
    },
    { name: 'session_id', type: 'VARCHAR', description: "The browser session; '' when there is none." },
    { name: 'url', type: 'VARCHAR', description: 'The full address of the page.' },
    { name: 'path', type: 'VARCHAR', description: 'The path of the page.' },
    {
      name: 'referrer',
      type: 'VARCHAR',
      description: "The page or site that the visitor came from; '' when unknown.",
    },
    { name: 'utm_source', type: 'VARCHAR', description: "The campaign's source; '' without one." },
    { name: 'utm_medium', type: 'VARCHAR', description: "The campaign's medium; '' without one." },
    { name: 'utm_campaign', type: 'VARCHAR', description: "The campaign's name; '' without one." },
    {
      name: 'device',
      type: 'VARCHAR',
      description:
        "desktop, mobile, tablet, tv or bot, as the browser said; '' when unknown, and for what no browser sent.",
    },
    { name: 'browser', type: 'VARCHAR', description: "Such as Chrome or Safari; '' when unknown." },
    { name: 'os', type: 'VARCHAR', description: "Such as Windows, macOS, iOS or Android; '' when unknown." },
    {
      name: 'country',
      type: 'VARCHAR',
      description:
        "Where the browser was, ISO 3166-1 such as DE; '' when unknown, and while the server has no database of countries.",
    },
    { name: 'source', type: 'VARCHAR', description: 'client, server or integration.' },
  ],
  exampleQueries: [
    `select local_day(occurred_at) as day, count(distinct user_id) as active_users
from activity
where user_id <> '' and activity_kind = 'PRODUCT' and occurred_at >= now() - interval 30 day
group by day order by day`,
    `select event_name, count(*) as events, count(distinct customer_id) as customers
from activity
where event_type = 'CUSTOM_EVENT' and customer_id <> ''
group by event_name order by events desc limit 20`,
    `select utm_source, count(distinct visitor_id) as visitors
from activity
where event_type = 'PAGE_VIEW' and visitor_id <> '' and occurred_at >= now() - interval 30 day
group by utm_source order by visitors desc limit 20`,
    `select properties ->> 'plan' as plan, count(*) as events
from activity
where event_name = 'Upgraded'
group by plan order by events desc`,
  ],
}
