import { toolNames } from '@customer-intel/contract'
import type { ContractTypes } from './contract-types.ts'
import { header } from './header.ts'
import { clientOperations, streamOperations } from './operations.ts'

/** Shapes of calls that the SDK's methods take apart: nobody names them. */
const internal = /^(?:NoInput|\w+Params|Command\w+|Tool(?:Inputs|Outputs|Name))$/

/**
 * `src/generated/types.ts`: every type that an input or an answer is made of. Those of answers stay open for what a
 * newer server adds.
 */
export function renderTypes(types: ContractTypes): string {
  const { inputs, answers } = types.reachableFrom({
    operations: [...clientOperations, ...streamOperations],
    tools: toolNames,
  })
  const names = (set: Set<string>) => [...set].filter((name) => !internal.test(name)).sort()
  const ofAnswers = names(answers).filter((name) => !inputs.has(name))
  return [
    header,
    'import type {',
    ...ofAnswers.map((name) => `  ${name} as Closed${name},`),
    "} from '@customer-intel/contract'",
    "import type { Open } from '../open.ts'",
    '',
    'export type {',
    ...names(inputs).map((name) => `  ${name},`),
    "} from '@customer-intel/contract'",
    '',
    ...ofAnswers.map((name) => `export type ${name} = Open<Closed${name}>`),
  ].join('\n')
}
