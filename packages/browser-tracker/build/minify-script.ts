import { minify, type MinifyOptions } from 'terser'
import { arrange, letterOf } from './arrange.ts'

/** A variable, as far as its name matters. */
interface Variable {
  mangled_name?: string
  /** `enclosed` are all variables that its functions know and use. */
  scope: { enclosed: Variable[] }
}

/** A node of the minifier's syntax tree, as far as it is needed here. */
interface Node {
  TYPE: string
  thedef?: Variable
  /** Of a declaration: what it declares. */
  definitions?: Node[]
  /** Of what is declared: what it is to begin with. */
  value?: Node | null
  args?: Node[]
  walk: (walker: { _visit: (node: Node, descend?: () => void) => void }) => void
  print_to_string: (options: object) => string
}

const options: MinifyOptions = {
  ecma: 2018,
  // The script's own names stay within its function.
  toplevel: false,
  compress: { passes: 6, unsafe_arrows: true, pure_getters: true, lhs_constants: false },
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
  const { pieces, order } = arrange({ pieces: findPieces(ast), names, neighbours })
  if ((await nameAnew(pieces.join(''))) !== (await nameAnew(minified)))
    throw new Error('With other names the script isn’t the same program any more: see arrange.ts')
  return order.map((piece) => pieces[piece]).join('')
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

/** What doesn't run anything when it is declared, so that it can be declared before or after others. */
const isInert = ({ value }: Node) =>
  !value ||
  /^(Arrow|RegExp|String|Number)$/.test(value.TYPE) ||
  (value.TYPE === 'New' && value.args!.length === 0)

/** The program's text, cut into what stands before its largest list of declarations, these, and what stands after. */
const findPieces = (ast: Node) => {
  let largest: Node[] = []
  ast.walk({
    _visit(node, descend) {
      if (node.definitions && node.definitions.length > largest.length) largest = node.definitions
      else descend?.call(node)
    },
  })
  const print = (node: Node) => node.print_to_string({ ecma: 2018, comments: false })
  // The last one has no comma behind it.
  const declared = largest.slice(0, -1).map((definition) => `${print(definition)},`)
  if (!largest.every(isInert))
    throw new Error('A module runs code when it is loaded: its place can’t be changed')
  const text = print(ast)
  const start = text.indexOf(declared.join(''))
  return [text.slice(0, start), ...declared, text.slice(start + declared.join('').length)]
}

/** The program with names as the minifier gives them, whatever names it has. */
const nameAnew = async (program: string) => {
  const { code } = await minify(program, { ...options, compress: false, mangle: true })
  return code!
}
