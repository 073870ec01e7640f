import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '../../src/drivers/blobs/bucket-blobs.ts'

/** An S3-compatible service on loopback, with one empty bucket: it knows one access key, and takes signatures as they are. */
export async function startBucket(): Promise<{ bucket: Bucket; close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-bucket-'))
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'snapshots', configs: [] }],
  })
  const { port } = await service.run()
  return {
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      bucket: 'snapshots',
      prefix: 'intel',
    },
    async close() {
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
