import type { MinifyOptions } from 'terser'
import { arrange, type Part } from './arrange.ts'
import { dropArguments, unwrapCalls } from './inline-calls.ts'
import { findVariables, nameApart, type Node, parse, print, type Variable, visit } from './syntax-tree.ts'

const options: MinifyOptions = {
  ecma: 2018,
  // The script's own names stay within its function.
  toplevel: false,
  compress: { passes: 6, unsafe_arrows: true, pure_getters: true, lhs_constants: false },
  // Names of properties that neither the page, the wire nor the storage knows.
  mangle: { properties: { regex: /^remarks$/ } },
  format: { comments: false },
}

/** The same, but statements stay what they are, and results of calls stay where they are declared. */
const asStatements: MinifyOptions = {
  ...options,
  compress: Object.assign({}, options.compress, {
    sequences: false,
    conditionals: false,
    collapse_vars: false,
    inline: 1,
  }),
}

/** The script as it is served. */
export const minifyScript = async (code: string): Promise<string> => {
  // The compiler has checked what a `const` promises; one keyword compresses better than three. A script tag is in a page.
  const first = nameApart(
    await parse(
      code.replace(/\b(const|var)\b(?= [\w$[{])/g, 'let').replaceAll('typeof window', '"object"'),
      asStatements,
    ),
  )
  dropArguments(first)
  unwrapCalls(first)
  const ast = await parse(print(first), options)
  const variables = findVariables(ast)
  const names = variables.map((variable) => variable.mangled_name!)
  const neighbours = findNeighbours(variables)
  const { inOrder, arranged } = arrange({ program: findParts(nameApart(ast)), names, neighbours })
  if ((await nameAnew(inOrder)) !== print(ast))
    throw new Error('With other names the script isn’t the same program any more: see arrange.ts')
  return arranged
}

/** For each variable those that can't have its name: one of the two is used where the other one is known. */
const findNeighbours = (variables: Variable[]) => {
  const neighbours = variables.map(() => new Set<number>())
  const join = (one: number, other: number) => {
    if (one === other || other < 0) return
    neighbours[one]!.add(other)
    neighbours[other]!.add(one)
  }
  variables.forEach(({ scope }, index) => {
    for (const enclosed of scope.enclosed) join(index, variables.indexOf(enclosed))
    variables.forEach((other, at) => other.scope === scope && join(index, at))
  })
  return neighbours
}

/** What runs nothing when it is declared, so that it can be declared before or after others. */
const isInert = ({ value }: Node): boolean =>
  !value ||
  /^(Arrow|RegExp|String|Number)$/.test(value.TYPE) ||
  (value.TYPE === 'New' && value.args!.length === 0)

/** The program's text, with its lists of declarations of which the order is free. */
const findParts = (ast: Node): Part[] => {
  const runs: string[][] = []
  visit(ast, ({ definitions = [] }) => {
    let run: string[] = []
    for (const definition of definitions) {
      if (!isInert(definition)) run = []
      else if (run.push(print(definition)) === 2) runs.push(run)
    }
  })
  const cut = (text: string): Part[] => {
    const run = runs.find((texts) => text.includes(texts.join(',')) && text !== texts.join(','))
    if (!run) return [text]
    runs.splice(runs.indexOf(run), 1)
    const joined = run.join(',')
    const start = text.indexOf(joined)
    return [...cut(text.slice(0, start)), run.map(cut), ...cut(text.slice(start + joined.length))]
  }
  return cut(print(ast))
}

/** The program with a letter for each variable, whatever names it has. */
const nameAnew = async (program: string) =>
  print(nameApart(await parse(program, { ...options, compress: false, mangle: true })))
