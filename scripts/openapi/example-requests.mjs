/**
 * The request to each operation that the document's own examples make; none to a stream, whose answer doesn't end, and
 * none to sign in, which takes a person with a password.
 *
 * @param {{ paths: Record<string, Record<string, object>> }} document
 */
export function exampleRequests({ paths }) {
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/session'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses[200]?.content?.['text/event-stream'] === undefined)
        .map(([method, { operationId, parameters = [], requestBody }]) => ({
          operationId,
          method: method.toUpperCase(),
          path,
          pathParams: exampleParameters(parameters, 'path'),
          query: exampleParameters(parameters, 'query'),
          // What another service sends has no form that this one would know: an empty object is one.
          body: requestBody && (requestBody.content['application/json'].example ?? {}),
        })),
    )
}

function exampleParameters(parameters, place) {
  const named = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, example, schema }) => [name, example ?? schema.default ?? schema.enum?.[0]])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}
