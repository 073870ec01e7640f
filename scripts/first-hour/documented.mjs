import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { blockWith, commandsOf, readBlocks } from './markdown.mjs'

const needsService =
  'it needs an account at the service; packages/server/test/integrations plays the services'
const needsMachine = 'it needs root, systemd, Docker or a database of its own'
const notPublished = 'nothing is on a registry yet'
const setup = 'it writes to the configuration of assistants; packages/cli/test/setup.test.ts runs it'
const shells = 'it belongs to another shell; packages/cli/test/completions.test.ts runs what it installs'

/**
 * Commands of the documents that the first hour doesn't run: where, which, and why.
 *
 * @type {[file: string, which: RegExp, reason: string][]}
 */
export const notRun = [
  ['README.md', /^npm test$/, 'CI runs it beside this'],
  ['README.md', /^npm run svc -- /, 'docs/cli.md has the same commands; tests/scripts.test.ts runs svc so'],
  [
    'docs/cli.md',
    /^svc auth login$/,
    'somebody approves in a browser; packages/cli/test/login.test.ts is that somebody',
  ],
  ['docs/cli.md', /^svc sql$/, 'it is a prompt; packages/cli/test/terminal.test.ts types into it'],
  [
    'docs/cli.md',
    /^svc integrations setup /,
    'somebody allows it at the service; packages/cli/test/integrations.test.ts plays both',
  ],
  ['docs/cli.md', /^svc setup(?! --print)/, setup],
  ['docs/cli.md', /^svc completions (?:zsh|fish)/, shells],
  ['docs/cli.md', /^svc completions powershell/, 'no PowerShell was at hand'],
  [
    'docs/cli.md',
    /^svc man \| man -l -$/,
    'not every machine has man; packages/cli/test/commands.test.ts reads what it is given',
  ],
  ['docs/deployment.md', /./, needsMachine],
  [
    'docs/export.md',
    /--follow/,
    'it goes on until it is stopped; packages/server/test/program/follow-export.test.ts stops it',
  ],
  [
    'docs/facts.md',
    /^SVC_AI_BASE_URL=/,
    'it needs a language model; packages/server/test/knowledge plays one',
  ],
  [
    'docs/identity.md',
    /^svc identity (?:separate|join) /,
    'its ids are made up; packages/server/test/http/identity-decisions.test.ts has real ones',
  ],
  ['docs/installing.md', /^npm install @customer-intel/, notPublished],
  ['docs/integrations.md', /./, needsService],
  ['docs/mcp.md', /^claude mcp add/, 'it belongs to another program'],
  ['docs/notifications.md', /--type CHAT_CHANNEL/, needsService],
  ['docs/openapi.md', /^npx/, 'npm run check:openapi runs the first, and a person ran both'],
  ['docs/operations.md', /--until/, 'its moment is none of this clone’s'],
  ['docs/operations.md', /postgres:/, needsMachine],
  ['docs/operations.md', /^npm install @customer-intel/, notPublished],
  [
    'docs/search.md',
    /^SVC_EMBEDDINGS_/,
    'these are settings; packages/server/test/knowledge plays the endpoint',
  ],
  [
    'docs/records.md',
    /^svc records import/,
    'its files are made up; packages/cli/test/records-csv.test.ts brings others',
  ],
  ['packages/cli/README.md', /^npm install --global/, notPublished],
  ['packages/cli/README.md', /^svc auth login$/, 'as in docs/cli.md'],
  ['packages/node-sdk/README.md', /^npm install @customer-intel/, notPublished],
  ['packages/server/README.md', /^npm install @customer-intel/, notPublished],
  ['packages/server/README.md', /^npx svc-server start$/, 'npm start does the same'],
]

/** A command without the comment behind it. */
export const bare = (command) => command.replace(/\s+#\s.*$/, '').trim()

/** Every command of README and docs, in order; `reason`: why it isn't run, null where it is. */
export function documentedCommands(root) {
  const files = execFileSync('git', ['ls-files', 'README.md', 'docs/*.md', 'packages/*/README.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith('docs/decisions/'))
    .flatMap((file) =>
      readBlocks(join(root, file), 'sh')
        .flatMap(({ text }) => commandsOf(text))
        .map(({ name, command }) => {
          const found = notRun.find(([where, which]) => where === file && which.test(bare(command)))
          return { file, name, command, reason: found?.[2] ?? null }
        }),
    )
}

/** The documents of a clone, which remember what of them was run. */
export function openDocuments(clone) {
  const all = documentedCommands(clone)
  const ran = new Set()
  return {
    /** Those of a file that are to be run, in order; each counts as run once it is taken. */
    commandsOf(file, only = /^/) {
      const taken = all.filter(
        (entry) => entry.file === file && entry.reason === null && only.test(entry.command),
      )
      for (const entry of taken) ran.add(entry)
      return taken.map(({ command }) => command)
    },
    /** The one block of a file that holds a text, whose commands count as run. */
    block(file, text) {
      const block = blockWith(join(clone, file), 'sh', text)
      const commands = new Set(commandsOf(block).map(({ command }) => command))
      for (const entry of all) if (entry.file === file && commands.has(entry.command)) ran.add(entry)
      return block
    },
    /** What was neither run nor has a reason why not. */
    leftOut: () => all.filter((entry) => entry.reason === null && !ran.has(entry)),
    get counts() {
      const run = all.filter((entry) => entry.reason === null).length
      return { run, left: all.length - run }
    },
  }
}
