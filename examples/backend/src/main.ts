// A backend that says who a user is and what they did, then asks about the customer. Run it beside a server:
//   SVC_PUBLIC_KEY=pk_… SVC_API_KEY=ok_… npm run example:backend -- jane@acme.example
import { CustomerIntel } from '@customer-intel/node-sdk'
import { Tracker } from '@customer-intel/node-sdk/track'

const {
  SVC_PUBLIC_KEY: publicKey,
  SVC_API_KEY: apiKey,
  SVC_BASE_URL: baseUrl = 'http://127.0.0.1:8787',
} = process.env
if (!publicKey || !apiKey) {
  throw new Error('Set SVC_PUBLIC_KEY (pk_…) and SVC_API_KEY (ok_…) to the keys that the server printed.')
}
const email = process.argv[2] ?? 'jane@acme.example'
const domain = email.slice(email.indexOf('@') + 1)

// Events go out in batches; `shutdown` resolves when the server has acknowledged the last one.
const tracker = new Tracker({ publicKey, baseUrl })
tracker.identify({ email, traits: { name: 'Jane Doe', role: 'Head of Operations' } })
tracker.track({ email, eventName: 'subscription_started', properties: { plan: 'team', seats: 5 } })
await tracker.shutdown()

// What was acknowledged is in every answer from now on.
const client = new CustomerIntel({ apiKey, baseUrl })
const { customer } = await client.tools.call('svc_get_customer', { customer: domain })
const timeline = await client.tools.call('svc_get_timeline', { customer: domain })
const counts = await client.query<{ event_name: string; events: number }>(
  `select event_name, count(*) as events from activity
   where customer_domain = '${domain.replaceAll("'", "''")}' group by 1 order by 2 desc, 1`,
)

process.stdout.write(`${JSON.stringify({ customer, timeline, counts }, null, 2)}\n`)
