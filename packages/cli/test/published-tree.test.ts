// The commands and flags that clients of this API know (the published command tree), held against the help of ours.
import { type Application, type CommandContext, generateHelpTextForAllCommands } from '@stricli/core'
import { expect, test } from 'vitest'
import { svcApplication } from '../src/application.ts'

const paged = '--limit --cursor'

const published: Record<string, string> = {
  'auth login': '--key --browser --json',
  'auth logout': '--json',
  'auth signup': '--json',
  'auth status': '--json',
  'auth whoami': '--json',
  'customers list': `--billing-status --mrr-above --mrr-below --no-activity-in --has-activity-in --trait --activated-since --owner-id --owner-email --has-owner --search --order-by --order-direction ${paged}`,
  'customers get': '<customer> --include --timeframe',
  'customers timeline': `<customer> --channels --event-types --timeframe --start-date --end-date ${paged}`,
  'users list': `--journey-stage --customer-id --trait --no-activity-in --has-activity-in --search ${paged}`,
  'ws-users list': `--search --role --manager-email --has-owned-customers --order-by --order-direction ${paged}`,
  'facts list': `<customer> --status --source-types --fact-types --fact-categories --after --before ${paged}`,
  'facts get': '--fact-id --include',
  'sources list': `--source-type --customer --participant --provider --has-transcript --after --before ${paged}`,
  'sources get': `--source-type --source-id ${paged}`,
  search: '<query> --customer --top-k --after --before --source-types',
  sql: '[<query>] --query-file --limit',
  schema: '[<table>]',
  notify:
    '[<payload>] --title --payload-file --markdown --markdown-file --message --severity --source --subject --destination-id',
  feedback: '<body> --area --context-file',
  'activation get': '',
  'activation preview': '--event --lookback-days --example-limit',
  'activation update': '--event',
  'activation disable': '',
  'agents list': '',
  'agents get': '<id>',
  'agents templates': '',
  'agents actions': '',
  'agents create': '--template --type --display-name --instructions --max-items-to-surface --action-keys',
  'agents update': '<id> --display-name --instructions --action-keys --clear-action-keys',
  'agents enable': '<id>',
  'agents disable': '<id>',
  'agents rename': '<id> <display-name>',
  'agents runs list': `<agent-id> ${paged}`,
  'agents runs get': '<agent-id> <run-id>',
  'agents runs start': '<agent-id> --client-request-id',
  'automations list': '',
  'automations get': '<id>',
  'automations options': '',
  'automations enable': '<id>',
  'automations disable': '<id>',
  'automations archive': '<id>',
  'automations create': '--data --file',
  'automations update': '<id> --data --file',
  'automations runs list': `<automation-id> ${paged}`,
  'automations runs get': '<automation-id> <run-id>',
  'signals list': '',
  'signals get': '<id>',
  'signals options': '',
  'signals create': '--data --file',
  'signals update': '<id> --data --file',
  'signals archive': '<id>',
  'destinations list': '',
  'destinations get': '<id>',
  'destinations options': '--search --limit',
  'destinations create': '--type --channel-id --label --default --disabled',
  'destinations update': '<id> --type --label --default --enabled --disabled',
  'destinations enable': '<id>',
  'destinations disable': '<id>',
  'destinations archive': '<id>',
  'settings get': '',
  'settings update': '--default-timezone',
  'settings report get': '',
  'settings report update': '--chat-channel-id --chat-channel-name',
  'settings report options': '--search --limit',
  'identity suggestions list': '--status --confidence --limit',
  'identity suggestions get': '<id>',
  'identity suggestions queue': '<id> --review-notes',
  'identity suggestions reject': '<id> --review-notes',
  'integrations list': '',
  'integrations capabilities': '[<provider>]',
  'integrations setup': '<provider> [<step>] --config --config-stdin --force --accept-recommended',
  'integrations status': '[<provider>] --session',
  onboard: '--agent',
  setup: '[<client>] --yes',
  doctor: '',
  upgrade: '',
  completions: '<shell>',
}

const application = svcApplication({ json: false }) as unknown as Application<CommandContext>
const helps = new Map(
  generateHelpTextForAllCommands(application).map(([route, help]) => [route.replace(/^svc /, ''), help]),
)

test.each(Object.entries(published))('svc %s %s', (command, words) => {
  const help = helps.get(command)
  expect(help, `there is no svc ${command}`).toBeDefined()
  // What takes an API key takes the flags of all such commands.
  const flags = new Set(help!.match(/--[a-z][a-z-]*/g))
  const [, args = ''] = /^ARGUMENTS\n((?: .*\n)+)/m.exec(help!) ?? []
  const names = [...args.matchAll(/^ +\[?([\w-]+)/gm)].map(([, name]) => name)
  const has = (word: string) =>
    word.startsWith('--') ? flags.has(word) : names.includes(word.replaceAll(/[[\]<>]/g, ''))
  const missing = words.split(' ').filter((word) => word !== '' && !has(word))
  expect(missing).toEqual([])
})

/** What the tree says of values, each as the help tells it. */
const told: [command: string, flag: string, what: RegExp][] = [
  ...Object.entries(published)
    .filter(([, words]) => words.includes('--cursor'))
    .map(([command]): [string, string, RegExp] => [
      command,
      '--limit',
      command === 'sources get' ? /1 to 100\b/ : /Default 20\b/,
    ]),
  ['customers list', '--order-by', /Default last_activity_at/],
  ['customers list', '--order-direction', /Default desc/],
  ['customers get', '--timeframe', /Default 30d/],
  ['ws-users list', '--order-by', /Default owned_customer_count/],
  ['ws-users list', '--order-direction', /Default desc/],
  ['search', '--top-k', /1 to 50/],
  ['sql', '--limit', /1 to 10000\. Default 1000/],
  ['activation preview', '--lookback-days', /1 to 90/],
  ['activation preview', '--example-limit', /1 to 20/],
  ['agents create', '--max-items-to-surface', /Default 10\b/],
  ['destinations options', '--limit', /Default 50/],
  ['settings report options', '--limit', /Default 50/],
]

test.each(told)('svc %s %s: %s', (command, flag, what) => {
  const line = helps
    .get(command)!
    .split('\n')
    .find((one) => new RegExp(`^\\s+\\[?${flag}\\b`).test(one))
  expect(line).toMatch(what)
})
