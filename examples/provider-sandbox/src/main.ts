// Plays the services behind the providers on this machine, with a world that is the same every time. PORT: the first of their
// ports (default 9400; 0: free ones). FLAKY: so many of a hundred answers fail, and as many ask to wait; tokens are short-lived
// then, and each renewal ends the refresh token that it used.
import { flaky } from './flaky.ts'
import { startSandbox } from './sandbox.ts'

const sandbox = await startSandbox({ port: Number(process.env['PORT'] ?? 9400) })
const percent = Number(process.env['FLAKY'] ?? 0)
if (percent > 0)
  for (const one of Object.values(sandbox)) {
    if (typeof one !== 'object' || !('fault' in one)) continue
    one.fault = flaky(percent)
    if ('oauth' in one) Object.assign(one.oauth, { rotates: true, expiresIn: 120 })
  }
const { companies } = sandbox.world
console.log(
  `${companies.length} companies, ${companies.flatMap(({ people }) => people).length} people. Start the server with:`,
)
for (const [name, value] of Object.entries(sandbox.environment)) console.log(`  ${name}=${value}`)
console.log('and connect with:')
console.log(`  billing-a         apiKey ${sandbox.billingA.apiKey}`)
console.log(`  support-a         apiToken ${sandbox.supportA.apiToken}`)
console.log(`  calls-a           apiKey ${sandbox.callsA.apiKey}`)
console.log(`  calls-b           apiKey ${sandbox.callsB.apiKey}`)
console.log(
  `  analytics-a       apiKey ${sandbox.analyticsA.apiKey}, region us, projectId ${sandbox.analyticsA.projectId}`,
)
console.log(
  `  auth-analytics-a  projectUrl https://abcd.supabase.co, serviceRoleKey ${sandbox.authAnalyticsA.serviceRoleKey}`,
)
console.log(`  auth-analytics-b  secretKey ${sandbox.authAnalyticsB.secretKey}`)
console.log('Connect in a browser, where every sign-in is allowed to go on:')
console.log('  crm-a, crm-b, chat-app, calendar-a, mail-a')
