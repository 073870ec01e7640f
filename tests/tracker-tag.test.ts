import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trackerQueue } from '../packages/contract/src/tracker-tag.ts'

it.each([
  'README.md',
  'packages/browser-tracker/README.md',
  'docs/tracker.md',
  'examples/website/index.html',
])('%s shows the tag with its queue as the server prints it', (path) => {
  const lines = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n')
  const first = lines.findIndex((line) => line.trim() === trackerQueue)
  expect(first).toBeGreaterThan(0)
  expect(lines[first + 1]).toMatch(
    /^ *<script src="[^"]+\/svc\.js" data-public-key="[^"]+".* async><\/script>$/,
  )
})
