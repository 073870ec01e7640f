import { S3ServiceError, S3mini } from 's3mini'
import type { Objects } from '../../kernel/store/ports.ts'

/** A bucket of an S3-compatible service. */
export interface Bucket {
  /** URL of the service, such as `https://s3.eu-central-1.amazonaws.com`, without the bucket's name. */
  endpoint: string
  /** `auto` for a service without regions. */
  region: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  /** Of every object's name, without a slash at the end; may be empty. */
  prefix: string
}

/** Timeout of one request. */
const requestMs = 60_000

/** Blobs as objects `<prefix>/<folder>/<name>` of a bucket. */
export function bucketBlobs(
  { endpoint, region, accessKeyId, secretAccessKey, bucket, prefix }: Bucket,
  folder: string,
): Objects {
  const client = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: requestMs,
  })
  const octets = 'application/octet-stream'
  const home = `${prefix === '' ? '' : `${prefix}/`}${folder}/`
  return {
    async list() {
      const objects = await client.listObjects('/', home)
      if (objects === null) throw new Error(`there is no bucket ${bucket} at ${endpoint}`)
      return objects.map(({ Key, LastModified }) => ({
        name: Key.slice(home.length),
        madeAt: new Date(LastModified).getTime(),
      }))
    },
    async put(name, bytes) {
      await client.putObject(home + name, bufferOf(bytes))
    },
    async create(name, bytes) {
      const onlyIfAbsent = { 'if-none-match': '*' } as Record<`x-amz-${string}`, string>
      try {
        await client.putObject(home + name, bufferOf(bytes), octets, undefined, onlyIfAbsent)
        return true
      } catch (error) {
        // 409: another one is being made just now.
        if (error instanceof S3ServiceError && [409, 412].includes(error.status)) return false
        throw error
      }
    },
    async get(name) {
      const found = await client.getObjectArrayBuffer(home + name)
      return found === null ? null : new Uint8Array(found)
    },
    async remove(names) {
      for (const name of names) await client.deleteObject(home + name)
    },
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
