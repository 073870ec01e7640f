import * as v from 'valibot'
import { strictObject } from '../objects.ts'
import { analyticsViews } from '../vocabulary.ts'
import type { ToolDefinition } from './definition.ts'

/**
 * Input of `svc_schema`.
 * @example {"table": "activity"}
 */
export const SchemaInputSchema = strictObject({
  /**
   * One view. Absent: all.
   * @example "activity"
   */
  table: v.optional(v.picklist(analyticsViews)),
})

/** A view that `svc_query` reads. */
export const ViewDescriptionSchema = v.object({
  /** What it is called in SQL. */
  name: v.picklist(analyticsViews),
  /** What a row of it is. */
  description: v.string(),
  /** Its columns, in their order. */
  columns: v.array(
    v.object({
      /** What it is called in SQL. */
      name: v.string(),
      /** Its type. */
      type: v.string(),
      /** What it holds. */
      description: v.string(),
      /** Of `activity.event_type` and `activity.event_name`: what occurs, the most frequent first; at most 100. */
      values: v.optional(v.array(v.string())),
    }),
  ),
  /** Queries that run as they stand. */
  exampleQueries: v.array(v.string()),
})

/** All views. */
export const AllViewsDescriptionSchema = v.object({
  /** Each with its columns and examples. */
  views: v.array(ViewDescriptionSchema),
  /** Their names, for readers that know views as tables. */
  tables: v.array(
    v.object({
      /** The name of the view. */
      name: v.picklist(analyticsViews),
    }),
  ),
})

/** Output of `svc_schema`: one view when `table` was given, else all. */
export const SchemaOutputSchema = v.union([ViewDescriptionSchema, AllViewsDescriptionSchema])

export const schemaTool = {
  name: 'svc_schema',
  title: 'Schema',
  description:
    'The views that svc_query may read: their columns, types, meanings and example queries, and which event types and names occur. One view, or all.',
  grant: 'analytics:read',
  readOnly: true,
  commandId: 'sql.schema',
  svc: { path: ['schema'], arguments: ['table'] },
  input: SchemaInputSchema,
  output: SchemaOutputSchema,
} as const satisfies ToolDefinition
