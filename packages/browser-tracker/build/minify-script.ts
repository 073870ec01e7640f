import { minify, type MinifyOptions } from 'terser'
import { chooseNames, letterOf } from './choose-names.ts'

/** A variable, as far as its name matters. */
interface Variable {
  mangled_name?: string
  /** `enclosed` are all variables that its functions know and use. */
  scope: { enclosed: Variable[] }
}

/** A node of the minifier's syntax tree, as far as it is needed here. */
interface Node {
  thedef?: Variable
  walk: (walker: { _visit: (node: Node, descend?: () => void) => void }) => void
}

const options: MinifyOptions = {
  ecma: 2018,
  // The script's own names stay within its function.
  toplevel: false,
  compress: { passes: 6, unsafe_arrows: true, pure_getters: true },
  // Names of properties that neither the page, the wire nor the storage knows.
  mangle: { properties: { regex: /^(flushNow|setSafetyNet|hints)$/ } },
  format: { comments: false },
}

/** The script as it is served. */
export const minifyScript = async (code: string): Promise<string> => {
  // The compiler has checked what a `const` promises; one keyword compresses better than two.
  const { code: minified, ast } = (await minify(code.replace(/\bconst\b(?= [\w$[{])/g, 'let'), {
    ...options,
    format: { ...options.format, ast: true, code: true } as object,
  })) as unknown as { code: string; ast: Node }
  const variables = findVariables(ast)
  const names = variables.map((variable) => variable.mangled_name!)
  const neighbours = findNeighbours(variables)
  variables.forEach((variable, index) => {
    variable.mangled_name = letterOf(index)
  })
  const template = await print(ast as never)
  const renamed = chooseNames(template, names, neighbours)
  if ((await nameAnew(renamed)) !== (await nameAnew(minified)))
    throw new Error('The script with other names isn’t the same program any more: see choose-names.ts')
  return renamed
}

const findVariables = (ast: Node) => {
  const variables = new Set<Variable>()
  ast.walk({
    _visit(node, descend) {
      if (node.thedef?.mangled_name) variables.add(node.thedef)
      descend?.call(node)
    },
  })
  return [...variables]
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

const print = async (program: string) =>
  (await minify(program, { ...options, compress: false, mangle: false })).code!

/** The program with names as the minifier gives them, whatever names it has. */
const nameAnew = async (program: string) =>
  (await minify(program, { ...options, compress: false, mangle: true })).code!
