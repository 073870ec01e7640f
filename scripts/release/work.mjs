import { createServer } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { expectTools, startServer } from '../packages/serve.mjs'
import { packageFolder } from '../packages/published.mjs'
import { findChromium } from '../workspace/chromium.mjs'
import { step } from '../workspace/run.mjs'

/**
 * A day with the installed packages: their programs say the version, the server starts, SDK and tracker send, `svc` and an
 * assistant ask, the console opens.
 *
 * @param {string} project a folder in which all packages are installed
 * @param {string} version
 */
export async function work(project, version) {
  for (const program of ['@customer-intel/server', '@customer-intel/cli']) {
    const said = await step(`  npx ${program} --version`, 'npx', ['--no-install', program, '--version'], {
      cwd: project,
    })
    if (!said.includes(version)) throw new Error(`${program} says ${said.trim()} instead of ${version}.`)
  }
  const bin = (name) => join(project, 'node_modules/.bin', name)
  const server = await startServer(bin('svc-server'), [], join(project, 'data'))
  try {
    const { SVC_BASE_URL: url, SVC_API_KEY: apiKey, SVC_PUBLIC_KEY: publicKey } = server.env
    const env = { ...process.env, ...server.env }
    const session = join(packageFolder('node-sdk'), 'scripts/session.mjs')
    await step('  the SDK sends and asks', process.execPath, [session, project, 'release'], {
      cwd: project,
      env,
    })
    const query = 'select user_email from activity group by all order by 1'
    const rows = await step('  svc asks', bin('svc'), ['sql', query, '--format', 'json'], {
      cwd: project,
      env,
    })
    if (!rows.includes('esm@release.example')) throw new Error(`svc doesn't find what was sent: ${rows}`)
    await expectTools(`${url}/mcp`, apiKey)
    await visit(url, publicKey)
    await server.stop()
  } finally {
    server.kill()
  }
}

/** A page with the tag, and the console. */
async function visit(url, publicKey) {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write(
      '  no Chromium was found: neither the tracker nor the console was tried in a browser\n',
    )
    return
  }
  const { chromium } = await import('playwright-core')
  const tag = `<script src="${url}/svc.js" data-public-key="${publicKey}" async></script>`
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Mine</title><head>${tag}</head><h1>Mine</h1>`)
  })
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const sent = page.waitForResponse((response) => response.ok() && response.url().includes('/api/i/'))
    await page.goto(`http://127.0.0.1:${site.address().port}/`)
    await sent
    await page.goto(`${url}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    process.stderr.write('  the tracker sent from a page, and the console opened\n')
  } finally {
    await browser.close()
    site.close()
  }
}
