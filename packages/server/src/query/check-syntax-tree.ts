import { isJsonObject } from '@customer-intel/contract'
import {
  isAllowedFunction,
  isAllowedTableFunction,
  isAllowedType,
  isSessionWord,
} from './allowed-functions.ts'
import { positionAtByte } from '../kernel/sql/text-position.ts'
import { atPosition, functionNotAllowed, queryNotAllowed, tableNotFound } from './query-errors.ts'
import { isViewName } from './views.ts'

/** Folded names of the `with` queries that are visible at a position. */
type Scope = ReadonlySet<string>

/** Folds a name like the engine: ASCII letters only (the Kelvin sign isn't `k`). */
const fold = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
type Visit = (value: unknown, scope: Scope) => void
/** All fields that a kind of node may have, with their checks. An unlisted field refuses the query. */
type Fields = Record<string, Visit>

/**
 * Walks a query's syntax tree from the engine's own parser, and throws at the first thing that isn't listed in this file:
 * a kind of node, a field, a table, a function, a type. It is an allow-list: unknown things are refused.
 */
export function checkSyntaxTree(query: unknown, sql: string): void {
  try {
    visitQuery(query, new Set())
  } catch (error) {
    throw error instanceof Located ? atPosition(error.cause, positionAtByte(sql, error.bytes)) : error
  }
}

/** What is refused, and where: the engine counts bytes. */
class Located extends Error {
  constructor(
    override readonly cause: unknown,
    readonly bytes: number,
  ) {
    super('', { cause })
  }
}

const plain: Visit = () => undefined
const expression: Visit = (value, scope) => visitByRules(value, 'class', expressions, scope)
const table: Visit = (value, scope) => visitByRules(value, 'type', tables, scope)
const modifier: Visit = (value, scope) => visitByRules(value, 'type', modifiers, scope)

function each(visit: Visit): Visit {
  return (value, scope) => {
    if (!Array.isArray(value)) throw queryNotAllowed('something this service does not know')
    for (const item of value as unknown[]) visit(item, scope)
  }
}

function fields(rules: Fields): Visit {
  return (value, scope) => {
    if (!isJsonObject(value)) throw queryNotAllowed('something this service does not know')
    visitFields(value, rules, scope)
  }
}

function visitFields(node: Record<string, unknown>, rules: Fields, scope: Scope): void {
  for (const [name, value] of Object.entries(node)) {
    if (!Object.hasOwn(rules, name)) throw queryNotAllowed(`"${name}"`)
    rules[name]?.(value, scope)
  }
}

function visitByRules(
  value: unknown,
  kind: 'class' | 'type',
  rules: Record<string, Fields>,
  scope: Scope,
): void {
  if (!isJsonObject(value)) throw queryNotAllowed('something this service does not know')
  const name = value[kind]
  if (typeof name !== 'string' || !Object.hasOwn(rules, name)) throw queryNotAllowed(`"${String(name)}"`)
  try {
    visitFields(value, { ...common, ...rules[name] }, scope)
  } catch (error) {
    const place = value['query_location']
    throw typeof place === 'number' && !(error instanceof Located) ? new Located(error, place) : error
  }
}

const common: Fields = { class: plain, type: plain, alias: plain, query_location: plain }

/** A subquery. */
const subquery = fields({ node: visitQuery })

const orders = each(fields({ type: plain, null_order: plain, expression }))
const modifiers: Record<string, Fields> = {
  ORDER_MODIFIER: { orders },
  LIMIT_MODIFIER: { limit: expression, offset: expression },
  DISTINCT_MODIFIER: { distinct_on_targets: each(expression) },
}

const queries: Record<string, Fields> = {
  SELECT_NODE: {
    modifiers: each(modifier),
    select_list: each(expression),
    from_table: table,
    where_clause: expression,
    group_expressions: each(expression),
    group_sets: plain,
    aggregate_handling: plain,
    having: expression,
    qualify: expression,
  },
  SET_OPERATION_NODE: {
    modifiers: each(modifier),
    setop_type: plain,
    setop_all: plain,
    left: visitQuery,
    right: visitQuery,
    children: each(visitQuery),
  },
}

function visitQuery(value: unknown, scope: Scope): void {
  if (!isJsonObject(value)) throw queryNotAllowed('something this service does not know')
  if (value['type'] === 'RECURSIVE_CTE_NODE') throw queryNotAllowed('a recursive query')
  const { cte_map: withQueries, ...node } = value
  visitByRules(node, 'type', queries, visitWith(withQueries, scope))
}

const withQuery = fields({ query: subquery, materialized: plain, aliases: plain })

/**
 * A `with` query sees those before it, but not itself: in `with events as (select * from events)` the inner name is the
 * table.
 */
function visitWith(value: unknown, scope: Scope): Scope {
  if (value === undefined) return scope
  const visible = new Set(scope)
  const entry = fields({
    key: (name) => {
      if (typeof name !== 'string' || !/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name)) {
        throw queryNotAllowed('a "with" query whose name is not a word')
      }
    },
    value: withQuery,
  })
  fields({
    map: each((item) => {
      entry(item, visible)
      if (isJsonObject(item) && typeof item['key'] === 'string') visible.add(fold(item['key']))
    }),
  })(value, scope)
  return visible
}

const tables: Record<string, Fields> = {
  EMPTY: {},
  BASE_TABLE: {
    table_name(value, scope) {
      const name = String(value)
      if (!isViewName(name) && !scope.has(fold(name))) throw tableNotFound(name)
    },
    schema_name: (value) => {
      throw tableNotFound(`${String(value)}.…`)
    },
    catalog_name: (value) => {
      throw tableNotFound(`${String(value)}.…`)
    },
    column_name_alias: plain,
  },
  JOIN: {
    left: table,
    right: table,
    condition: expression,
    join_type: plain,
    ref_type: (value) => {
      if (!['REGULAR', 'NATURAL', 'CROSS'].includes(String(value)))
        throw queryNotAllowed(`a ${String(value)} join`)
    },
    using_columns: plain,
    is_implicit: plain,
  },
  SUBQUERY: { subquery, column_name_alias: plain },
  EXPRESSION_LIST: { values: each(each(expression)), expected_names: plain },
  TABLE_FUNCTION: { function: visitTableFunction, column_name_alias: plain, with_ordinality: plain },
}

function visitTableFunction(value: unknown, scope: Scope): void {
  if (!isJsonObject(value)) throw queryNotAllowed('something this service does not know')
  const name = String(value['function_name'])
  if (!isAllowedTableFunction(name)) throw functionNotAllowed(name)
  // The arguments of a table function are bound separately from the query around it: names in a subquery there can't be
  // resolved with certainty.
  if (JSON.stringify(value).includes('"SUBQUERY"')) throw queryNotAllowed(`a sub-query inside ${name}()`)
  expression({ ...value, function_name: 'unnest' }, scope)
}

const functionName: Visit = (value) => {
  if (!isAllowedFunction(String(value))) throw functionNotAllowed(String(value))
}

/** The parser itself qualifies operators and keywords with `main`. */
const functionSchema: Visit = (value) => {
  if (value !== 'main') throw functionNotAllowed(`${String(value)}.…`)
}

const functionCatalog: Visit = (value) => {
  throw functionNotAllowed(`${String(value)}.…`)
}

const operators = [
  'OPERATOR_IS_NULL',
  'OPERATOR_IS_NOT_NULL',
  'OPERATOR_NOT',
  'OPERATOR_COALESCE',
  'COMPARE_IN',
  'COMPARE_NOT_IN',
  'ARRAY_EXTRACT',
  'ARRAY_SLICE',
  'ARRAY_CONSTRUCTOR',
  'STRUCT_EXTRACT',
  'GROUPING_FUNCTION',
]

const expressions: Record<string, Fields> = {
  CONSTANT: { value: plain },
  PARAMETER: { identifier: plain },
  COLUMN_REF: {
    column_names(value) {
      if (!Array.isArray(value)) throw queryNotAllowed('something this service does not know')
      const [name] = value as unknown[]
      if (value.length === 1 && isSessionWord(String(name))) throw functionNotAllowed(String(name))
    },
  },
  STAR: {
    relation_name: plain,
    exclude_list: plain,
    columns: plain,
    replace_list: each(fields({ key: plain, value: expression })),
  },
  FUNCTION: {
    function_name: functionName,
    schema: functionSchema,
    catalog: functionCatalog,
    children: each(expression),
    filter: expression,
    order_bys: modifier,
    distinct: plain,
    is_operator: plain,
  },
  WINDOW: {
    function_name: functionName,
    schema: functionSchema,
    catalog: functionCatalog,
    children: each(expression),
    partitions: each(expression),
    orders,
    arg_orders: orders,
    start: plain,
    end: plain,
    start_expr: expression,
    end_expr: expression,
    offset_expr: expression,
    default_expr: expression,
    filter_expr: expression,
    ignore_nulls: plain,
    exclude_clause: plain,
    distinct: plain,
  },
  OPERATOR: {
    type(value) {
      if (!operators.includes(String(value))) throw queryNotAllowed(`"${String(value)}"`)
    },
    children: each(expression),
  },
  BETWEEN: { input: expression, lower: expression, upper: expression },
  CASE: {
    case_checks: each(fields({ when_expr: expression, then_expr: expression })),
    else_expr: expression,
  },
  CAST: { child: expression, cast_type: visitType, try_cast: plain },
  COMPARISON: { left: expression, right: expression },
  CONJUNCTION: { children: each(expression) },
  SUBQUERY: { subquery_type: plain, subquery, child: expression, comparison_type: plain },
  POSITIONAL_REFERENCE: { index: plain },
  // `document -> 'key'` is parsed as a lambda until it is bound. Functions that take lambdas aren't allowed.
  LAMBDA: { lhs: expression, expr: expression },
}

function visitType(value: unknown): void {
  const type = isJsonObject(value) ? value : {}
  const info = isJsonObject(type['type_info']) ? type['type_info'] : {}
  const id = String(type['id'])
  if (id === 'LIST') return visitType(info['child_type'])
  const name = id === 'UNBOUND' ? String(info['name']) : id
  const isJson = id === 'UNBOUND' && name.toLowerCase() === 'json'
  if (!isJson && !isAllowedType(id)) throw queryNotAllowed(`the type ${name}`)
}
