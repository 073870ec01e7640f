// Generators of clients, and how what they generate is called.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finish, makeCall, prelude } from './call-each.mjs'

const text = (value) => JSON.stringify(value)
/** `svc_list_customers` and `svcListCustomers` are one name. */
const plain = (name) => name.replaceAll('_', '').toLowerCase()
const isEmpty = (value) => typeof value === 'object' && Object.keys(value).length === 0
/** What of a request a client is given: a body, and parameters where there are some. */
const given = ({ body, ...places }) => ({
  ...Object.fromEntries(Object.entries(places).filter(([, parameters]) => !isEmpty(parameters))),
  ...(body !== undefined && { body }),
})

/** @type {Record<string, { packages: string[], generate: (document: string, folder: string) => string[], use: (folder: string, requests: object[]) => string }>} */
export const generators = {
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    // By its default a field with a default value is required, in requests too.
    generate: (document) => [
      'openapi-typescript',
      document,
      '-o',
      'schema.d.ts',
      '--default-non-nullable=false',
    ],
    use: (_folder, requests) => `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'
${prelude}
const client = createClient<paths>({ baseUrl, headers })
${requests
  .map((request) => {
    const params = given({ path: request.pathParams, query: request.query })
    const options = given({ params, body: request.body })
    return makeCall(request, `client.${request.method}(${text(request.path)}, ${text(options)})`)
  })
  .join('\n')}
${finish(requests.length)}`,
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.95.0'],
    generate: (document) => ['openapi-ts', '-i', document, '-o', 'hey-api'],
    use: (folder, requests) => {
      const names = exportsOf(join(folder, 'hey-api/sdk.gen.ts'))
      return `
import * as sdk from './hey-api/sdk.gen'
import { client } from './hey-api/client.gen'
${prelude}
client.setConfig({ baseUrl, headers })
${requests
  .map((request) => {
    const options = given({ path: request.pathParams, query: request.query, body: request.body })
    return makeCall(request, `sdk.${nameIn(names, request)}(${isEmpty(options) ? '' : text(options)})`)
  })
  .join('\n')}
${finish(requests.length)}`
    },
  },
  orval: {
    packages: ['orval@7.13.2'],
    generate: (document, folder) => {
      const output = { target: 'orval/client.ts', client: 'fetch', baseUrl: addressIn(document) }
      writeFileSync(
        join(folder, 'orval.config.cjs'),
        `module.exports = ${text({ intel: { input: document, output } })}`,
      )
      return ['orval', '--config', 'orval.config.cjs']
    },
    use: (folder, requests) => {
      const file = join(folder, 'orval/client.ts')
      const names = exportsOf(file)
      const source = readFileSync(file, 'utf8')
      return `
import * as api from './orval/client'
${prelude}
${requests
  .map((request) => {
    const name = nameIn(names, request)
    const taken = parametersOf(source, name).map((parameter) => {
      if (parameter in request.pathParams) return text(request.pathParams[parameter])
      if (parameter === 'options') return '{ headers }'
      if (parameter === 'params') return text(request.query)
      return text(request.body)
    })
    return makeCall(request, `api.${name}(${taken.join(', ')})`)
  })
  .join('\n')}
${finish(requests.length)}`
    },
  },
}

const addressIn = (document) => JSON.parse(readFileSync(document, 'utf8')).servers[0].url

function exportsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(/^export const (\w+) = /gm)].map(([, name]) => name)
}

function nameIn(names, { operationId }) {
  const name = names.find((one) => plain(one) === plain(operationId))
  if (name === undefined) throw new Error(`Nothing was generated for ${operationId}`)
  return name
}

/** The names of a generated function's parameters, in order. */
function parametersOf(source, name) {
  const [, list] = new RegExp(`^export const ${name} = async \\(([^)]*)\\)`, 'm').exec(source)
  return [...list.matchAll(/(?:^|,)\s*(\w+)\??:/g)].map(([, parameter]) => parameter)
}
