import { createHash } from 'node:crypto'
import { getRoute, operationNames, toolNames } from '@customer-intel/contract'
import { createOpenApi } from '@customer-intel/contract/openapi'
import type { Endpoint } from './endpoint.ts'
import { contentReply, emptyReply } from './reply.ts'

/** `GET /openapi.json`: the contract of this server's routes. Built at the first request. */
export function createOpenApiEndpoint({ publicUrl }: { publicUrl: string | null }): Endpoint {
  let made: { body: Uint8Array; etag: string } | null = null
  const { method, path } = getRoute('getOpenApi')
  return {
    method,
    path,
    handle: async (call) => {
      made ??= make(publicUrl)
      const headers = {
        'cache-control': 'public, max-age=60',
        etag: made.etag,
        'access-control-allow-origin': '*',
      }
      if (call.header('if-none-match') === made.etag) return emptyReply(304, headers)
      return contentReply(made.body, 'application/json; charset=utf-8', headers)
    },
  }
}

function make(publicUrl: string | null): { body: Uint8Array; etag: string } {
  // A path: relative to the address of the document.
  const servers = [publicUrl ?? '/']
  const body = Buffer.from(JSON.stringify(createOpenApi(operationNames, { tools: toolNames, servers })))
  return { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
}
