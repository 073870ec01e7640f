/**
 * The floor: the least that an ingest server can do and still tell the truth. A bare node:http server that parses
 * the JSON and appends the body to one file, all that wait with one write and one fdatasync. Argument: the file.
 * Tells its parent the port.
 */
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const file = await open(process.argv[2]!, 'a')
let waiting: { body: Buffer; done: () => void }[] = []
let writing = false

async function writeWaiting(): Promise<void> {
  writing = true
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    await file.writev(group.map(({ body }) => body))
    await file.datasync()
    for (const { done } of group) done()
  }
  writing = false
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const { events } = JSON.parse(body.toString()) as { events: unknown[] }
    const answer = JSON.stringify({ success: true, processed: events.length })
    const done = () => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
        .end(answer)
    }
    waiting.push({ body, done })
    if (!writing) void writeWaiting()
  })
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
