import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CustomerIntel } from '../src/index.ts'
import { Tracker } from '../src/track.ts'
import { startIngestServer, type IngestServer } from './support/ingest-server.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const pages = ['../../../docs/node-sdk.md', '../README.md'].map((path) => ({
  path,
  examples: readExamples(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')),
}))
const preamble = `
declare const client: import('@customer-intel/node-sdk').CustomerIntel
`
const spool = mkdtempSync(join(tmpdir(), 'customer-intel-docs-'))
let platform: PlatformServer
let ingest: IngestServer

beforeAll(async () => {
  platform = await startPlatformServer()
  ingest = await startIngestServer()
})
afterAll(async () => {
  await Promise.all([platform.close(), ingest.close()])
  rmSync(spool, { recursive: true })
})

function readExamples(page: string): string[] {
  return [...page.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!)
}

test('every method of the client and of the tracker has an example', () => {
  const text = pages[0]!.examples.join('\n')
  const resources = Object.entries(new CustomerIntel({ apiKey: 'ok_test' }))
  const methods = [
    'client.query',
    'tracker.track',
    'tracker.identify',
    'tracker.flush',
    'tracker.shutdown',
    'tracker.stats',
    'tracker.queueSize',
    'client.tools.call',
    ...resources.flatMap(([name, resource]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
        .filter((method) => method !== 'constructor')
        .map((method) => `client.${name}.${method}`),
    ),
  ]
  expect(methods.filter((method) => !new RegExp(`${method}\\b`).test(text))).toEqual([])
})

test.each(pages)('the examples of $path compile', ({ examples }) => {
  const files = new Map(
    examples.map((code, index) => [
      join(src, `example-${index}.ts`),
      /const client\b/.test(code) ? code : `${preamble}${code}\nexport {}\n`,
    ]),
  )
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    paths: {
      '@customer-intel/node-sdk': [join(src, 'index.ts')],
      '@customer-intel/node-sdk/*': [join(src, '*.ts')],
      '@customer-intel/contract': [join(src, '../../contract/src/index.ts')],
    },
  }
  const host = ts.createCompilerHost(options)
  const fileExists = host.fileExists.bind(host)
  const getSourceFile = host.getSourceFile.bind(host)
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.getSourceFile = (name, language) => {
    const code = files.get(name)
    return code === undefined ? getSourceFile(name, language) : ts.createSourceFile(name, code, language)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  const faults = [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  })
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})

const runs = pages.flatMap(({ path, examples }) =>
  examples.map((code, index) => ({ name: `${path} ${index + 1}: ${code.trim().split('\n').at(-1)}`, code })),
)

test.each(runs)('the example runs: $name', async ({ code }) => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  platform.fault = ({ operation, body }, response) => {
    const provider = (body as { provider?: string } | undefined)?.provider
    if (operation === 'getIntegrationConnectionStatus') {
      response.writeHead(200).end('{"status":"connected","provider":"crm-a"}')
      return 'answered'
    }
    if (operation !== 'connectIntegration' || provider !== 'crm-a') return undefined
    response
      .writeHead(200)
      .end('{"sessionId":"s-1","connectUrl":"https://crm.example","alreadyConnected":false}')
    return 'answered'
  }
  const trackers: Tracker[] = []
  try {
    await run(code, trackers)
  } finally {
    await Promise.all(trackers.map((tracker) => tracker.shutdown()))
    print.mockRestore()
  }
  for (const tracker of trackers) expect(tracker.stats()).toMatchObject({ waiting: 0, dropped: 0 })
})

/** Runs an example with its addresses turned to the servers of the test. */
async function run(code: string, trackers: Tracker[]): Promise<void> {
  const script = ts
    .transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
    .replaceAll('ok_…', 'ok_test')
    .replaceAll('pk_…', 'pk_test')
    .replaceAll('/var/lib/shop/events', spool)
    .replaceAll(
      /import \{(.*?)\} from '@customer-intel\/node-sdk(\/\w+)?';?/g,
      'const {$1} = await load("$2");',
    )
  class LocalTracker extends Tracker {
    constructor(options: ConstructorParameters<typeof Tracker>[0]) {
      super({ ...options, baseUrl: ingest.baseUrl, flushOnExit: false })
      trackers.push(this)
    }
  }
  class LocalClient extends CustomerIntel {
    constructor(options: ConstructorParameters<typeof CustomerIntel>[0]) {
      super({ ...options, baseUrl: platform.baseUrl })
    }
  }
  const load = async (entry: string): Promise<object> => {
    if (entry === '/track') return { Tracker: LocalTracker }
    const file = pathToFileURL(join(src, `${entry.slice(1) || 'index'}.ts`)).href
    return {
      ...((await import(/* @vite-ignore */ file)) as object),
      ...(entry === '' && { CustomerIntel: LocalClient }),
    }
  }
  const AsyncFunction = run.constructor as new (...args: string[]) => (...values: unknown[]) => Promise<void>
  const names = /const client\b/.test(script) ? ['load'] : ['load', 'client']
  await new AsyncFunction(...names, script)(load, new LocalClient({ apiKey: 'ok_test' }))
}
