import { minify, type MinifyOptions } from 'terser'
import { arrange, letterOf, type Part } from './arrange.ts'

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
  const { inOrder, arranged } = arrange({ program: findParts(ast), names, neighbours })
  if ((await nameAnew(inOrder)) !== (await nameAnew(minified)))
    throw new Error('With other names the script isn’t the same program any more: see arrange.ts')
  return arranged
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

/** What runs nothing when it is declared, so that it can be declared before or after others. */
const isInert = ({ value }: Node): boolean =>
  !value ||
  /^(Arrow|RegExp|String|Number)$/.test(value.TYPE) ||
  (value.TYPE === 'New' && value.args!.length === 0)

/** The program's text, with its lists of declarations of which the order is free. */
const findParts = (ast: Node): Part[] => {
  const print = (node: Node) => node.print_to_string({ ecma: 2018, comments: false })
  const runs: string[][] = []
  ast.walk({
    _visit(node, descend) {
      let run: string[] = []
      for (const definition of node.definitions || []) {
        if (!isInert(definition)) run = []
        else if (run.push(print(definition)) === 2) runs.push(run)
      }
      descend?.call(node)
    },
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

/** The program with names as the minifier gives them, whatever names it has. */
const nameAnew = async (program: string) => {
  const { code } = await minify(program, { ...options, compress: false, mangle: true })
  return code!
}
