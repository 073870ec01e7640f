import { createServer } from 'node:http'

/** A server that acknowledges every event, and knows their names. */
export async function startCollector() {
  const names = new Set()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { events = [] } = body === '' ? {} : JSON.parse(body)
    for (const { type, eventName } of events) names.add(eventName ?? type)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, processed: events.length }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    names,
    close: () => server.close().closeAllConnections(),
  }
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
