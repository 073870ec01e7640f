import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { analyticsViews, type AnalyticsView } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'
/**
 * Input of `svc_schema`.
 * @example {"table": "activity"}
 */
export interface SchemaInput {
  /**
   * One view. Absent: all.
   * @example "activity"
   */
  table?: AnalyticsView
}
/** A view that `svc_query` reads. */
export interface ViewDescription {
  /** What it is called in SQL. */
  name: AnalyticsView
  /** What a row of it is. */
  description: string
  /** Its columns, in their order. */
  columns: {
    /** What it is called in SQL. */
    name: string /** Its type in SQL. */
    /** Its type. */
    type: string /** What it holds, with its unit. */
    /** What it holds. */
    description: string
    /** Of `activity.event_type` and `activity.event_name`: what occurs, the most frequent first; at most 100. */
    values?: string[]
  }[]
  /** Queries that run as they stand. */
  exampleQueries: string[]
}
/** All views. */
export interface AllViewsDescription {
  /** Each with its columns and examples. */
  views: ViewDescription[]
  /** Their names, for readers that know views as tables. */
  tables: {
    /** The name of the view. */
    name: AnalyticsView
  }[]
}
/** Output of `svc_schema`: one view when `table` was given, else all. */
export type SchemaOutput = ViewDescription | AllViewsDescription

export const SchemaInputSchema = strictObject({
  table: v.optional(v.picklist(analyticsViews)),
}) satisfies v.GenericSchema<SchemaInput>

export const ViewDescriptionSchema = v.object({
  name: v.picklist(analyticsViews),
  description: v.string(),
  columns: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      description: v.string(),
      values: v.optional(v.array(v.string())),
    }),
  ),
  exampleQueries: v.array(v.string()),
}) satisfies v.GenericSchema<ViewDescription>

export const SchemaOutputSchema = v.union([
  ViewDescriptionSchema,
  v.object({
    views: v.array(ViewDescriptionSchema),
    tables: v.array(v.object({ name: v.picklist(analyticsViews) })),
  }),
]) satisfies v.GenericSchema<SchemaOutput>

export const schemaTool = {
  name: 'svc_schema',
  title: 'Schema',
  description:
    'The views that svc_query may read: their columns, types, meanings and example queries, and which event types and names occur. One view, or all.',
  grant: 'analytics:read',
  readOnly: true,
  commandId: 'sql.schema',
  input: SchemaInputSchema,
  output: SchemaOutputSchema,
} as const satisfies ToolDefinition
