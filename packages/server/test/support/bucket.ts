import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '../../src/drivers/blobs/bucket-blobs.ts'

/**
 * An S3-compatible service on loopback, with one empty bucket: it knows one access key, and takes signatures as they are.
 * Conditions of a PUT, which it doesn't know, are seen to before it.
 */
export async function startBucket(): Promise<{
  bucket: Bucket
  /** Makes it unreachable. */
  stop: () => Promise<void>
  /** Brings it back, with what it held. */
  goOn: () => Promise<void>
  close: () => Promise<void>
}> {
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-bucket-'))
  const open = async (port: number) => {
    const service = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'snapshots', configs: [] }],
    })
    const { middleware } = service as unknown as { middleware: ReturnType<typeof onlyIfAbsent>[] }
    middleware.unshift(onlyIfAbsent(directory))
    return { service, port: (await service.run()).port }
  }
  let { service, port } = await open(0)
  return {
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      bucket: 'snapshots',
      prefix: 'intel',
    },
    stop: () => service.close(),
    async goOn() {
      ;({ service, port } = await open(port))
    },
    async close() {
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

interface PutContext {
  method: string
  path: string
  headers: Record<string, string | undefined>
  status: number
}

/** `If-None-Match: *` as AWS, R2 and MinIO have it. */
function onlyIfAbsent(directory: string) {
  return async (context: PutContext, next: () => Promise<void>): Promise<void> => {
    const { method, headers, path } = context
    const isConditional = method === 'PUT' && headers['if-none-match'] === '*'
    if (isConditional && existsSync(join(directory, `${decodeURIComponent(path)}._S3rver_object`)))
      context.status = 412
    else await next()
  }
}
