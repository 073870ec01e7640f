// Checks what deploy/ has for Prometheus and Grafana with promtool, against the metrics of a running server.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'

const promtool = process.env['SVC_PROMTOOL'] ?? 'promtool'
const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))

const check = (args: string[], options: { input?: string; cwd?: string } = {}): void => {
  process.stdout.write(execFileSync(promtool, args, { encoding: 'utf8', ...options }))
}

check(['check', 'rules', 'alerts.yaml'], { cwd: `${deploy}prometheus` })
check(['test', 'rules', 'alerts.test.yaml'], { cwd: `${deploy}prometheus` })

const metrics = await scrape()
check(['check', 'metrics'], { input: metrics })

const known = new Set(
  [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name],
  ),
)
for (const file of ['prometheus/alerts.yaml', 'grafana/customer-intel.json']) {
  const used = readFileSync(`${deploy}${file}`, 'utf8').match(/\bsvc_\w+/g) ?? []
  const unknown = [...new Set(used)].filter((name) => !known.has(name))
  if (used.length === 0 || unknown.length > 0)
    throw new Error(`deploy/${file} asks for what /metrics doesn't have: ${unknown.join(', ')}`)
  console.log(`deploy/${file}: ${new Set(used).size} metrics, all in /metrics`)
}

/** The metrics of a server that has answered a few requests. */
async function scrape(): Promise<string> {
  const server = createServer({ store: memoryStore() })
  try {
    const { document, publicKey } = defineOrganization({ name: 'Acme "\\ Ltd' })
    await server.workspaces.createOrganization(document.organization, document)
    const { url } = await server.listen({ port: 0 })
    const event = { type: 'pageview', url: 'https://acme.example/', path: '/' }
    await fetch(`${url}/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      body: JSON.stringify({ visitorId: '018f2f5e-7c1a-7d43-9a3b-0123456789ab', events: [event] }),
    })
    return await (await fetch(`${url}/metrics`)).text()
  } finally {
    await server.close()
  }
}
