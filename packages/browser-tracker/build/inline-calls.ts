import { type Node, type Variable, visit } from './syntax-tree.ts'

// The minifier puts a function that is called once where it is called, but leaves the call: `((a,b)=>{…})(c,d)`.

/**
 * Drops arguments of such calls: where a parameter only gives another name to a variable, and neither ever changes, the
 * function knows the variable anyway. Each variable needs a name of its own, lest the function has another one by that
 * name.
 */
export const dropArguments = (ast: Node): void => {
  const changing = findChanging(ast)
  const isConstant = (node: Node, type: string) => node.TYPE === type && !changing.has(node.thedef)
  visit(ast, ({ TYPE, expression, args = [] }) => {
    if (TYPE !== 'Call' || expression!.TYPE !== 'Arrow' || args.some((arg) => arg.TYPE === 'Expand')) return
    const parameters = expression!.argnames!
    for (let at = Math.min(parameters.length, args.length); at--;) {
      const [parameter, argument] = [parameters[at]!, args[at]!]
      if (!isConstant(parameter, 'SymbolFunarg') || !isConstant(argument, 'SymbolRef')) continue
      parameter.thedef!.mangled_name = argument.thedef!.mangled_name
      parameters.splice(at, 1)
      args.splice(at, 1)
    }
  })
}

/** Variables that get a value after their declaration. */
const findChanging = (ast: Node) => {
  const changing = new Set<Variable | undefined>()
  const addAll = (target: Node) =>
    visit(target, ({ TYPE, thedef }) => {
      changing.add(thedef)
      // What is set there is a property.
      return !/^(Dot|Sub)$/.test(TYPE)
    })
  visit(ast, ({ TYPE, left, operator, expression, init }) => {
    if (TYPE === 'Assign') addAll(left!)
    if (operator === '++' || operator === '--') addAll(expression!)
    if (TYPE === 'ForIn' || TYPE === 'ForOf') addAll(init!)
  })
  return changing
}

/**
 * Leaves of such calls only what the functions do: `{…}` for the statement `(()=>{…})()`, and `…;let b=c` for
 * `let b=(()=>{…;return c})()`. Here too each variable needs a name of its own.
 */
export const unwrapCalls = (ast: Node): void => {
  const statements: Node[] = []
  let block: object | undefined
  visit(ast, (node) => {
    if (Array.isArray(node.body) && node.TYPE !== 'Toplevel') node.body = node.body.flatMap(unwrap)
    if (node.TYPE === 'BlockStatement') block = Object.getPrototypeOf(node) as object
    if (node.TYPE === 'SimpleStatement' && isWrapper(node.body as Node)) statements.push(node)
  })
  if (!block) return
  for (const statement of statements) {
    const { expression } = statement.body as Node
    Object.setPrototypeOf(statement, block)
    statement.body = expression!.body
  }
}

/** The statements that a statement comes to without such calls. */
const unwrap = (statement: Node): Node[] => {
  if (statement.TYPE === 'SimpleStatement' && isWrapper(statement.body as Node))
    return ((statement.body as Node).expression!.body as Node[]).flatMap(unwrap)
  if (statement.TYPE !== 'Let') return [statement]
  const definitions = statement.definitions!
  const at = definitions.findIndex(
    ({ name, value }) => name!.TYPE === 'SymbolLet' && value && isWrapper(value, true),
  )
  if (at < 0) return [statement]
  const declare = (list: Node[]) => (list[0] ? [copy(statement, { definitions: list })] : [])
  const definition = definitions[at]!
  const { argnames, body } = definition.value!.expression!
  const statements = body as Node[]
  const parameters = argnames!.map((name, index) =>
    copy(definition, { name, value: definition.value!.args![index]! }),
  )
  const result = copy(definition, { value: statements.at(-1)!.value! })
  return [
    ...declare([...definitions.slice(0, at), ...parameters]),
    ...statements.slice(0, -1),
    ...declare([result, ...definitions.slice(at + 1)]),
  ].flatMap(unwrap)
}

const copy = (node: Node, changes: Partial<Node>): Node =>
  Object.assign(Object.create(Object.getPrototypeOf(node) as object), node, changes) as Node

/** Whether a call's function can go, as it has no result, or gives one with its last statement alone. */
const isWrapper = ({ TYPE, expression, args }: Node, hasResult = false): boolean => {
  if (TYPE !== 'Call' || expression!.TYPE !== 'Arrow' || expression!.is_async) return false
  const { argnames, body } = expression!
  if (!Array.isArray(body)) return false
  if (!hasResult) return args!.length + argnames!.length === 0 && !body.some(leavesFunction)
  return (
    args!.length === argnames!.length &&
    argnames!.every((name) => name.TYPE === 'SymbolFunarg') &&
    args!.every((arg) => arg.TYPE !== 'Expand') &&
    body.at(-1)?.TYPE === 'Return' &&
    !!body.at(-1)!.value &&
    !body.slice(0, -1).some(leavesFunction)
  )
}

/** Whether a statement ends its function, or declares something for all of it. */
const leavesFunction = (statement: Node) => {
  let leaves = false
  visit(statement, ({ TYPE }) => {
    leaves ||= /^(Return|Var|Defun)$/.test(TYPE)
    return !/^(Arrow|Function|Accessor|Defun)$/.test(TYPE)
  })
  return leaves
}
