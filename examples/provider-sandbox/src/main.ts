// Plays the services behind the providers on this machine, with a world that is the same every time.
import { startSandbox } from './sandbox.ts'

const sandbox = await startSandbox({ port: Number(process.env['PORT'] ?? 9400) })
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
