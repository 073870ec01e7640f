import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openShell, startCommand } from './shell.mjs'
import { findIn } from './run-pages.mjs'

/**
 * Packs and installs what docs/installing.md says, and goes with `svc` through the documents against a server that runs.
 *
 * @param {object} options
 * @param {string} options.folder the clone lies in it
 * @param {NodeJS.ProcessEnv} options.env
 * @param {{ baseUrl: string, apiKey: string, publicKey: string }} options.server
 * @param {ReturnType<import('./run-pages.mjs').createReader>} options.runPage
 * @param {<Command>(command: Command) => Command} options.keep stops it in the end
 */
export async function workWithSvc({ folder, env, server, runPage, keep }) {
  const [home, app] = [join(folder, 'home'), join(folder, 'app')]
  for (const each of [home, app]) mkdirSync(each)
  const cache = process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm')
  const reader = { ...env, npm_config_cache: cache }
  const install = { slowAfterSeconds: 300 }
  await runPage('docs/installing.md', {
    ...install,
    only: /npm pack/,
    shell: keep(openShell({ cwd: folder, env: reader })),
  })
  await runPage('docs/installing.md', {
    ...install,
    only: /npm install/,
    shell: keep(openShell({ cwd: app, env: reader })),
  })

  const own = {
    ...reader,
    HOME: home,
    PATH: `${join(app, 'node_modules', '.bin')}:${env.PATH}`,
    SVC_API_KEY: server.apiKey,
    SVC_PUBLIC_KEY: server.publicKey,
  }
  delete own.XDG_CONFIG_HOME
  const shell = keep(openShell({ cwd: app, env: own }))
  writeFileSync(
    join(app, 'churn.sql'),
    "select name, billing_status from customers where billing_status = 'CHURNED'",
  )
  writeFileSync(
    join(app, 'records.ndjson'),
    '{"kind":"member","email":"sam@team.example","name":"Sam Poe"}\n',
  )
  writeFileSync(
    join(app, 'signal.json'),
    JSON.stringify({
      kind: 'EVENT_MATCH',
      name: 'Trial ended',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Trial ended'] },
    }),
  )
  const ask = async (command, holds) => findIn((await shell.run(command)).stdout, holds)
  const svcPage = (file, more = {}) => runPage(file, { shell, ...more })

  await svcPage('docs/cli.md', {
    fill: {
      '<uuid>': async () =>
        (await ask('svc sql "select event_id from activity limit 1"', (one) => one.event_id)).event_id,
      '<signal>': async () => (await ask('svc signals list', ({ name }) => name === 'Trial ended')).id,
    },
    special: [
      [
        /^svc events tail/,
        () => followEvents({ shell, cwd: app, env: { ...own, SVC_API_URL: server.baseUrl }, keep }),
      ],
    ],
  })
  await svcPage('packages/cli/README.md', {
    special: [[/^export SVC_API_URL=/, () => shell.run(`export SVC_API_URL=${server.baseUrl}`)]],
  })
  await svcPage('docs/notifications.md')
  const agent = async () => (await ask('svc agents list', ({ displayName }) => displayName === 'Renewals')).id
  await svcPage('docs/agents.md', {
    fill: {
      '<agent>': agent,
      '<run>': async () =>
        (await ask(`svc agents runs list ${await agent()}`, ({ agentId, id }) => agentId && id)).id,
    },
  })
  const named = (list) => async () =>
    (await ask(`svc ${list} list`, ({ name }) => name === 'Trial started')).id
  await svcPage('docs/automations.md', {
    first: /^svc signals create/,
    fill: { '<agent>': agent, '<signal>': named('signals'), '<automation>': named('automations') },
  })
}

/** What is sent while it follows is shown; Ctrl-C ends it with 130. */
async function followEvents({ shell, cwd, env, keep }) {
  const tail = keep(startCommand('svc events tail', { cwd, env }))
  const deadline = Date.now() + 300_000
  // It follows from the moment on at which it first asked.
  while (!tail.output.includes('Seen by tail')) {
    if (Date.now() > deadline) throw new Error(`nothing of it in 5 minutes:\n${tail.output}`)
    await shell.run('svc events send "Seen by tail" --email jane@acme.example')
  }
  await tail.stop({ codes: [130] })
}
