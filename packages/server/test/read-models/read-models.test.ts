import { describe, it } from 'vitest'
import { readModelCases } from './read-model-cases.ts'
import { runCase } from './read-model-case.ts'
import { recordCases } from './record-cases.ts'

describe('what is derived from events', () => {
  for (const one of readModelCases) it(one.name, () => runCase(one))
})

describe('what is derived from records', () => {
  for (const one of recordCases) it(one.name, () => runCase(one))
})
