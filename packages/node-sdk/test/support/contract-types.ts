import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

/** Files whose types are the server's own affair, or speak of valibot. */
const internal =
  /openapi|^(?:command-envelope|described-as|errors|events|grants|ingest|issues|json|limits|objects|privacy|query-values|scalars)\.ts$|(?:definition|documents|ingest|webhooks|cli-auth|params)\.ts$/

/** The names of the types that inputs and answers of the SDK's methods are made of. */
export function listContractTypes(): string[] {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !internal.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${source}/${file}`, 'utf8')
      return [...text.matchAll(/^export (?:interface|type) (\w+)/gm)]
        .map((match) => match[1]!)
        .filter(
          (name) =>
            !/RouteInputs|RouteOutputs|^Resolved|^Route|^Operation|^CommandData|^CallToolBody|Params$/.test(
              name,
            ),
        )
    })
  return [...new Set(names)].sort()
}
