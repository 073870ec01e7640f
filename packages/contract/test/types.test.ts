import type * as v from 'valibot'
import { describe, expectTypeOf, it } from 'vitest'
import type {
  IngestEnvelope,
  IngestEvent,
  IngestEventSchema,
  IngestFailure,
  IngestFailureSchema,
  IngestPartial,
  IngestPartialSchema,
  IngestPayload,
  IngestPayloadSchema,
  IngestSuccess,
  IngestSuccessSchema,
  IngestEnvelopeSchema,
  MayBeStale,
  OperationName,
  RouteInputs,
  RouteOutputs,
  ToolInputs,
  ToolName,
  ToolOutputs,
  routes,
  tools,
} from '../src/index.ts'

/** With every optional field made required, so that a field which only one side knows shows. */
type Full<T> = T extends readonly (infer Item)[]
  ? Full<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Full<Exclude<T[Key], undefined>> }
    : T
type Covers<Left, Right> = [Left] extends [Right] ? true : false
/** True when each may stand for the other, and neither has a field that the other lacks. */
type Agree<Left, Right> = [
  Covers<Left, Right>,
  Covers<Right, Left>,
  Covers<Full<Left>, Full<Right>>,
  Covers<Full<Right>, Full<Left>>,
] extends [true, true, true, true]
  ? true
  : false
/** The names for which a table says false. */
type Disagreeing<Table> = { [Name in keyof Table]: Table[Name] extends true ? never : Name }[keyof Table]

type Tools = typeof tools
type Routes = typeof routes
type InputOf<Name extends OperationName, Part extends 'params' | 'query' | 'body'> =
  Routes[Name] extends Record<Part, infer Schema extends v.GenericSchema> ? v.InferInput<Schema> : undefined
type Given<Name extends OperationName, Part extends string> = Part extends keyof RouteInputs[Name]
  ? RouteInputs[Name][Part]
  : undefined
type Success<Name extends OperationName> = {
  [Status in keyof Routes[Name]['responses']]: Status extends 200 | 201 | 202 | 207
    ? Routes[Name]['responses'][Status] extends infer Schema extends v.GenericSchema
      ? v.InferOutput<Schema>
      : never
    : never
}[keyof Routes[Name]['responses']]

describe('the interfaces and the schemas say the same', () => {
  it('for events and payloads', () => {
    expectTypeOf<Agree<v.InferInput<typeof IngestEventSchema>, IngestEvent>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferOutput<typeof IngestEventSchema>, IngestEvent>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferInput<typeof IngestPayloadSchema>, IngestPayload>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferOutput<typeof IngestEnvelopeSchema>, IngestEnvelope>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferOutput<typeof IngestSuccessSchema>, IngestSuccess>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferOutput<typeof IngestPartialSchema>, IngestPartial>>().toEqualTypeOf<true>()
    expectTypeOf<Agree<v.InferOutput<typeof IngestFailureSchema>, IngestFailure>>().toEqualTypeOf<true>()
  })

  it('for what every tool takes', () => {
    type Table = { [Name in ToolName]: Agree<v.InferInput<Tools[Name]['input']>, ToolInputs[Name]> }
    expectTypeOf<Disagreeing<Table>>().toBeNever()
  })

  it('for what every tool answers', () => {
    // Beside it each may say that it is stale: that stands in one place for all of them.
    type Table = {
      [Name in ToolName]: Agree<v.InferOutput<Tools[Name]['output']> & MayBeStale, ToolOutputs[Name]>
    }
    expectTypeOf<Disagreeing<Table>>().toBeNever()
  })

  it('for the path parameters of every route', () => {
    type Table = { [Name in OperationName]: Agree<InputOf<Name, 'params'>, Given<Name, 'params'>> }
    expectTypeOf<Disagreeing<Table>>().toBeNever()
  })

  it('for the query of every route', () => {
    type Table = {
      [Name in OperationName]: Agree<InputOf<Name, 'query'>, Exclude<Given<Name, 'query'>, undefined>>
    }
    // A route without a query has undefined on the one side and never on the other.
    type WithQuery = {
      [Name in OperationName as Given<Name, 'query'> extends undefined ? never : Name]: Table[Name]
    }
    expectTypeOf<Disagreeing<WithQuery>>().toBeNever()
  })

  it('for the body of every route', () => {
    type Table = { [Name in OperationName]: Agree<InputOf<Name, 'body'>, Given<Name, 'body'>> }
    expectTypeOf<Disagreeing<Table>>().toBeNever()
  })

  it('for the success of every route', () => {
    // callTool answers with one of all tools’ outputs, which are compared above.
    type Table = {
      [Name in Exclude<OperationName, 'callTool'>]: Agree<Success<Name>, RouteOutputs[Name]>
    }
    expectTypeOf<Disagreeing<Table>>().toBeNever()
  })

  it('and a difference would show', () => {
    expectTypeOf<Agree<{ a: string }, { a: string; b?: number }>>().toEqualTypeOf<false>()
    expectTypeOf<Agree<{ a: string[] }, { a?: string[] }>>().toEqualTypeOf<false>()
    expectTypeOf<Agree<{ a: { b: 'x' } }, { a: { b: string } }>>().toEqualTypeOf<false>()
  })

  it('and leave optional what is optional', () => {
    expectTypeOf<IngestPayload>().toHaveProperty('visitorId').toEqualTypeOf<string | undefined>()
    expectTypeOf<ToolInputs['svc_list_customers']['limit']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<{ cursor?: string }>().toExtend<ToolInputs['svc_list_customers']>()
    expectTypeOf<{ timeframe?: '7d' }>().not.toExtend<ToolInputs['svc_get_customer']>()
  })
})
