import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { type Config, parseBucketPlace } from '../../app/config.ts'
import type { Objects } from '../../kernel/store/ports.ts'
import { quoted } from '../../projector/process/open-for-export.ts'
import { openObjects } from '../open-store.ts'
import { UsageError } from '../usage-error.ts'

/** How readers name a table. */
export interface ExportAddress {
  /** Its folder, for DuckDB, Trino and Spark. */
  path(table: string): string
  /** A table function of ClickHouse. */
  clickhouse(table: string): string
  /** Lines for people before what ClickHouse runs. */
  notes: string[]
}

/** Where an organization is exported to. */
export interface ExportTarget {
  objects: Objects
  /** For people. */
  place: string
  /** A local folder for read models and drafts. */
  work: string
  address: ExportAddress
}

/** `to`: a folder, or `s3://bucket/prefix` of the service in the settings. */
export async function exportTarget(
  to: string,
  organizationId: string,
  config: Config,
): Promise<ExportTarget> {
  const bucket = parseBucketPlace(to)
  if (bucket === null) {
    const folder = join(resolve(to), organizationId)
    return {
      objects: await openObjects({ folder }),
      place: folder,
      work: join(folder, '.read-models'),
      address: {
        path: (table) => `${folder}/${table}`,
        clickhouse: (table) => `deltaLakeLocal(${quoted(`${folder}/${table}`)})`,
        notes: [],
      },
    }
  }
  if (config.bucketService === null)
    throw new UsageError(
      `--to ${to} needs SVC_S3_ENDPOINT, SVC_S3_ACCESS_KEY_ID and SVC_S3_SECRET_ACCESS_KEY: set them.`,
    )
  const { endpoint } = config.bucketService
  const home = `${bucket.prefix === '' ? '' : `${bucket.prefix}/`}${organizationId}`
  const of = createHash('sha256').update(`${endpoint} ${to}`).digest('hex').slice(0, 12)
  return {
    objects: await openObjects({ ...config.bucketService, ...bucket, organizationId }),
    place: `s3://${bucket.bucket}/${home}`,
    work: join(resolve(config.dataDirectory), 'export', of, organizationId),
    address: {
      path: (table) => `s3://${bucket.bucket}/${home}/${table}`,
      clickhouse: (table) =>
        `deltaLake(customer_intel, url = ${quoted(`${endpoint}/${bucket.bucket}/${home}/${table}/`)})`,
      notes: [
        `-- First: create named collection customer_intel as access_key_id = '…', secret_access_key = '…';`,
      ],
    },
  }
}
