import { minify, type MinifyOptions } from 'terser'

/** A variable, as far as its name matters. */
export interface Variable {
  mangled_name?: string
  /** `enclosed` are all variables that its functions know and use. */
  scope: { enclosed: Variable[] }
}

/** A node of the minifier's syntax tree, as far as it is needed here. */
export interface Node {
  TYPE: string
  thedef?: Variable
  /** Of a declaration: what it declares. */
  definitions?: Node[]
  /** Of what is declared: its name, or a pattern with several names. */
  name?: Node
  /** Of what is declared: what it is to begin with. Of a `return`: the result. */
  value?: Node | null
  /** Of an assignment: what gets the value. */
  left?: Node
  operator?: string
  /** Of a call: the function. Of `++` and `--`: what they change. */
  expression?: Node
  /** Of a loop: what it sets at each turn. */
  init?: Node | null
  argnames?: Node[]
  /** Of a function: its statements, or its result. Of a statement that is an expression: that. */
  body?: Node | Node[]
  is_async?: boolean
  args?: Node[]
  walk: (walker: { _visit: (node: Node, descend?: () => void) => void }) => void
  print_to_string: (options: object) => string
}

/** Letters that stand for variables: none of them is in the script, and each counts as an identifier. */
const FIRST_LETTER = 0x4e00
const LETTERS = /[\u4e00-\u9fff]/g

/** The number of the variable that a letter stands for; negative for any other letter. */
export const numberOf = (letter: string): number => letter.charCodeAt(0) - FIRST_LETTER

/** A text with its variables' names in place of their letters. */
export const withNames = (text: string, names: string[]): string =>
  text.replace(LETTERS, (letter) => names[numberOf(letter)]!)

/** The syntax tree of a program, after the minifier has done what it is told to do. */
export const parse = async (code: string, options: MinifyOptions): Promise<Node> => {
  const format = { ...options.format, ast: true, code: false } as object
  const { ast } = (await minify(code, { ...options, format })) as unknown as { ast: Node }
  return ast
}

/** Calls `see` for each node, parents first. Where it gives `false`, what is below that node isn't visited. */
export const visit = (ast: Node, see: (node: Node) => unknown): void =>
  ast.walk({
    _visit(node, descend) {
      if (see(node) !== false) descend?.call(node)
    },
  })

/** The variables that may have any name, in the order in which they occur. */
export const findVariables = (ast: Node): Variable[] => {
  const variables = new Set<Variable>()
  visit(ast, ({ thedef }) => {
    if (thedef?.mangled_name) variables.add(thedef)
  })
  return [...variables]
}

/** Gives each variable a letter of its own. The same program comes out the same, whatever names it had. */
export const nameApart = (ast: Node): Node => {
  findVariables(ast).forEach((variable, index) => {
    variable.mangled_name = String.fromCharCode(FIRST_LETTER + index)
  })
  return ast
}

/** A node's text, with the names that its variables have now. */
export const print = (node: Node): string => node.print_to_string({ ecma: 2018, comments: false })
