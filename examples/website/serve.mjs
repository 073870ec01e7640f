// A website of one page that carries the script tag. Run it beside a server:
//   SVC_PUBLIC_KEY=pk_… npm run example:website
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const {
  SVC_PUBLIC_KEY: publicKey,
  SVC_BASE_URL: baseUrl = 'http://127.0.0.1:8787',
  PORT = '8788',
} = process.env
if (!publicKey?.startsWith('pk_')) {
  throw new Error('Set SVC_PUBLIC_KEY to the public key (pk_…) that the server printed when it started.')
}

const template = await readFile(new URL('index.html', import.meta.url), 'utf8')
const page = template.replaceAll('{{publicKey}}', publicKey).replaceAll('{{baseUrl}}', baseUrl)

const server = createServer((request, response) => {
  if (request.url === '/favicon.ico') return void response.writeHead(204).end()
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
})
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`Example website on http://127.0.0.1:${server.address().port}/\n`)
})
