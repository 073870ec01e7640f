import { createRequire } from 'node:module'
import type * as DuckDB from '@duckdb/node-api'

/**
 * Loads the engine's package by `require`: it consists of a hundred CommonJS files, which an import takes twice as long
 * to load.
 */
export const duckdb = createRequire(import.meta.url)('@duckdb/node-api') as typeof DuckDB
