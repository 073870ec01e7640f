import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { freePort, waitForAnswer } from '../packages/serve.mjs'
import { run, step } from '../workspace/run.mjs'

/** Its own dependency asks for a version of it that Node 20 can't load. */
const verdaccio = { dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } }

/**
 * A registry on loopback that holds what is published here and passes everything else on to the one that npm is set to.
 * `env`: settings of npm with which one publishes there; `kill` ends it.
 *
 * @param {string} folder empty
 * @returns {Promise<{ url: string, env: NodeJS.ProcessEnv, kill: () => void }>}
 */
export async function startRegistry(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...verdaccio }))
  await step('Installing a registry', 'npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  const { stdout: upstream } = await run('npm', ['config', 'get', 'registry'], { quiet: true })
  writeFileSync(join(folder, 'config.yaml'), configuration(upstream.trim()))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const registry = spawn(
    process.execPath,
    [program, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const kill = () => registry.kill('SIGKILL')
  // A step that fails ends this process at once.
  process.once('exit', kill)
  try {
    await waitForAnswer(`${url}-/ping`, registry)
    const npmrc = join(folder, 'publisher.npmrc')
    writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=${await signUp(url)}\n`)
    return { url, kill, env: { ...process.env, npm_config_userconfig: npmrc, npm_config_registry: url } }
  } catch (error) {
    kill()
    throw error
  }
}

function configuration(upstream) {
  return `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
uplinks: { upstream: { url: ${JSON.stringify(upstream)} } }
packages:
  '@customer-intel/*': { access: $all, publish: $authenticated, unpublish: $authenticated }
  '**': { access: $all, proxy: upstream }
log: { type: stdout, format: pretty, level: fatal }
`
}

/** Resolves with a token to publish with. */
async function signUp(url) {
  const [name, password] = ['rehearsal', 'only for this rehearsal']
  const response = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password }),
  })
  const { token } = await response.json()
  if (!token) throw new Error(`The registry took no user: ${response.status}`)
  return token
}
