import { connect } from 'node:net'

/**
 * Sends bytes to a port of this machine and reads all that comes back until the server closes, or until `end` was
 * seen. Nothing about the bytes need be right.
 */
export function sendRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  options: { halfClose?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    socket.on('close', () => resolve(answer))
    for (const part of parts) socket.write(part)
    if (options.halfClose === true) socket.end()
  })
}
