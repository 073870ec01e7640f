import type { RequestListener } from 'node:http'
import { cutText } from '@customer-intel/contract'
import { chooseRequestId } from './request-id.ts'

/** A finished request, or one whose sender disconnected. */
export interface RequestLine {
  method: string
  /** Without the query, which may contain secrets; at most 500 characters. */
  path: string
  /** 0: the connection ended before the response. */
  status: number
  ms: number
  requestId: string
}

/** The listener, with a log line after each request. */
export function logRequests(listener: RequestListener, log: (line: RequestLine) => void): RequestListener {
  return (request, response) => {
    const begun = performance.now()
    // The id that the response will have, whatever creates it.
    const requestId = chooseRequestId(request.headers['x-request-id'])
    request.headers['x-request-id'] = requestId
    const [path = ''] = (request.url ?? '').split('?', 1)
    response.once('close', () =>
      log({
        method: request.method ?? '',
        path: cutText(path, 500),
        status: response.writableFinished ? response.statusCode : 0,
        ms: Math.round(performance.now() - begun),
        requestId,
      }),
    )
    listener(request, response)
  }
}
