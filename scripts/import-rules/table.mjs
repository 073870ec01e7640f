/**
 * What each folder of the packages' source may import. Lint refuses everything else (`plugin.mjs`).
 *
 * A row is a folder or a file; the most specific row applies. It lists folders, files and npm packages. The server's rows
 * (`packages/server/src`) go from the bottom layer to the top: a row imports only rows above it, types included, so there
 * is no cycle. After `types of` stands what a row imports by `import type` only.
 *
 * `contract` is `@customer-intel/contract`. `node` is any module of Node.js except `node:crypto`, which the whole server
 * may import because it has no side effects.
 */
// oxfmt-ignore
const rows = {
  // The kernel: what features are built of. It knows none of them.
  'kernel':                 'contract node',
  'kernel/store':           'kernel',
  'kernel/log':             'contract valibot, types of kernel/store',
  'kernel/sql':             'contract, types of kernel/log',
  'kernel/outgoing':        'node undici',
  'kernel/secrets':         'kernel contract node, types of kernel/store',
  'kernel/work':            'node, types of kernel/store',
  'kernel/nodes':           'types of kernel/store',
  'kernel/read-models':     'kernel contract valibot, types of kernel/store kernel/sql',
  'kernel/workspace':       'kernel kernel/work contract node valibot, types of kernel/store kernel/read-models',
  'kernel/background':      'kernel kernel/work, types of kernel/store kernel/workspace',
  'kernel/metrics':         'node prom-client, types of kernel/store kernel/workspace',
  'kernel/operations':      `kernel kernel/log contract valibot, types of kernel/store kernel/sql kernel/outgoing
                              kernel/secrets kernel/read-models kernel/workspace kernel/background kernel/metrics`,

  // Drivers of the store. One imports the ports and no other driver, except for `spool`, which puts the file driver’s log in front
  // of any store.
  'drivers/file':           'kernel kernel/store node @node-rs/crc32 lowdb',
  'drivers/memory':         'kernel kernel/store',
  'drivers/postgres':       'kernel kernel/store node pg',
  'drivers/blobs':          'kernel node s3mini, types of kernel/store',
  'drivers/spool':          'kernel drivers/file node, types of kernel/store',
  'drivers/suite':          'kernel/store node',

  // Features: a folder each, with two doors, `feature.ts` (the server’s process) and `model.ts` (the read models’ process). One
  // imports the kernel and the features above it.
  'customers':              `kernel kernel/store kernel/log kernel/sql kernel/read-models kernel/workspace
                              kernel/background kernel/operations contract academic-tld free-email-domains tldts`,
  'events':                 `kernel kernel/log kernel/sql kernel/read-models kernel/workspace kernel/operations
                              customers contract bowser valibot temporal-polyfill, types of kernel/store
                              kernel/metrics`,
  'records':                `kernel kernel/log kernel/sql kernel/read-models kernel/operations customers contract,
                              types of kernel/workspace`,
  'facts':                  `kernel kernel/log kernel/sql kernel/work kernel/read-models kernel/background
                              kernel/operations customers contract @xsai/shared-chat valibot,
                              types of kernel/workspace`,
  'search':                 `kernel kernel/log kernel/sql kernel/read-models kernel/background kernel/operations customers
                              records facts @orama/stemmers @orama/stopwords valibot, types of events contract`,
  'query':                  `kernel kernel/sql kernel/operations customers contract node, types of kernel/read-models
                              events`,
  'signals':                `kernel kernel/store kernel/log kernel/sql kernel/read-models kernel/workspace
                              kernel/background kernel/operations customers contract valibot temporal-polyfill, types of events`,
  'integrations':           `kernel kernel/store kernel/log kernel/sql kernel/outgoing kernel/secrets kernel/work
                              kernel/read-models kernel/workspace kernel/background kernel/operations customers events
                              records contract node @exodus/bytes htmlparser2 oauth4webapi postal-mime`,
  'acting':                 `kernel kernel/store kernel/log kernel/sql kernel/outgoing kernel/secrets kernel/work
                              kernel/read-models kernel/workspace kernel/background kernel/metrics kernel/operations
                              customers facts signals integrations contract node markdown-it temporal-polyfill valibot`,
  'organizations':          `kernel kernel/store kernel/workspace kernel/operations customers events acting contract
                              node oauth4webapi, types of kernel/sql kernel/read-models`,
  'privacy':                `kernel kernel/log kernel/sql kernel/work kernel/read-models kernel/workspace
                              kernel/background kernel/operations customers signals integrations acting organizations
                              contract node, types of kernel/store`,

  // The process of the read models, the transports, and the lists of all features.
  'projector':              `kernel kernel/log kernel/sql kernel/read-models kernel/background kernel/operations
                              customers events records facts search query signals integrations acting privacy contract
                              node, types of kernel/store kernel/workspace @duckdb/node-api @duckdb/node-bindings`,
  'http':                   `kernel kernel/store kernel/nodes kernel/workspace kernel/metrics kernel/operations events
                              integrations organizations contract node @modelcontextprotocol/server h3 prom-client
                              valibot`,
  'app':                    `kernel kernel/store kernel/outgoing kernel/secrets kernel/work kernel/nodes kernel/workspace
                              kernel/metrics kernel/operations drivers/postgres customers events records facts search
                              query signals integrations acting organizations privacy projector http contract node h3
                              listhen mmdb-lib, types of kernel/read-models kernel/background`,

  // The program and the package: only they choose a driver.
  'program/open-store.ts':  'drivers/file drivers/postgres drivers/blobs drivers/spool node, types of kernel/store app',
  'program':                `kernel kernel/store kernel/log kernel/secrets kernel/work kernel/workspace
                              kernel/metrics kernel/operations customers events records query integrations organizations
                              privacy projector app program/open-store.ts contract node, types of kernel/read-models`,
  'index.ts':               'kernel kernel/store drivers/file drivers/memory organizations app',

  // The other packages. The contract runs in any JavaScript; the tracker runs on other people's pages without dependencies;
  // the SDK imports only types of the contract; the command line calls the server through the SDK.
  'packages/contract/src':    'valibot @valibot/to-json-schema',
  'packages/contract/src/csv': 'packages/contract/src',
  'packages/contract/src/csv.ts': 'packages/contract/src/csv',
  'packages/browser-tracker/src': '@customer-intel/contract/privacy',
  'packages/browser-tracker/src/react.ts': 'packages/browser-tracker/src react',
  'packages/browser-tracker/src/vue.ts': 'packages/browser-tracker/src vue',
  'packages/node-sdk/src':    'ky eventsource-parser @customer-intel/contract/cut-text, types of contract node',
  'packages/node-sdk/src/csv': 'packages/node-sdk/src @customer-intel/contract/csv',
  'packages/node-sdk/src/csv.ts': 'packages/node-sdk/src/csv @customer-intel/contract/csv',
  'packages/cli/src':        `@customer-intel/node-sdk @customer-intel/node-sdk/csv @customer-intel/contract/cut-text
                              @customer-intel/contract/terminal-text @customer-intel/contract/csv-cell
                              node @napi-rs/keyring @stricli/core hyparquet-writer jsonc-parser
                              smol-toml, types of @customer-intel/contract/command-layout`,

  // The console: a page over the SDK alone. What many pages show is a part; a page imports no other page.
  'packages/console/src':    `@customer-intel/node-sdk @customer-intel/node-sdk/csv react react-dom @tanstack/react-query @tanstack/react-router
                              @tanstack/react-virtual @codemirror/autocomplete @codemirror/commands
                              @codemirror/lang-sql @codemirror/language @codemirror/state @codemirror/view
                              @lezer/highlight react-aria-components lucide-react uplot
                              @fontsource-variable/inter`,
}

/** What each folder or file may import, and what it may import types of; in the order of the rows. */
export const mayImport = new Map(
  Object.entries(rows).map(([place, row]) => {
    const [imports, types = ''] = row.split(/(?:^|,\s+)types of /)
    return [place, { imports: words(imports), types: words(types) }]
  }),
)

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter((word) => word !== '')
}
