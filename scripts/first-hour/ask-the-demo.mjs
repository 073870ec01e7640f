import { execFileSync } from 'node:child_process'
import { root } from '../workspace/root.mjs'
import { commandsOf } from './markdown.mjs'

/** README's questions about the demo, each with what its answer must be by the generator's own data. */
const checks = {
  'Who pays, and has not been seen for a month?': ({ items }, expected, equal) =>
    equal(items.map(({ domain }) => domain).toSorted(), expected.payingAndQuiet, 'customers'),
  'What is known of one of them?': ({ facts }, _expected, equal) => {
    equal(facts.length > 0, true, 'there are facts')
    equal(new Set(facts.map(({ status }) => status)).size, 1, 'their statuses')
  },
  'When did we last talk?': ({ events }) => {
    const times = events.map(({ occurredAt }) => occurredAt)
    if (times.length === 0 || String(times) !== String(times.toSorted().toReversed()))
      throw new Error(`not the latest first: ${times.join(', ')}`)
  },
  'What do customers say about the price of a renewal?': ({ results }, _expected, equal) => {
    equal(results.length, 5, 'results')
    const found = results.filter((result) => /renew|price|discount/i.test(JSON.stringify(result)))
    equal(found.length, 5, 'results that speak of it')
  },
  'Who looks after how many customers?': ({ items }, expected, equal) => {
    const owners = items.filter(({ email }) => email in expected.customersByOwner)
    for (const { email, ownedCustomerCount } of owners)
      equal(ownedCustomerCount, expected.customersByOwner[email], email)
    equal(owners.length > 0, true, 'owners among the first five')
  },
  'What came in a month, at the end of each?': ({ data }, { mrrCentsByMonth }, equal) => {
    const months = data.map(({ snapshot_date: day, mrr }) => [day.slice(0, 7), Math.round(mrr * 100)])
    equal([...new Set(data.map(({ currency }) => currency))], ['EUR'], 'currencies')
    equal(months, Object.entries(mrrCentsByMonth).slice(0, months.length), 'MRR')
    equal(months.length, 6, 'months')
  },
}

/** Asks README's questions, then some of ours, and compares the answers with what the generator says. */
export async function askTheDemo({ shell, documents, here, step, equal }) {
  const expected = JSON.parse(
    execFileSync(
      process.execPath,
      ['--conditions=customer-intel-source', '--import', 'tsx', 'scripts/first-hour/expected.mjs'],
      { cwd: root },
    ),
  )
  const [define, ...questions] = commandsOf(here(documents.block('README.md', 'ask()')))
  await shell.run(define.command)
  const ask = async (command) => {
    const { stdout } = await shell.run(command)
    const answer = JSON.parse(stdout)
    if (answer.error !== undefined) throw new Error(`${command}\n${stdout}`)
    return answer
  }
  const asked = questions.map(({ name }) => name)
  equal(asked, Object.keys(checks), 'README asks')
  for (const { name, command } of questions)
    await step(name, 20, async () => checks[name](await ask(command), expected, equal))

  const count = async (sql) =>
    (await ask(`ask '${JSON.stringify({ tool: 'svc_query', input: { sql } })}'`)).data
  const byName = (rows) => Object.fromEntries(rows.map(({ name, count: n }) => [name, Number(n)]))
  await step('page views and forms belong to people', 10, async () => {
    const rows = await count(
      'select event_name as name, count(*) as count from activity where user_id <> $$$$ and event_name in ($$pageview$$, $$form$$) group by 1',
    )
    equal(byName(rows), { pageview: expected.pageViews, form: expected.forms }, 'events of people')
  })
  await step('attribution says how people came', 10, async () => {
    const rows = await count(
      'select first_visitor_channel as name, count(*) as count from users where email not like $$%@harborpine.example$$ group by 1',
    )
    equal(byName(rows), expected.peopleByChannel, 'people by channel')
  })
}
