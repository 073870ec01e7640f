import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Of a hundred properties and methods, so many have a docstring at least. */
const least = 90

/** Counts docstrings in an installed package's types: what editors show to whoever uses it. */
export function expectDocumented(folder) {
  const members = readdirSync(join(folder, 'dist'))
    .filter((file) => file.endsWith('.d.ts'))
    .flatMap((file) =>
      listMembers(ts.createSourceFile(file, read(folder, file), ts.ScriptTarget.ESNext, true)),
    )
  const missing = members.filter((member) => ts.getJSDocCommentsAndTags(member).length === 0)
  const percent = 100 * (1 - missing.length / members.length)
  process.stderr.write(`  docstrings: ${percent.toFixed(1)} % of ${members.length} properties and methods\n`)
  if (members.length > 100 && percent >= least) return
  const names = missing.map((member) => `${member.parent.name?.text ?? '…'}.${member.name.getText()}`)
  throw new Error(`Below ${least} %. Without one:\n${names.join('\n')}`)
}

/** Properties and methods, but for private ones and for those of a parameter, which its docstring tells of. */
function listMembers(node) {
  if (ts.isParameter(node)) return []
  const isMember =
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node)
  const inside = []
  // A callback that gives anything but undefined would end the walk.
  ts.forEachChild(node, (child) => {
    inside.push(...listMembers(child))
  })
  return isMember && !ts.isPrivateIdentifier(node.name) ? [node, ...inside] : inside
}

function read(folder, file) {
  return readFileSync(join(folder, 'dist', file), 'utf8')
}
